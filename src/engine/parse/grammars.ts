/**
 * Which languages have a grammar, and the one way to parse text with it.
 *
 * TypeScript, TSX and JavaScript are built into ast-grep; the others are shared libraries that are loaded on the first
 * use of any of them. Registration is process-wide and first come, first served: ast-grep keeps the first set in a
 * once-cell and silently ignores later calls, from other threads too. So all libraries are registered in one call, and
 * threads that race each other are harmless (20 rounds on 5 threads).
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { kind, parse, registerDynamicLanguage, type SgNode } from '@ast-grep/napi';

/** Language id -> ast-grep's name of its grammar. */
const GRAMMARS: Readonly<Record<string, string>> = {
  typescript: 'TypeScript',
  tsx: 'Tsx',
  javascript: 'JavaScript',
  python: 'python',
  go: 'go',
  rust: 'rust',
  java: 'java',
  c: 'c',
  cpp: 'cpp',
  csharp: 'csharp',
  ruby: 'ruby',
  php: 'php',
  bash: 'bash',
  kotlin: 'kotlin',
  scala: 'scala',
  swift: 'swift',
  lua: 'lua',
  elixir: 'elixir',
};

export const GRAMMAR_LANGUAGES: readonly string[] = Object.keys(GRAMMARS);

const BUILT_IN: ReadonlySet<string> = new Set(['TypeScript', 'Tsx', 'JavaScript']);

/** One node kind every registered grammar has, to ask whether another thread has registered it already. */
const PROBE_KIND = 'comment';

/** The registration data of a grammar package: its own names for symbol and metavariable characters. */
interface GrammarPackage {
  libraryPath: string;
  extensions: string[];
  languageSymbol?: string;
  metaVarChar?: string;
  expandoChar?: string;
}

/** Grammar -> character its patterns write for `$`; filled when grammars are registered. */
const expandos = new Map<string, string>();
let usable: ReadonlySet<string> | null = null;

/** ast-grep's name of the language's grammar, or null when there is none that loads on this system. */
export function grammarOf(language: string | null): string | null {
  const grammar = language === null ? undefined : GRAMMARS[language];
  if (grammar === undefined) return null;
  if (BUILT_IN.has(grammar)) return grammar;
  ensureGrammars();
  return usable?.has(grammar) === true ? grammar : null;
}

/** Parses text into a tree. `grammar` comes from `grammarOf`. */
export function parseTree(grammar: string, text: string): SgNode {
  return parse(grammar, text).root();
}

/** The character that stands for `$` in this grammar's patterns, where `$` is no letter of the language. */
export function expandoOf(grammar: string): string {
  return expandos.get(grammar) ?? '$';
}

/**
 * Registers the grammar libraries of this system, once per thread; costs about 100 ms the first time in a process and a
 * third of that in its other threads. A library that is missing leaves its language without a grammar.
 */
export function ensureGrammars(): void {
  if (usable !== null) return;
  const packages = loadPackages();
  // A path that cannot be opened would abort the process, not throw: loadPackages has checked each one.
  if (packages.size > 0) registerDynamicLanguage(Object.fromEntries(packages));
  usable = new Set([...packages.keys()].filter(isRegistered));
}

function loadPackages(): Map<string, GrammarPackage> {
  const require = createRequire(import.meta.url);
  const found = new Map<string, GrammarPackage>();
  for (const grammar of new Set(Object.values(GRAMMARS))) {
    if (BUILT_IN.has(grammar)) continue;
    const registration = readPackage(require, grammar);
    if (registration === null) continue;
    found.set(grammar, registration);
    expandos.set(grammar, registration.expandoChar ?? registration.metaVarChar ?? '$');
  }
  return found;
}

/** null: the package is not installed, or brings no library for this system (its getter throws then). */
function readPackage(require: NodeJS.Require, grammar: string): GrammarPackage | null {
  try {
    const module: unknown = require(`@ast-grep/lang-${grammar}`);
    if (!isGrammarPackage(module)) return null;
    // Libraries cannot be opened from inside a packed application archive; they lie unpacked beside it.
    const libraryPath = module.libraryPath.replace(/\bapp\.asar(?=[\\/])/, 'app.asar.unpacked');
    return existsSync(libraryPath) ? { ...module, libraryPath } : null;
  } catch {
    return null;
  }
}

function isGrammarPackage(module: unknown): module is GrammarPackage {
  return typeof module === 'object' && module !== null && 'libraryPath' in module && 'extensions' in module;
}

function isRegistered(grammar: string): boolean {
  try {
    // Throws for an unknown grammar; answers 0 for a grammar without such a node.
    kind(grammar, PROBE_KIND);
    return true;
  } catch {
    return false;
  }
}
