/**
 * argv -> verb, words, flags. The verb is the first word before `--`; everything behind `--` is query. Flags may stand
 * before or after the verb and the query.
 */
import { Command, CommanderError, Option } from 'commander';
import { messages } from '../shared/messages.ts';
import { IqError } from '../engine/errors.ts';
import type { FlagRow, Flags } from './flags.ts';
import { namesOf, takesValue } from './flags.ts';
import { helpText } from './help.ts';
import type { VerbRow } from './verb-table.ts';
import { BARE_QUERY, VERB_ROWS } from './verb-table.ts';

export type Arguments =
  | { kind: 'run'; row: VerbRow; words: string[]; flags: Flags }
  | { kind: 'help'; text: string }
  | { kind: 'version' };

// Words that look like flags pass the parser behind a NUL, which no real argument can contain.
const SHIELD = '\0';

/** Throws an IqError with code `usage` for what cannot be read. */
export function readArguments(argv: readonly string[]): Arguments {
  const dashes = argv.indexOf('--');
  const head = dashes === -1 ? [...argv] : argv.slice(0, dashes);
  const tail = dashes === -1 ? [] : argv.slice(dashes + 1);
  const positions = wordPositions(head);
  for (const at of positions) head[at] = SHIELD + head[at];
  const first = positions[0];
  const row = VERB_ROWS.find(({ name }) => first !== undefined && head[first] === SHIELD + name) ?? BARE_QUERY;
  if (row !== BARE_QUERY && first !== undefined) head.splice(first, 1);
  if (head.includes('--help') || head.includes('-h')) return { kind: 'help', text: helpText(row) };
  if (row === BARE_QUERY && head[0] === '--version') return { kind: 'version' };
  const { words: before, flags } = parse(row, head);
  return { kind: 'run', row, words: [...before, ...tail], flags };
}

/** Where the arguments are that are neither a flag nor the value of one. */
function wordPositions(head: readonly string[]): number[] {
  const valued = new Set([BARE_QUERY, ...VERB_ROWS].flatMap((row) => row.flags.filter(takesValue).flatMap(namesOf)));
  const words: number[] = [];
  for (let at = 0; at < head.length; at += 1) {
    const arg = head[at] ?? '';
    if (!arg.startsWith('-') || isQueryWord(arg)) words.push(at);
    else if (valued.has(arg)) at += 1;
  }
  return words;
}

/** `-path:test` and `-x y` in one argument belong to the query: no flag has a colon or a blank in its name. */
function isQueryWord(arg: string): boolean {
  return arg === '-' || /^-[a-z]+:/i.test(arg) || /^-[^=]*\s/.test(arg) || arg.startsWith('-"');
}

function parse(verb: VerbRow, argv: string[]): { words: string[]; flags: Flags } {
  const command = new Command('iq').argument('[words...]').helpOption(false).exitOverride();
  command.configureOutput({ outputError: () => {} });
  for (const row of verb.flags) command.addOption(toOption(row));
  try {
    command.parse(argv, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) throw usageError(error);
    throw error;
  }
  return { words: command.args.map((word) => word.replace(SHIELD, '')), flags: command.opts<Flags>() };
}

function toOption(row: FlagRow): Option {
  const option = new Option(row.typed, row.about);
  return row.read ? option.argParser(row.read) : option;
}

/** commander's failure as a sentence of the catalogue. It quotes the flag, and may add a guess on a second line. */
function usageError(error: CommanderError): IqError {
  const flag = /'([^' <=]+)/.exec(error.message)?.[1] ?? '';
  const guess = /Did you mean (\S+)\?/.exec(error.message)?.[1];
  if (error.code === 'commander.optionMissingArgument') {
    return new IqError('usage', messages.flagNeedsValue({ flag: /(--[\w-]+)/.exec(error.message)?.[1] ?? flag }));
  }
  if (error.code !== 'commander.unknownOption') {
    return new IqError('usage', messages.usage({ problem: error.message.replace(/^error: /, '') }));
  }
  const owner = VERB_ROWS.find((row) => row.flags.some((known) => namesOf(known).includes(flag)));
  if (owner) return new IqError('usage', messages.flagOfOtherVerb({ flag, owner: owner.name }));
  return new IqError('usage', messages.unknownFlag({ flag, ...(guess === undefined ? {} : { guess }) }));
}
