/** Places people paste: compiler errors, stack frames, links. Read into a path and a line. */
import { isAnchorPath } from './path-shape.ts';

export interface PastedAnchor {
  path: string;
  /** 1-based; 0 where that is what was pasted, as tools write it for a whole file. */
  line: number;
  column?: number;
}

/** What compilers write behind a place: `: error TS2322: ...`, ` - warning`. */
const MESSAGE = /(?<=[\d)]):?\s+(?:-\s+)?(?:fatal |internal )?(?:error|warning|note|info)\b.*$/;

const FORMS: readonly RegExp[] = [
  // File "app/main.py", line 12, in run
  /^File "(?<path>[^"]+)", line (?<line>\d+)/,
  // at f (x.ts:3:9), at async Foo.bar (file:///x.ts:3:9)
  /^(?:at\s.*)?\((?<path>[^()]+?):(?<line>\d+)(?::(?<column>\d+))?\)$/,
  // at x.ts:3:9, at async x.ts:3:9
  /^at\s+(?:async\s+)?(?<path>\S.*?):(?<line>\d+)(?::(?<column>\d+))?$/,
  // path#L12, path#L12-L20, path#L12C3
  /^(?<path>\S+?)#L(?<line>\d+)(?:C(?<column>\d+))?(?:-L?\d+(?:C\d+)?)?$/,
  // path(12), path(12,5), path(12,5-7)
  /^(?<path>\S[^()]*?)\((?<line>\d+)(?:,\s*(?<column>\d+))?(?:-\d+)?\)$/,
  // path:12, path:12:5, path:12-20
  /^(?<path>\S.*?):(?<line>\d+)(?::(?<column>\d+)|-\d+)?$/,
];

/**
 * The place `text` names and nothing besides, or null: `path:line[:column]`, `path:line-line`, `path(12,5)`,
 * `path#L12`, `at f (x.ts:3:9)`, a Python frame, a link to a line of a hosted file. Punctuation after it is dropped
 * (`File.tsx:25.`), a drive letter is part of the path. `host:8080`, `12:30` and `call(1,2)` are no places.
 */
export function parseAnchor(text: string): PastedAnchor | null {
  const place = text.trim().replace(MESSAGE, '');
  const trimmed = place.replace(/(?<=[\d)])[.,;:`'">]+$/, '').replace(/^[`'"<]+/, '');
  for (const [index, form] of FORMS.entries()) {
    const found = form.exec(trimmed)?.groups;
    if (found === undefined) continue;
    const anchor = toAnchor(found, { lenient: index === 0 || index === 3, call: index === 4 });
    if (anchor !== null) return anchor;
  }
  return null;
}

type Groups = Record<string, string | undefined>;

/** Lenient forms say by themselves that they name a file; a call needs an extension nobody calls. */
function toAnchor(found: Groups, o: { lenient: boolean; call: boolean }): PastedAnchor | null {
  const path = cleanPath(found['path'] ?? '');
  const line = Number(found['line']);
  if (path === '' || line > 9_999_999) return null;
  if (!o.lenient && !isAnchorPath(path)) return null;
  if (o.call && !/[/\\]|\.(?:cs|ts|tsx|js|jsx|fs|vb|vue|cpp|cc|c|h|hpp|xaml|csproj|sql|cshtml|razor)$/i.test(path))
    return null;
  if (/\s/.test(path) && !/^(?:[A-Za-z]:[\\/]|[./~])/.test(path)) return null;
  const column = found['column'] === undefined ? 0 : Number(found['column']);
  return { path, line, ...(column > 0 ? { column } : {}) };
}

function cleanPath(path: string): string {
  const blob = /^https?:\/\/[^/]+\/[^/]+\/[^/]+\/(?:-\/)?(?:blob|blame|src)\/[^/]+\/(.+)$/.exec(path)?.[1];
  if (blob !== undefined) return decoded(blob.replace(/\?.*$/, ''));
  if (path.startsWith('file://')) return decoded(path.slice('file://'.length)).replace(/^\/(?=[A-Za-z]:)/, '');
  return path.replace(/^(?:webpack|vite|node):\/*(?:\.\/)?/, '').replace(/^(?:\.\/+)+/, '');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
