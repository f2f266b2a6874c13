/** What a single token looks like: a file name, a glob, an identifier. Decides how a bare query is read. */

/** Extensions that make `name.ext` a file rather than a member access: code, config and text people search. */
const EXTENSIONS =
  'ts tsx mts cts js jsx mjs cjs json jsonc json5 vue svelte astro css scss sass less html htm xml svg ' +
  'py pyi pyx ipynb go mod sum rs toml java kt kts groovy gradle scala sbt clj cljs ex exs erl hrl ' +
  'c h cc cpp cxx hh hpp hxx m mm cs fs vb csproj sln swift rb rake gemspec php lua pl pm r jl dart zig nim hs ml mli ' +
  'sh bash zsh fish ps1 bat cmd sql graphql gql proto thrift yaml yml ini cfg conf env properties lock ' +
  'md mdx rst adoc txt tex csv tsv log tf tfvars hcl dockerfile makefile cmake bazel bzl nix';
const KNOWN_EXTENSION = new Set(EXTENSIONS.split(' '));

/** `widget.ts`, `File.TSX`, `.eslintrc.json`: ends in a known extension and holds nothing a file name would not. */
export function isFileName(token: string): boolean {
  const extension = /^[\p{L}\p{N}\p{M}_$@+~.,=-]*\.([A-Za-z0-9]+)$/u.exec(token)?.[1];
  return extension !== undefined && KNOWN_EXTENSION.has(extension.toLowerCase());
}

/** `.gitignore`, `.prettierrc`: as a regex the dot would say "any character", which nobody means. */
function isDotFile(token: string): boolean {
  return /^\.[\p{L}\p{N}][\p{L}\p{N}_.-]*$/u.test(token);
}

/** A path of name-like segments joined by backslashes that ends in a file name: `src\app\main.cs`, `C:\a\b.ts`. */
export function isWindowsPath(token: string): boolean {
  if (!/^(?:[A-Za-z]:)?[\\\p{L}\p{N}_@+~.-]+$/u.test(token) || !token.includes('\\')) return false;
  return isFileName(token.slice(token.lastIndexOf('\\') + 1)) || /^[A-Za-z]:\\/.test(token);
}

/** Can stand before `:12`: a slash, a file name, a Windows path, or any `name.ext` whose extension starts with a letter. */
export function isAnchorPath(token: string): boolean {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(token)) return false;
  if (/[<>|"*?]/.test(token)) return false;
  return token.includes('/') || token.includes('\\') || isFileName(token) || /[^.:]\.[A-Za-z][A-Za-z0-9]*$/.test(token);
}

/** A sign that only a regex has. `.*` counts unless it ends the token, where it is a glob (`vite.config.*`). */
const REGEX_ONLY = /[\\^$|()+]|\.\*.|\.\?|[\])][*?{]|\{\d+,?\d*\}/;

/** A slash or a glob sign, no sign that only a regex has, no space. `?` alone is a regex (`colou?r`). */
export function isPathShaped(token: string): boolean {
  if (/\s/.test(token)) return false;
  if (isFileName(token) || isDotFile(token) || isWindowsPath(token)) return true;
  return (/[/*]|\{[^{},]*,[^{}]*\}/.test(token) || isBracketGlob(token)) && !REGEX_ONLY.test(token);
}

/** `[id].tsx`: brackets alone are a regex, in front of a known extension they are a file. */
function isBracketGlob(token: string): boolean {
  return /\[[^[\]]+\]/.test(token) && KNOWN_EXTENSION.has(token.slice(token.lastIndexOf('.') + 1).toLowerCase());
}

const NAME = '[\\p{L}_$][\\p{L}\\p{N}\\p{M}_$]*';
const QUALIFIED = new RegExp(`^[@#]?${NAME}(?:(?:\\.|::|#|->|\\?\\.)~?${NAME}[?!]?)*$`, 'u');
/** PHP writes namespaces with the sign regexes escape with, so each part has to start with a capital. */
const NAMESPACE = /^\\?\p{Lu}[\p{L}\p{N}_]*(?:\\\p{Lu}[\p{L}\p{N}_]*)+$/u;
const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** `camelCase`, `snake_case`, `A.b`, `a::b`, `A#b`, `a->b`, `App\Models\User`, and any single plain word. */
export function isIdentifier(token: string): boolean {
  // Chinese and Japanese write sentences without spaces: such a word is a question, not a name.
  return (QUALIFIED.test(token) && !CJK.test(token)) || NAMESPACE.test(token);
}

/** `getUser()` pasted with its empty call is the name. */
export function withoutCall(token: string): string {
  const name = token.replace(/\(\)[;,]?$/, '');
  return name !== token && isIdentifier(name) ? name : token;
}

/**
 * True when the text has regex metacharacters and compiles. JavaScript's dialect stands in for ripgrep's: leading flag
 * groups and `(?P<name>` are translated, the pattern is never run here.
 */
export function isRegex(text: string): boolean {
  return /[\\^$.|?*+()[\]{}]/.test(text) && compiles(text);
}

export function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern.replace(/^\(\?[a-zA-Z-]+\)/, '').replaceAll('(?P<', '(?<'));
    return true;
  } catch {
    return false;
  }
}
