/** Every verb as one row. The code behind a verb is loaded when it runs. */
import type { Verb } from '../shared/contract.ts';
import { messages } from '../shared/messages.ts';
import type { COMMANDS } from '../shared/vocabulary.ts';
import type { FlagRow, Flags } from './flags.ts';
import { FILES_FLAGS, FIND_FLAGS, OUTPUT_FLAGS, REFS_FLAGS, REPORT_FLAGS, SCOPE_FLAGS, SYM_FLAGS } from './flags.ts';
import type { Terminal } from './terminal.ts';

export interface VerbCall {
  row: VerbRow;
  words: string[];
  flags: Flags;
  terminal: Terminal;
  signal: AbortSignal;
}

/** Returns the exit code: 0 hits, 1 none, 2 usage or error. Throws an IqError for what the user can act on. */
export type VerbRun = (call: VerbCall) => Promise<number>;

export interface VerbRow {
  /** Empty for the bare query. */
  name: (typeof COMMANDS)[number] | '';
  /** What stands behind the verb: `<regex>`; empty where nothing may. */
  argument: string;
  about: string;
  flags: readonly FlagRow[];
  load: () => Promise<VerbRun>;
}

const ANSWER_FLAGS = [...SCOPE_FLAGS, ...OUTPUT_FLAGS];

/** `iq <query>` without a verb. */
export const BARE_QUERY: VerbRow = {
  name: '',
  argument: '<query>',
  about: messages.aboutQuery(),
  flags: ANSWER_FLAGS,
  load: loadSearch('auto'),
};

export const VERB_ROWS: readonly VerbRow[] = [
  searchRow('find', '<regex>', messages.aboutFind(), FIND_FLAGS),
  searchRow('files', '<pattern>', messages.aboutFiles(), FILES_FLAGS),
  searchRow('def', '<symbol>', messages.aboutDef()),
  searchRow('refs', '<symbol>', messages.aboutRefs(), REFS_FLAGS),
  searchRow('sym', '<pattern>', messages.aboutSym(), SYM_FLAGS),
  searchRow('ast', '<pattern>', messages.aboutAst()),
  searchRow('outline', '<path>', messages.aboutOutline()),
  searchRow('context', '<path:line>', messages.aboutContext()),
  {
    name: 'multi',
    argument: '',
    about: messages.aboutMulti(),
    flags: ANSWER_FLAGS,
    load: async () => (await import('./verbs/multi.ts')).multi,
  },
  {
    name: 'index',
    argument: '[status|rebuild|drop]',
    about: messages.aboutIndex(),
    flags: REPORT_FLAGS,
    load: async () => (await import('./verbs/index-upkeep.ts')).indexUpkeep,
  },
  {
    name: 'doctor',
    argument: '',
    about: messages.aboutDoctor(),
    flags: REPORT_FLAGS,
    load: async () => (await import('./verbs/doctor.ts')).doctor,
  },
];

function searchRow(...row: [name: Verb, argument: string, about: string, flags?: readonly FlagRow[]]): VerbRow {
  const [name, argument, about, flags = []] = row;
  return { name, argument, about, flags: [...flags, ...ANSWER_FLAGS], load: loadSearch(name) };
}

function loadSearch(verb: Verb): VerbRow['load'] {
  return async () => {
    const { search } = await import('./verbs/search.ts');
    return (call) => search(verb, call);
  };
}
