/** A language table made ready for use: what to select from a tree, and what each kind of node means. */
import type { LanguageTable, NodeRule, Reading } from './language-table.ts';

export interface TableReader {
  /** Selector of the one query; depends on the text only through the rules' `when`. */
  selector(source: string): string;
  nodes: ReadonlyMap<string, NodeRule['read']>;
  /** null: the language needs no walk down the outline. */
  outline: ReadonlyMap<string, NodeRule['read']> | null;
  descend: ReadonlySet<string>;
  branches: ReadonlySet<string>;
}

/** tree-sitter's name for what it could not parse. */
export const ERROR_KIND = 'ERROR';

const readers = new WeakMap<LanguageTable, TableReader>();

/** Built once per table. */
export function tableReader(table: LanguageTable): TableReader {
  const known = readers.get(table);
  if (known !== undefined) return known;
  const reader = build(table);
  readers.set(table, reader);
  return reader;
}

function build(table: LanguageTable): TableReader {
  const rules = Object.entries(table.nodes);
  const wraps = (table.wraps ?? []).filter((kind) => table.nodes[kind] === undefined);
  const plain = rules.filter(([, rule]) => rule.where === undefined).map(([kind]) => kind);
  const kinds = [...plain, ...table.branches, ...wraps].map((kind) => ({ kind, word: table.words?.[kind] ?? '' }));
  const always: string[] = [];
  const sometimes: { where: string; when: RegExp }[] = [];
  for (const [, { where, when }] of rules) {
    if (where !== undefined && when !== undefined) sometimes.push({ where, when });
    else if (where !== undefined) always.push(where);
  }
  const nodes = new Map(rules.map(([kind, rule]) => [kind, rule.read]));
  for (const kind of wraps) nodes.set(kind, wrap);
  return {
    selector: (source) => {
      const present = kinds.filter(({ word }) => source.includes(word)).map(({ kind }) => kind);
      const asked = sometimes.filter(({ when }) => when.test(source)).map(({ where }) => where);
      // One group for all plain kinds: a node of another kind is refused by one look at a bit set.
      return [`:is(${[...present, ERROR_KIND].join(', ')})`, ...always, ...asked].join(', ');
    },
    nodes,
    outline: table.outline === undefined ? null : new Map(Object.entries(table.outline)),
    descend: new Set(table.descend),
    branches: new Set(table.branches),
  };
}

function wrap(): Reading {
  return { wrap: true };
}
