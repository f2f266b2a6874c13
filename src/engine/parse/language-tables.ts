/** Language id -> its table. */
import type { LanguageTable } from './language-table.ts';
import { bash } from './languages/bash.ts';
import { c, cpp } from './languages/c.ts';
import { csharp } from './languages/csharp.ts';
import { elixir } from './languages/elixir.ts';
import { go } from './languages/go.ts';
import { java } from './languages/java.ts';
import { kotlin } from './languages/kotlin.ts';
import { lua } from './languages/lua.ts';
import { php } from './languages/php.ts';
import { python } from './languages/python.ts';
import { ruby } from './languages/ruby.ts';
import { rust } from './languages/rust.ts';
import { scala } from './languages/scala.ts';
import { javascript, script } from './languages/script.ts';
import { swift } from './languages/swift.ts';

const TABLES: Readonly<Record<string, LanguageTable>> = {
  typescript: script,
  tsx: script,
  javascript,
  python,
  go,
  rust,
  java,
  c,
  cpp,
  csharp,
  ruby,
  php,
  bash,
  kotlin,
  scala,
  swift,
  lua,
  elixir,
};

/** null when the language has no table. */
export function languageTable(language: string | null): LanguageTable | null {
  return language === null ? null : (TABLES[language] ?? null);
}

const CPLUSPLUS =
  /^\s*(?:class\s+\w|template\s*<|namespace\s|using\s+(?:namespace\s|\w+\s*=)|(?:public|private|protected)\s*:)|\bstd::|#\s*include\s*<(?:string|vector|memory|map|utility|functional)>/m;

/** A `.h` file counts as C by its name; its text tells when it is C++. */
export function withCplusplusHeaders(input: { path: string; text: string; language: string | null }): string | null {
  return input.language === 'c' && /\.h$/i.test(input.path) && CPLUSPLUS.test(input.text) ? 'cpp' : input.language;
}
