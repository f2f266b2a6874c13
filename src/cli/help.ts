import { messages } from '../shared/messages.ts';
import { FEATURES } from '../engine/features.ts';
import type { FlagRow } from './flags.ts';
import { OUTPUT_FLAGS, SCOPE_FLAGS } from './flags.ts';
import type { VerbRow } from './verb-table.ts';
import { BARE_QUERY, VERB_ROWS } from './verb-table.ts';

/** The help of one verb, or of the program for the bare query. Plain text, ends with a line break. */
export function helpText(verb: VerbRow): string {
  const sections = verb === BARE_QUERY ? programSections() : verbSections(verb);
  return `${sections.join('\n\n')}\n`;
}

function programSections(): string[] {
  return [
    messages.helpUsage(),
    section(
      messages.helpVerbs(),
      VERB_ROWS.map((row) => [`${row.name} ${row.argument}`.trim(), row.about]),
    ),
    section(messages.helpScope(), SCOPE_FLAGS.map(flagLine)),
    section(messages.helpOutput(), OUTPUT_FLAGS.map(flagLine)),
    messages.helpQuery(),
    [messages.helpStages({ known: FEATURES }), messages.helpExit()].join('\n'),
  ];
}

function verbSections(verb: VerbRow): string[] {
  const shared = new Set<FlagRow>([...SCOPE_FLAGS, ...OUTPUT_FLAGS]);
  const own = verb.flags.filter((row) => !shared.has(row));
  return [
    `iq ${verb.name} ${verb.argument}`.trimEnd(),
    verb.about,
    ...(own.length > 0 ? [section(messages.helpFlags(), own.map(flagLine))] : []),
    ...(verb.flags.length > own.length ? [messages.helpSharedFlags()] : []),
  ];
}

function flagLine(row: FlagRow): [string, string] {
  return [row.typed, row.about];
}

function section(title: string, lines: [string, string][]): string {
  const width = Math.max(...lines.map(([left]) => left.length)) + 2;
  return [title, ...lines.map(([left, right]) => `  ${left.padEnd(width)}${right}`)].join('\n');
}
