/** Entry of a thread that reads files, makes trees of them and does nothing else: the floor under any index build. */
import { parse } from '@ast-grep/napi';
import { serveParseThread } from '../src/engine/index/parse-thread.ts';
import { MAX_FILE_BYTES, PARSE_MAX_CHARS } from '../src/engine/options.ts';
import { grammarOf } from '../src/engine/parse/grammars.ts';
import { languageOf } from '../src/engine/workspace/languages.ts';
import { decodeText } from '../src/system/decode.ts';
import { readRegularFile } from '../src/system/file-reader.ts';

await serveParseThread(({ file }) => {
  const read = readRegularFile(file.abs, MAX_FILE_BYTES);
  const text = read.ok ? decodeText(read.bytes)?.text : undefined;
  const grammar = text === undefined ? null : grammarOf(languageOf(file.path, text.slice(0, 200)));
  if (text !== undefined && grammar !== null && text.length <= PARSE_MAX_CHARS) parse(grammar, text);
  return { kind: 'unchanged', facts: { ...file, indexedAtMs: 0, hash: '' } };
});
