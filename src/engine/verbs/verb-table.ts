/** Which plan answers which verb, and whether it needs the index to be up to date first. */
import type { Verb } from '../../shared/contract.ts';
import { ast } from './ast.ts';
import { auto } from './auto.ts';
import { context } from './context.ts';
import { def } from './def.ts';
import { files } from './files.ts';
import { find } from './find.ts';
import { outline } from './outline.ts';
import { refs } from './refs.ts';
import { sym } from './sym.ts';
import type { VerbPlan } from './verb.ts';

export interface VerbEntry {
  plan: VerbPlan;
  /** `wait`: bring the index up to date first. `live`: never wait; use the index there is for what it can add. */
  index: 'wait' | 'live';
  /** Parses files while it answers (a pasted anchor does so under any verb): always, or only where there is no index. */
  parses: 'always' | 'unindexed' | 'never';
}

export const VERB_TABLE: Record<Verb, VerbEntry> = {
  auto: { plan: auto, parses: 'unindexed', index: 'wait' },
  find: { plan: find, parses: 'never', index: 'live' },
  files: { plan: files, parses: 'never', index: 'live' },
  def: { plan: def, parses: 'unindexed', index: 'wait' },
  refs: { plan: refs, parses: 'always', index: 'live' },
  sym: { plan: sym, parses: 'never', index: 'wait' },
  ast: { plan: ast, parses: 'always', index: 'live' },
  outline: { plan: outline, parses: 'always', index: 'live' },
  context: { plan: context, parses: 'always', index: 'live' },
};
