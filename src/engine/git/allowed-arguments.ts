/**
 * The git commands that may be run, option by option. Whatever is not listed is refused: an option that writes a
 * file (`--output`), reads the worktree (`ls-files -m`, blame without a revision) or runs a program (`--textconv`,
 * `%G?`) needs no list of its own, and neither does the next one git invents.
 */

interface Command {
  /** Put right after the command: what its own defaults would run. */
  always: readonly string[];
  options: RegExp;
  /** Besides options: nothing, names of revisions, or exactly one full object id. */
  revisions: 'none' | 'any' | 'one-id';
  /** At least one of these must be given. */
  needs?: RegExp;
  /** Whether paths may follow `--`. */
  paths: boolean;
}

const NO_PROGRAMS = ['--no-ext-diff', '--no-textconv'] as const;

const WALK =
  '--all|--branches|--tags|--remotes|--reverse|--first-parent|--no-merges|--merges|--topo-order|--date-order|--parents|' +
  '--(since|until|author|committer|grep|max-count|skip|min-parents|max-parents)=.*|-n\\d+|-\\d+|-[iEFP]|--full-history|--no-walk';
const OUTPUT =
  '-z|-p|-s|-r|-t|-m|-c|-w|-b|--cc|--root|--patch|--no-patch|--raw|--numstat|--shortstat|--name-only|--name-status|--no-commit-id|' +
  '--no-renames|--follow|--full-index|--no-abbrev|--abbrev(=\\d+)?|--no-color|--pickaxe-regex|--use-mailmap|--no-mailmap|--no-notes|' +
  // Signatures are checked by a program; the placeholders for them begin with %G.
  '--(format|pretty)=((?!%G).)*|--(date|encoding|diff-filter|diff-merges)=.*|-U\\d+|-M(\\d+%?)?|-C(\\d+%?)?|' +
  '--find-renames(=\\d+%?)?|--find-copies(=\\d+%?)?|-[SG].+|-L.+';

const options = (...alternatives: string[]): RegExp => new RegExp(`^(?:${alternatives.join('|')})$`, 's');

const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  [
    'ls-files',
    {
      always: [],
      options: options('-z|-c|--cached|-s|--stage|-t|--full-name|--deduplicate'),
      revisions: 'none',
      paths: true,
    },
  ],
  [
    'rev-parse',
    {
      always: [],
      options: options(
        '--verify|-q|--quiet|--short(=\\d+)?|--symbolic-full-name|--abbrev-ref|--is-shallow-repository|--show-object-format',
      ),
      revisions: 'any',
      paths: false,
    },
  ],
  ['rev-list', { always: [], options: options(WALK, '--count|--left-right|-z'), revisions: 'any', paths: true }],
  ['log', { always: NO_PROGRAMS, options: options(WALK, OUTPUT), revisions: 'any', paths: true }],
  ['show', { always: NO_PROGRAMS, options: options(OUTPUT), revisions: 'any', paths: true }],
  ['diff-tree', { always: NO_PROGRAMS, options: options(OUTPUT), revisions: 'any', paths: true }],
  ['cat-file', { always: [], options: options('-[petsr]|blob|commit|tree|tag'), revisions: 'any', paths: false }],
  [
    'blame',
    {
      always: ['--no-textconv', '--no-ignore-revs-file'],
      options: options('--porcelain|--line-porcelain|--incremental|-w|-M(\\d+)?|-C(\\d+)?|-L\\d+,\\+?\\d*|--root'),
      revisions: 'one-id',
      paths: true,
    },
  ],
  [
    'for-each-ref',
    {
      always: [],
      options: options('--(format|sort|points-at|contains|merged)=((?!%\\(signature).)*|--count=\\d+'),
      revisions: 'any',
      paths: false,
    },
  ],
  [
    'config',
    {
      always: [],
      options: options('--list|-l|-z|--null|--includes|--no-includes|--name-only|--show-origin|--show-scope|--local'),
      revisions: 'none',
      needs: /^(--list|-l)$/,
      paths: false,
    },
  ],
]);

/** HEAD, an object id or a full ref, each with steps back, a path inside, a peeled type, or the end of a range. */
const REVISION = /^\^?[\w/.@-]+(?:[\^~]\d*|\^\{\w+\})*(?:\.{2,3}[\w/.@-]+(?:[\^~]\d*)*|:.+)?$/s;
const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** The arguments as they are to be run. Throws for any that are not allowed: the caller chose them, so it is a bug. */
export function allowedArguments(args: readonly string[]): string[] {
  const [name = '', ...rest] = args;
  const command = COMMANDS.get(name);
  if (command === undefined) throw new Error(`git ${name} is not among the allowed commands`);
  const separator = rest.indexOf('--');
  const before = separator < 0 ? rest : rest.slice(0, separator);
  const refused = firstRefused(command, before);
  if (refused !== null) throw new Error(`git ${name} may not be given ${JSON.stringify(refused)}`);
  if (separator >= 0 && !command.paths) throw new Error(`git ${name} may not be given paths`);
  if (args.some((arg) => arg.includes('\0'))) throw new Error('no git argument may hold a NUL');
  return [name, ...command.always, ...rest];
}

/** The first argument that is not allowed, a description of what is missing, or null. */
function firstRefused(command: Command, args: readonly string[]): string | null {
  const fence = args.indexOf('--end-of-options');
  const fenced = fence < 0 ? [] : args.slice(fence + 1);
  const open = fence < 0 ? args : args.slice(0, fence);
  const operands = [...open.filter((arg) => !command.options.test(arg)), ...fenced];
  const isAllowed = command.revisions === 'one-id' ? OBJECT_ID : REVISION;
  const stray = operands.find((arg) => command.revisions === 'none' || arg.startsWith('-') || !isAllowed.test(arg));
  if (stray !== undefined) return stray;
  if (command.revisions === 'one-id' && operands.length !== 1) return 'anything but one revision';
  if (command.needs && !open.some((arg) => command.needs?.test(arg))) return 'no --list';
  return null;
}
