/**
 * Every sentence the product says to people, in one typed catalogue: a key, its parameters, the finished text.
 * Plain functions, because an ICU library costs a command 14 ms to load and 63 ms on its first sentence
 * (use-intl 4.15.0, Node 24); another language is another object of the same type.
 */
import { BUDGET_DEFAULT } from './vocabulary.ts';

const plural = (count: number, one: string, many: string): string => `${grouped(count)} ${count === 1 ? one : many}`;

/** `12,345`. Not `toLocaleString`: its first call loads number formats for 60 ms. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 hit`, `1+ hits`. */
const hitCount = ({ total, atLeast }: { total: number; atLeast: boolean }): string =>
  atLeast ? `${grouped(total)}+ hits` : plural(total, 'hit', 'hits');

/** 1,024-based, because the size gate is: `511 KB`, `1.2 MB`. */
const byteSize = (bytes: number): string =>
  bytes < 1_048_576 ? `${Math.ceil(bytes / 1_024)} KB` : inUnits(bytes / 1_048_576);

const inUnits = (megabytes: number): string =>
  megabytes < 1_024 ? `${megabytes.toFixed(1).replace('.0', '')} MB` : `${(megabytes / 1_024).toFixed(1)} GB`;

export const messages = {
  // workspace
  fileTooLarge: (p: { bytes: number; limit: number }) =>
    byteSize(p.bytes) === byteSize(p.limit)
      ? `${grouped(p.bytes)} bytes are over the limit of ${grouped(p.limit)}`
      : `${byteSize(p.bytes)} is over the limit of ${byteSize(p.limit)}`,
  fileNotRegular: (p: { kind: 'link' | 'folder' | 'pipe' | 'socket' | 'device' }) =>
    ({
      link: 'a symbolic link, not a file of its own',
      folder: 'a folder',
      pipe: 'a named pipe: reading it would wait for a writer',
      socket: 'a socket',
      device: 'a device',
    })[p.kind],
  fileUnreadable: (p: { cause: 'permission' | 'link-loop' | 'long-name' | 'changing' | 'other'; code: string }) =>
    ({
      permission: 'permission denied',
      'link-loop': 'its path leads through a loop of symbolic links',
      'long-name': 'its path is longer than the system can open',
      changing: 'it kept changing while it was read',
      other: `the system refused to read it (${p.code})`,
    })[p.cause],
  fileVanished: () => 'it was removed after it was listed',
  gitMissing: () => 'git is not installed in any of the usual places.',
  noRepository: (p: { folder: string }) => `${p.folder} is in no git repository.`,
  foreignOwner: (p: { path: string }) => `${p.path} is owned by another user: git stays off there.`,
  brokenRepository: (p: { path: string }) => `${p.path} is no complete git repository.`,
  rootMissing: (p: { dir: string }) => `${p.dir} does not exist.`,
  rootNotAFolder: (p: { dir: string }) => `${p.dir} is not a folder.`,
  currentFolderGone: () => 'The current folder was deleted: go to another one, or name a folder with --root.',
  rootForbidden: (p: { dir: string }) => `${p.dir} may hold secrets or tool state and is never searched.`,
  rootUnreadable: (p: { dir: string; code: string }) => `${p.dir} cannot be read (${p.code}).`,
  outsideRoots: (p: { path: string }) => `${p.path} is outside the folders that are searched.`,
  toolMissing: (p: { tool: string; detail: string }) => `${p.tool} cannot be started: ${p.detail}. Run npm ci again.`,
  packageMissing: (p: { name: string }) => `the package ${p.name} is not installed`,
  badRegex: (p: { pattern: string; reason: string; at: number | null }) =>
    `"${p.pattern}" is not a valid regular expression: ${p.reason}${p.at === null ? '' : ` at character ${p.at}`}.`,
  regexTooLarge: (p: { pattern: string }) =>
    `"${p.pattern}" is too large once its repetitions are written out; use smaller counts.`,
  regexLineBreak: () => 'search works line by line, so a line break cannot match',
  regexUnfinishedEscape: () => 'the backslash at its end escapes nothing',
  ripgrepFailed: (p: { detail: string }) => `ripgrep gave up: ${p.detail}`,
  ripgrepTimeout: (p: { ms: number }) => `The search was stopped after ${p.ms / 1_000} s.`,
  ripgrepOutputCap: (p: { bytes: number }) => `The search was stopped after ${byteSize(p.bytes)} of output.`,
  ripgrepKilled: (p: { signal: string }) => `ripgrep was ended by ${p.signal} before it had finished.`,
  listingFailed: (p: { reason: string }) => `The files could not be listed. ${p.reason}`,
  searchAborted: () => 'The search was cancelled.',
  unreadablePlaces: (p: { paths: readonly string[] }) =>
    `${plural(p.paths.length, 'path', 'paths')} could not be read: ${p.paths.slice(0, 3).join(', ')}${p.paths.length > 3 ? ', …' : ''}`,
  nameNotUtf8: () => 'its name is not valid UTF-8, so it cannot be addressed',
  ignoreTrapFolder: (p: { folder: string }) =>
    `an ignore file must be a regular file: ripgrep would wait on this one for ever, so ${p.folder}/ is left out`,
  ignoreTrapRules: (p: { kind: string }) =>
    `an ignore file must be a regular file: ripgrep would wait on this one for ever, so ${p.kind} are off`,
  ignoreKind: (p: { kind: 'git' | 'exclude' | 'dot' | 'parent' }) =>
    ({
      git: 'the rules of all .gitignore files',
      exclude: 'the rules of .git/info/exclude',
      dot: 'the rules of all .ignore and .rgignore files',
      parent: 'the rules above the root',
    })[p.kind],
  explainSearched: (p: { path: string; encoding: string }) => `${p.path} is searched (read as ${p.encoding}).`,
  explainFolder: (p: { path: string; files: number }) =>
    `${p.path} is a folder; ${plural(p.files, 'file', 'files')} in it are searched.`,
  explainEmptyFolder: (p: { path: string }) => `${p.path} is a folder without a file that is searched.`,
  explainIgnored: (p: { path: string; file: string; line: number; pattern: string }) =>
    `${p.path} is ignored by ${p.file}:${p.line} (${p.pattern}); --ignored searches it.`,
  explainIgnoredFolder: (p: { path: string; folder: string; file: string; line: number; pattern: string }) =>
    `${p.path} lies in ${p.folder}/, which is ignored by ${p.file}:${p.line} (${p.pattern}); --ignored searches it.`,
  explainIgnoredUnknown: (p: { path: string }) =>
    `${p.path} is hidden by an ignore rule that could not be named; --ignored searches it.`,
  explainSkipped: (p: { path: string; detail: string }) => `${p.path} is not searched: ${p.detail}.`,
  explainForbidden: (p: { path: string }) => `${p.path} may hold secrets or tool state and is never searched.`,
  explainMissing: (p: { path: string }) => `${p.path} does not exist below the root.`,
  explainLink: (p: { path: string }) =>
    `${p.path} is a symbolic link; links are not followed, their targets are searched where they lie.`,
  explainUnreadableFolder: (p: { path: string; folder: string }) =>
    `${p.path} is not searched: the folder ${p.folder} cannot be read.`,
  binaryAt: (p: { offset: number }) => `it is binary: byte ${grouped(p.offset)} is NUL`,
  binaryText: () => 'it is binary: its bytes are no text in any known encoding',
  // index
  sqliteTooOld: (p: { version: string; wanted: string }) =>
    `SQLite ${p.version} is linked; ${p.wanted} or newer is needed.`,
  indexDirRelative: (p: { given: string }) =>
    `IQ_INDEX_DIR has to be an absolute path, not "${p.given}": a relative one would lie in whatever folder one is in.`,
  indexAbsent: () => 'there is no index yet',
  indexEmpty: () => 'the index has no tables yet',
  indexNotAFile: () => 'not a file',
  indexForeign: () => 'the file is a database of something else',
  indexOlder: (p: { found: number; known: number }) => `version ${p.found}, this program writes ${p.known}`,
  indexTablesLost: (p: { tables: readonly string[] }) => `without table ${p.tables.join(', ')}`,
  indexNewer: (p: { found: number; known: number }) =>
    `The index was written by a newer iq (index version ${p.found}, this one knows ${p.known}): it is left alone.`,
  parseTooLarge: (p: { characters: number; limit: number }) =>
    `read as plain text: ${grouped(p.characters)} characters are over the ${grouped(p.limit)} that are parsed`,
  parseLongLine: (p: { line: number; characters: number }) =>
    `read as plain text: line ${p.line} has ${grouped(p.characters)} characters, so the file is minified or data`,
  parseNoGrammar: (p: { language: string }) =>
    `read as plain text: the ${p.language} grammar is not available on this system`,
  parseFailed: (p: { reason: string }) => `read as plain text: the parser failed (${p.reason})`,
  patternNoGrammar: (p: { language: string }) => `there is no grammar for ${p.language} on this system`,
  patternEmpty: () => 'it is empty',
  patternBroken: (p: { near: string }) =>
    p.near === '' ? 'it ends before it is complete' : `"${p.near}" does not fit there or is never finished`,
  patternIncomplete: (p: { missing: string }) => `"${p.missing}" is missing`,
  patternSeveral: (p: { near: string }) => `a second piece of code starts there ("${p.near}"); a pattern is one`,
  patternRefused: (p: { reason: string }) => p.reason,
  indexLocked: (p: { folder: string }) => `Another program keeps the index in ${p.folder} locked; try again later.`,
  indexBeingWritten: (p: { pid: number; seconds: number }) =>
    `Process ${p.pid} has been writing this index for ${plural(p.seconds, 'second', 'seconds')}.`,
  indexReadonly: (p: { folder: string; detail: string }) =>
    `The index in ${p.folder} cannot be written (${p.detail}): make that folder writable, or name another one in IQ_INDEX_DIR.`,
  indexDiskFull: (p: { folder: string; detail: string }) =>
    `No room to write the index in ${p.folder} (${p.detail}); indexing goes on when there is room.`,
  indexRebuilt: () => 'The index was damaged and has been built anew.',
  indexKeepsBreaking: (p: { folder: string }) =>
    `The index in ${p.folder} changed or broke each time it was read; check that disk.`,
  indexRootGone: (p: { root: string }) => `${p.root} cannot be read right now; its index is kept.`,
  indexStopped: () => 'Indexing was stopped before it was done; the rest follows next time.',
  fileBinary: () => 'binary: its first 8 KB are no text',
  parserGaveUp: (p: { seconds: number }) => `the parser failed on it or took more than ${p.seconds} s`,
  // query
  filterNotBuilt: (p: { filter: string; key: string }) =>
    `${p.filter} narrows by git history, which this version does not search yet. Leave it out, or write "${p.filter}" in quotes to look for that text.`,
  filterNotNegatable: (p: { filter: string; key: string }) =>
    `${p.filter}: ${p.key}: cannot be excluded; use -path: or -glob: instead.`,
  filterBadClass: (p: { filter: string; known: readonly string[] }) =>
    `${p.filter} names no class of files; use one of ${p.known.join(', ')}.`,
  badGlob: (p: { glob: string; reason: string }) => `The glob "${p.glob}" can match nothing: ${p.reason}.`,
  globUnclosed: (p: { sign: string; at: number }) =>
    `"${p.sign}" at character ${p.at} is never closed; write \\${p.sign} for the sign itself`,
  globClass: (p: { name: string }) => `there is no class [:${p.name}:]`,
  globTorn: () => 'its braces and brackets cut each other apart',
  noHits: () => 'Nothing was found.',
  noHitsYet: () => 'Nothing was found in what was searched, and not everything was.',
  bareQueryEmpty: () => 'The query is empty; type a name, a path, a regex or a question.',
  onlyStopWords: () => 'Only words matched that almost every question holds; name what you look for.',
  onlyPartialWords: () => 'Only parts of words matched.',
  onlyTests: () => 'Every hit is in a test.',
  definedOnce: (p: { name: string }) => `${p.name} is defined once.`,
  definedOnceOutsideTests: (p: { name: string; others: number }) =>
    `${p.name} is defined once; ${plural(p.others, 'other definition is', 'other definitions are')} in tests, generated or vendored files.`,
  definedOften: (p: { name: string; count: number }) => `${p.name} is defined ${grouped(p.count)} times.`,
  closeFiles: (p: { first: string; second: string }) => `${p.first} and ${p.second} score almost the same.`,
  oneFile: () => 'All hits are in one file.',
  notAllRanked: (p: { ranked: number; files: number }) =>
    `There are more hits than can be ranked: those of ${grouped(p.ranked)} of ${plural(p.files, 'file', 'files')} are.`,
  clearLead: (p: { path: string }) => `${p.path} leads clearly.`,
  // search
  unknownRepo: (p: { repo: string[]; known: string[] }) =>
    `No root is named ${p.repo.join(', ')}; open here: ${p.known.join(', ')}.`,
  badLanguage: (p: { alias: string }) => `"${p.alias}" is no language known here; try ts, py, go, rust, java, cpp.`,
  queryEmpty: (p: { verb: string }) => `"${p.verb}" needs something to look for.`,
  queryTooLong: (p: { length: number; limit: number }) =>
    `The query has ${grouped(p.length)} characters; ${grouped(p.limit)} is the most: search for a part of it that stands on one line.`,
  badPattern: (p: { reason: string; position: number | null }) =>
    `The pattern does not parse${p.position === null ? '' : ` at character ${p.position + 1}`}: ${p.reason}`,
  inNotFound: (p: { path: string }) => `--in ${p.path}: there is no such file or folder below the root.`,
  inForbidden: (p: { path: string }) => `--in ${p.path} may hold secrets or tool state and is never searched.`,
  inUnreadable: (p: { path: string; detail: string }) => `--in ${p.path} cannot be searched: ${p.detail}.`,
  unreadableFolders: (p: { folders: string[] }) =>
    `${plural(p.folders.length, 'folder is', 'folders are')} unreadable and left out: ${p.folders.slice(0, 3).join(', ')}${p.folders.length > 3 ? ', …' : ''}`,
  indexUnusable: (p: { root: string; detail: string }) =>
    `The index of ${p.root} cannot be used (${p.detail}); the search went on without it.`,
  unknownFeature: (p: { name: string }) => `There is no feature "${p.name}"; iq --help lists them.`,
  readAsText: (p: { why: 'matches-all'; pattern: string } | { why: 'refused'; problem: string }) =>
    p.why === 'refused'
      ? `${p.problem} So it was looked for as plain text.`
      : `As a regular expression "${p.pattern}" matches every line, so it was looked for as plain text; iq find takes it as it is.`,
  escalated: (p: { kind: string }) => `Nothing matches as ${p.kind}; read as a question instead.`,
  probe: (p: { reading: 'asRegex' | 'asLiteral' | 'anyCase' | 'partOfWord'; hits: number; pattern: string }) =>
    ({
      asRegex: `This looks like a regex: ${plural(p.hits, 'hit', 'hits')} as /${p.pattern}/ (without --literal).`,
      asLiteral: `Read as plain text it has ${plural(p.hits, 'hit', 'hits')}: add --literal.`,
      anyCase: `${plural(p.hits, 'hit differs', 'hits differ')} in case only: add --case insensitive.`,
      partOfWord: `${plural(p.hits, 'hit', 'hits')} inside longer words: leave out --word.`,
    })[p.reading],
  badKind: (p: { kind: string; known: readonly string[] }) =>
    `"${p.kind}" is no kind known here; use one of ${p.known.join(', ')}.`,
  needsIndex: (p: { verb: string }) =>
    `"${p.verb}" needs the index, and there is none that can be read: see iq index status, or use find.`,
  astNeedsLanguage: () => 'A structural pattern needs its language: add --lang, for example --lang ts.',
  astOneLanguage: (p: { languages: readonly string[] }) =>
    `A structural pattern is code of one language, not of ${p.languages.join(' and ')}: choose one with --lang.`,
  patternParsedAs: (p: { kind: string }) => `The pattern was parsed as ${p.kind}.`,
  pathOutside: (p: { path: string }) => `${p.path} is outside the root.`,
  pathForbidden: (p: { path: string }) => `${p.path} may hold secrets or tool state and is never read.`,
  pathNotFound: (p: { path: string }) => `There is no file ${p.path} below the root; try iq files.`,
  pathIsFolder: (p: { path: string }) => `${p.path} is a folder; to list its files: iq files "${p.path}/**"`,
  noOutline: (p: { path: string }) => `${p.path} holds no definition; for its text: iq context ${p.path}:1`,
  pathUnreadable: (p: { path: string; detail: string }) => `${p.path} cannot be shown: ${p.detail}`,
  indexIncomplete: (p: { root: string }) =>
    `The index of ${p.root} is incomplete; this answer comes from a live search of the files instead.`,
  pathAmbiguous: (p: { path: string; paths: string[] }) =>
    `${p.path} fits ${p.paths.length} files: ${p.paths.slice(0, 5).join(', ')}${p.paths.length > 5 ? ', …' : ''}.`,
  asAsked: (p: { path: string }) => `${p.path} was named in the query.`,
  contextNeedsAnchor: () => 'Name a line: iq context path/to/file.ts:120.',
  noLineZero: (p: { path: string }) => `Lines are counted from 1: there is no line 0 in ${p.path}.`,
  lineBeyondEnd: (p: { path: string; line: number; lines: number }) =>
    `${p.path} has ${plural(p.lines, 'line', 'lines')}; line ${p.line} is beyond its end.`,
  binaryPartial: (p: { paths: string[] }) =>
    `${plural(p.paths.length, 'file turned', 'files turned')} out to be binary after the first match: ${p.paths.slice(0, 3).join(', ')}`,
  astLimit: (p: { done: number; total: number }) =>
    `The structural search stopped after ${p.done} of ${p.total} files; narrow it with --in, --glob or a longer pattern.`,
  refsLimit: (p: { done: number; total: number }) =>
    `Uses are told apart in the first ${p.done} of ${p.total} files only; narrow the search with --in or --lang.`,
  defsLimit: (p: { done: number; total: number }) =>
    `Definitions were looked for in ${p.done} of the ${p.total} files that hold the name; narrow the search with --in or --lang.`,
  noDefinition: (p: { name: string }) =>
    `No definition of ${p.name} was found; these are the lines that hold the name.`,
  // render
  shownHits: (p: { shown: number; total: number; files: number; atLeast: boolean }) =>
    p.shown === p.total && !p.atLeast
      ? `${plural(p.total, 'hit', 'hits')} in ${plural(p.files, 'file', 'files')}`
      : `${grouped(p.shown)} of ${hitCount(p)} in ${plural(p.files, 'file', 'files')}`,
  shownFiles: (p: { shown: number; files: number; total: number; atLeast: boolean }) =>
    `${grouped(p.shown)} of ${plural(p.files, 'file', 'files')} (${hitCount(p)})`,
  shownShort: (p: { shown: number; total: number; atLeast: boolean }) => `${grouped(p.shown)} of ${hitCount(p)}`,
  escalatedFrom: (p: { kind: string }) => `(nothing as ${p.kind})`,
  indexFresh: () => 'index fresh',
  indexNone: () => 'no index',
  indexUnchecked: (p: { ageMs: number }) => `index ${plural(Math.floor(p.ageMs / 60_000), 'minute', 'minutes')} old`,
  indexBehind: (p: { changes: number; ageMs: number }) =>
    `index behind by ${plural(p.changes, 'change', 'changes')}, ${plural(Math.floor(p.ageMs / 60_000), 'minute', 'minutes')} old`,
  filesSearched: (p: { searched: number; listed: number; skipped: number; reasons: string[] }) =>
    `${grouped(p.searched)} of ${plural(p.listed, 'file', 'files')} searched` +
    (p.skipped === 0
      ? ''
      : `, ${grouped(p.skipped)} skipped${p.reasons.length === 0 ? '' : ` (${p.reasons.join(', ')})`}`),
  stagesOff: (p: { stages: string[] }) => `off: ${p.stages.join(', ')}`,
  nothingFound: () => 'none',
  changedSince: () => 'changed since indexed',
  changedNear: () => 'changed since indexed; nearest line with that name',
  moreLines: (p: { lines: number }) => plural(p.lines, 'more line', 'more lines'),
  wholeFile: () => 'the file itself',
  inSymbol: () => 'in',
  calledFrom: () => 'called from',
  sameCommandWith: (p: { cursor: string }) => `--after ${p.cursor}`,
  notesCut: (p: { notes: number }) => plural(p.notes, 'more note', 'more notes'),
  hitsDropped: (p: { hits: number; paths: string[]; reason: string }) =>
    `${plural(p.hits, 'hit is', 'hits are')} not shown, ` +
    `${p.reason === 'vanished' ? 'the file is gone' : `the file cannot be shown (${p.reason})`}: ` +
    `${p.paths.slice(0, 3).join(', ')}${p.paths.length > 3 ? ', …' : ''}`,
  cursorBroken: () => 'This cursor is damaged; run the command without --after.',
  cursorOfAnotherQuery: () => 'This cursor belongs to another query; run the command without --after.',
  cursorOfOlderIndex: () => 'The index changed since the page before this one: hits may repeat or be missed.',
  cursorBeyondEnd: () => 'The result has become shorter: nothing is left to show after this cursor.',
  budgetTooSmall: (p: { budget: number; least: number; format: string }) =>
    `A budget of ${p.budget} tokens is too small for ${p.format} output; the least is ${p.least}.`,
  // cli
  usage: (p: { problem: string }) => `${p.problem} (iq --help lists what there is).`,
  unknownFlag: (p: { flag: string; guess?: string }) =>
    p.guess === undefined
      ? `There is no flag ${p.flag}; a query that starts with a dash goes behind --: iq -- ${p.flag}`
      : `There is no flag ${p.flag}; did you mean ${p.guess}? A query that starts with a dash goes behind --.`,
  flagOfOtherVerb: (p: { flag: string; owner: string }) => `${p.flag} belongs to iq ${p.owner}; it does nothing here.`,
  flagNeedsValue: (p: { flag: string }) => `${p.flag} needs a value.`,
  badNumber: (p: { flag: string; value: string; min: number; max: number }) =>
    `${p.flag} takes a whole number from ${grouped(p.min)} to ${grouped(p.max)}, not "${p.value}".`,
  badChoice: (p: { flag: string; value: string; known: readonly string[] }) =>
    `${p.flag} takes ${p.known.join(', ')}, not "${p.value}".`,
  flagsExclude: (p: { one: string; other: string }) => `${p.one} and ${p.other} exclude each other: choose one.`,
  nothingAsked: (p: { verb: string; argument: string }) =>
    p.verb === ''
      ? 'Nothing to search for: try iq "how are tokens refreshed", or iq --help.'
      : `"${p.verb}" needs ${p.argument}; to search for the word itself: iq -- ${p.verb}`,
  tooManyWords: (p: { verb: string; word: string }) =>
    `"${p.verb}" does not take "${p.word}"; to search for these words: iq -- ${p.verb} ${p.word}`,
  internalError: (p: { message: string }) =>
    `Something is wrong inside iq itself: ${p.message}. IQ_DEBUG=1 shows where.`,
  multiNothing: () => '"multi" reads one query per line from its input, and there was none.',
  multiTooMany: (p: { queries: number; budget: number; needed: number }) =>
    `${plural(p.queries, 'query needs', 'queries need')} a budget of at least ${grouped(p.needed)} tokens together, not ${grouped(p.budget)}: raise --budget or ask fewer.`,
  multiTooLong: (p: { bytes: number }) => `The input of iq multi is over its limit of ${byteSize(p.bytes)}.`,
  multiHeading: (p: { at: number; of: number; query: string }) => `=== ${p.at}/${p.of} ${p.query}`,
  progressListing: (p: { files: number }) => (p.files > 0 ? `listing files: ${grouped(p.files)}` : 'listing files'),
  progressIndexing: (p: { done: number; total: number; secondsLeft: number | null; path: string }) =>
    `indexing ${grouped(p.done)}/${grouped(p.total)} files${p.secondsLeft === null ? '' : `, ${p.secondsLeft} s left`}${p.path === '' ? '' : `  ${p.path}`}`,
  noteLine: (p: { text: string }) => `note: ${p.text}`,
  indexState: (p: { state: 'ready' | 'incomplete' | 'missing' | 'unusable'; detail?: string }) =>
    ({
      ready: 'ready',
      incomplete: 'incomplete: indexing was interrupted; the next search goes on with it',
      missing: 'no index: the next search builds it',
      unusable: `cannot be used: ${p.detail ?? 'unknown'}`,
    })[p.state],
  indexCounts: (p: { files: number; symbols: number; skipped: number; textBytes: number; indexBytes: number }) =>
    `${plural(p.files, 'file', 'files')} of ${byteSize(p.textBytes)}, ${plural(p.symbols, 'symbol', 'symbols')}, ${grouped(p.skipped)} skipped; the index takes ${byteSize(p.indexBytes)}`,
  indexedAt: (p: { at: string }) => `equalled the disk at ${p.at}`,
  checkLine: (p: { ok: boolean; name: string; detail: string }) => `${p.ok ? 'ok ' : 'off'}  ${p.name}: ${p.detail}`,
  checkNodeOld: (p: { version: string; wanted: number }) => `${p.version}; Node ${p.wanted} or newer is needed`,
  checkSqlite: (p: { version: string }) => `SQLite ${p.version} with FTS5`,
  checkGrammars: (p: { languages: number }) => `${p.languages} languages`,
  checkGrammarsMissing: (p: { languages: readonly string[] }) =>
    `not available on this system, read as plain text: ${p.languages.join(', ')}`,
  checkFolder: (p: { folder: string; freeBytes: number }) => `${p.folder}, ${byteSize(p.freeBytes)} free`,
  checkFolderFull: (p: { folder: string; freeBytes: number; wantedBytes: number }) =>
    `${p.folder} has ${byteSize(p.freeBytes)} free; an index may need ${byteSize(p.wantedBytes)}`,
  checkFailed: (p: { reason: string }) => `does not work: ${p.reason}`,
  checkOwn: (p: { folder: string }) => `${p.folder} belongs to you`,
  checkForeign: (p: { folder: string }) =>
    `${p.folder} belongs to somebody else: it is searched without git and never run as yours`,
  aboutQuery: () => 'the best answer to whatever was typed',
  aboutFind: () => 'text in files, searched live with ripgrep; smart case',
  aboutFiles: () => 'files by fuzzy name',
  aboutDef: () => 'the definition of a symbol, with its signature and reference count',
  aboutRefs: () => 'the uses of a symbol',
  aboutSym: () => 'symbols by fuzzy or wildcard name',
  aboutAst: () => 'code by structure, as an ast-grep pattern; needs --lang',
  aboutOutline: () => 'the skeleton of a file',
  aboutContext: () => 'the function around a line; -C shows more around it',
  aboutMulti: () => 'one query per line of the input; they share one budget',
  aboutIndex: () => 'how the index stands, build it again, or delete it',
  aboutDoctor: () => 'checks every dependency and says what is off and why',
  flagRoot: () => 'folder to search, repeatable (default: the repository around the current folder)',
  flagIn: () => 'only below this path of the root, repeatable',
  flagRepo: () => 'only in the root of this name, repeatable',
  flagLang: () => 'only these languages: ts,python',
  flagGlob: () => 'only files this glob matches, repeatable',
  flagNotGlob: () => 'no files this glob matches, repeatable',
  flagOnly: (p: { known: readonly string[] }) => `only ${p.known.join(', ')} (a list)`,
  flagIgnored: () => 'also files that ignore rules hide; secrets stay out',
  flagBudget: () => `most tokens the output may cost (default ${BUDGET_DEFAULT})`,
  flagLimit: () => 'most hits shown',
  flagContext: () => 'lines shown around a hit',
  flagFilesOnly: () => 'the paths alone',
  flagCount: () => 'the number of hits alone',
  flagFull: () => 'whole definitions instead of lines',
  flagJson: () => 'one JSON document',
  flagNdjson: () => 'one JSON value per line',
  flagAfter: () => 'go on behind this cursor of an earlier answer',
  flagFeatures: () => 'switch ranking stages: -coherence,-pathwords or only=bm25',
  flagWhy: () => 'every part of every score',
  flagExplainMissing: () => 'say which rule keeps this file out, instead of searching',
  flagLiteral: () => 'plain text instead of a regex',
  flagWord: () => 'whole words only',
  flagCase: (p: { known: readonly string[] }) => `${p.known.join(', ')} (default ${p.known[0]})`,
  flagExact: () => 'the pattern is a glob and has to match as one',
  flagKind: (p: { known: readonly string[] }) => `one of ${p.known.join(', ')}`,
  helpUsage: () => 'iq "<query>" [flags]\niq <verb> <argument> [flags]',
  helpVerbs: () => 'Verbs',
  helpScope: () => 'Where to search',
  helpOutput: () => 'What is shown',
  helpFlags: () => 'Flags of this verb',
  helpSharedFlags: () => 'Flags that say where to search and what is shown: iq --help',
  helpQuery: () =>
    [
      'A query is a name, a path, a regex, path:line or a question; words need no quotes.',
      'Filters inside it: lang:ts path:src only:tests -path:vendor "exact phrase" /regex/ -word.',
      'Everything behind -- is query, even a verb or a dash: iq -- find, iq -- --pre.',
    ].join('\n'),
  helpStages: (p: { known: readonly string[] }) => `Stages for --features: ${p.known.join(', ')}.`,
  helpExit: () => 'Exit code: 0 hits, 1 none, 2 usage or error. iq <verb> --help says more; iq --version.',
} as const;
