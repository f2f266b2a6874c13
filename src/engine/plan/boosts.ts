/** Terms of a score: what the legs found, and what the names of definitions, files and folders add to it. */
import type { ScorePart } from '../../shared/contract.ts';
import type { FeatureSet } from '../features.ts';
import { BOOST, PATH_MENTION, WORD_QUALITY } from '../options.ts';
import type { Hit, Leg, ParsedQuery } from '../types.ts';
import type { Place, RankMode } from './fuse.ts';
import { lastPart } from './name-parts.ts';
import { stem } from './stem.ts';
import { isStopWord } from './stop-words.ts';
import { compoundTerms, foldText, queryTerms, splitIdentifier } from './tokens.ts';

/** What boosts need to know of a query, computed once. */
export interface BoostContext {
  mode: RankMode;
  features: FeatureSet;
  /** The asked name: the last part of `A.b`, `a::b`. */
  name: string;
  /** A plain lower-case word: it may name a file as well as a symbol. */
  plainWord: boolean;
  terms: ReadonlySet<string>;
  words: readonly string[];
}

const MIN_PREFIX = 3;

export function boostContext(query: ParsedQuery, o: { mode: RankMode; features: FeatureSet }): BoostContext {
  const name = lastPart(query.text);
  const words = (query.text.match(/[\p{L}\p{N}\p{M}_$]+/gu) ?? []).flatMap(splitIdentifier);
  return {
    ...o,
    name,
    plainWord: /^[\p{Ll}\p{N}_-]+$/u.test(query.text),
    terms: new Set([...queryTerms(query.text), ...compoundTerms(query.text)]),
    words: [...new Set(words.filter((word) => word.length > 2 && !isStopWord(word)).map(stem))],
  };
}

/** What the legs that found the place say, as `add` parts. */
export function legParts(place: Place, context: BoostContext): ScorePart[] {
  const { mode } = context;
  if (mode === 'prose') return proseParts(place);
  if (mode === 'files') {
    const named = place.legs.get('file');
    return [add(named === undefined ? 'text' : 'path', named ?? PATH_MENTION * bestOf(place))];
  }
  if (mode === 'lines') return [add(place.hit.leg, bestOf(place))];
  // The strongest witness counts: legs of a name query see the same line and would only add up to its number of legs.
  const witnesses = place.hits.map((hit) => add(legName(hit.leg), hit.score * wordQuality(hit, context.name)));
  const best = witnesses.length < 2 ? witnesses[0] : witnesses.toSorted((a, b) => b.value - a.value)[0];
  return best === undefined ? [] : [best];
}

/** Questions sum the legs: agreement of two is evidence. A definition alone was injected by its name. */
function proseParts(place: Place): ScorePart[] {
  const legs: readonly Leg[] = ['bm25', 'live', 'text', 'ref', 'ast'];
  const found = legs.flatMap((leg) => {
    const score = place.legs.get(leg);
    return score === undefined ? [] : [add(leg, score)];
  });
  return found.length > 0 ? found : [add('injected', BOOST.injected)];
}

/** The definition of the asked name leads; in a question it only helps. */
export function definitionPart(place: Place, context: BoostContext): ScorePart[] {
  if (!context.features.has('defboost') || context.mode === 'files') return [];
  const grade = definitionGrade(place, context);
  if (grade === null) return [];
  const full = context.mode === 'prose' ? BOOST.embeddedDefinition : BOOST.definition;
  const share = grade === 'exact' ? 1 : BOOST.foldedDefinition / BOOST.definition;
  return [add('definition', full * share)];
}

export function definitionGrade(place: Place, context: BoostContext): 'exact' | 'folded' | null {
  if (place.hits.some((hit) => hit.defines === 'exact' || hit.refKind === 'def')) return 'exact';
  if (place.hits.some((hit) => hit.defines === 'folded')) return 'folded';
  // Fuzzy symbol search does not say which of its names is the asked one.
  if (context.mode !== 'name') return null;
  const names = place.hits.filter((hit) => hit.leg === 'symbol').map((hit) => hit.symbol?.name ?? '');
  if (names.includes(context.name)) return 'exact';
  return names.some((name) => foldText(name) === foldText(context.name)) ? 'folded' : null;
}

/** Boosts by the file's own name and its folders. */
export function fileParts(hit: Hit, context: BoostContext): ScorePart[] {
  const { features, mode } = context;
  if (mode === 'lines' || mode === 'files') return [];
  const segments = hit.path.split('/');
  const file = segments.pop() ?? '';
  return [
    ...(features.has('stemboost') ? stemPart(file, hit, context) : []),
    ...(features.has('pathwords') && mode === 'prose' ? pathWordsPart(segments, context) : []),
  ];
}

function stemPart(file: string, hit: Hit, context: BoostContext): ScorePart[] {
  const parts = splitIdentifier(file.replace(/(?:\.d)?\.[^.]*$/, ''));
  const names = [parts.join(''), parts.map(stem).join('')];
  if (context.mode === 'name') {
    const asked = splitIdentifier(context.name).join('');
    if (asked === '' || names[0] !== asked) return [];
    const leads = context.plainWord && hit.fileClass === 'src';
    return [add('stem', leads ? BOOST.namedFile : BOOST.stemExact)];
  }
  if (names.some((name) => context.terms.has(name))) return [add('stem', BOOST.stemExact)];
  const starts = [...context.terms].some(
    (term) => term.length >= MIN_PREFIX && names.some((name) => name.startsWith(term)),
  );
  return starts ? [add('stem', BOOST.stemPrefix)] : [];
}

function pathWordsPart(folders: readonly string[], context: BoostContext): ScorePart[] {
  if (context.words.length === 0) return [];
  const parts = new Set(folders.flatMap(splitIdentifier).map(stem));
  const found = context.words.filter((word) => parts.has(word)).length;
  return found === 0 ? [] : [add('path-words', (BOOST.pathWords * found) / context.words.length)];
}

const WORD_SIGN = /[\p{L}\p{N}\p{M}_]/u;

/** How much of a word the match is: whole in the asked case, whole in another, its start, its middle. */
function wordQuality(hit: Hit, name: string): number {
  const { text, ranges } = hit;
  if (text === undefined || ranges === undefined || ranges.length === 0) return 1;
  const isWord = (at: number): boolean => WORD_SIGN.test(text.charAt(at));
  const qualities = ranges.map(([start, end]) => {
    if (start > 0 && isWord(start - 1)) return WORD_QUALITY.substring;
    if (isWord(end)) return WORD_QUALITY.prefix;
    return text.slice(start, end).normalize('NFC').includes(name.normalize('NFC'))
      ? WORD_QUALITY.exact
      : WORD_QUALITY.folded;
  });
  return Math.max(...qualities);
}

function bestOf(place: Place): number {
  return Math.max(...place.legs.values());
}

/** Names of parts as the tags say them. */
function legName(leg: Leg): string {
  return leg === 'file' ? 'path' : leg;
}

function add(name: string, value: number): ScorePart {
  return { name, op: 'add', value };
}
