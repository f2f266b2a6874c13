/** The bare query: read as what it looks like; an exact reading without hits becomes a question, and says so. */
import { messages } from '../../shared/messages.ts';
import { isIqError } from '../errors.ts';
import { matchesEveryLine } from '../plan/matches-every-line.ts';
import { filesRetriever } from '../retrieve/files.ts';
import { textRetriever } from '../retrieve/text.ts';
import { context as contextVerb } from './context.ts';
import { find } from './find.ts';
import { name } from './name.ts';
import { narrowed } from './narrow.ts';
import { path } from './path.ts';
import { prose } from './prose.ts';
import { ranked } from './ranked.ts';
import { retrieverQuery, type VerbContext, type VerbPlan, type VerbResult } from './verb.ts';

const PLANS = { path, identifier: name, regex: regexOrText, prose, anchor: contextVerb } as const;

export const auto: VerbPlan = async (asked) => {
  const context = await narrowed(asked);
  if (context.query.text === '') return withoutText(context);
  const jump = context.query.kind === 'anchor' ? await jumpTo(context) : null;
  if (jump !== null) return jump;
  const kind = context.query.kind === 'anchor' ? 'path' : context.query.kind;
  const result = withLineNote(await PLANS[kind](as(context, kind)), context);
  if (result.total > 0 || kind === 'prose' || !context.features.has('escalation')) return result;
  return escalate(context, result, kind);
};

function as(context: VerbContext, kind: 'path' | 'identifier' | 'regex' | 'prose'): VerbContext {
  return { ...context, query: { ...context.query, kind } };
}

/**
 * Nobody said that this is a regex: pasted code that is none (`foo{bar`), or that would match every line (`a || b`
 * without its spaces), is text. `find` and `/.../` take patterns as they are.
 */
async function regexOrText(context: VerbContext): Promise<VerbResult> {
  const { text } = context.query;
  if (matchesEveryLine(text)) return asText(context, messages.readAsText({ why: 'matches-all', pattern: text }));
  try {
    return await find(context);
  } catch (error) {
    if (!isIqError(error) || error.code !== 'bad-regex') throw error;
    return asText(context, messages.readAsText({ why: 'refused', problem: error.message }));
  }
}

async function asText(context: VerbContext, note: string): Promise<VerbResult> {
  const query = retrieverQuery(context, context.query.text);
  const literal = { ...query, text: { ...query.text, literal: true } };
  const found = await textRetriever(literal, context.scope, context.signal);
  const result = ranked(context, found, { kind: 'regex', mode: 'lines' });
  return { ...result, notes: [{ code: 'read-as-text', text: note }, ...result.notes] };
}

async function escalate(context: VerbContext, result: VerbResult, kind: string): Promise<VerbResult> {
  const answer = await prose(as(context, 'prose'));
  const note = { code: 'escalated', text: messages.escalated({ kind }) };
  const hint = result.hint ?? answer.hint;
  // Of a search that was cut short nobody knows that it has no hits.
  const totalIsLowerBound = result.totalIsLowerBound || answer.totalIsLowerBound;
  return {
    ...answer,
    totalIsLowerBound,
    ...(totalIsLowerBound && answer.total === 0 ? { confidenceReason: messages.noHitsYet() } : {}),
    escalatedFrom: kind,
    notes: [...result.notes, note, ...answer.notes],
    ...(hint === undefined ? {} : { hint }),
  };
}

/** Tools write line 0 when they mean the file: so the file it is, and the answer says so. */
function withLineNote(result: VerbResult, { query: { anchor } }: VerbContext): VerbResult {
  if (anchor?.line !== 0) return result;
  const note = { code: 'no-line-zero', text: messages.noLineZero({ path: anchor.path }) };
  return { ...result, notes: [...result.notes, note] };
}

/** `a.ts:3` jumps there where that file exists; else it is a query like any other. */
async function jumpTo(context: VerbContext): Promise<VerbResult | null> {
  if (context.query.anchor?.line === 0) return null;
  try {
    return await contextVerb(context);
  } catch (error) {
    if (isIqError(error) && (error.code === 'path-not-found' || error.code === 'path-outside-root')) return null;
    throw error;
  }
}

/** Only a phrase or a regex: find it. Only filters: everything they allow. */
async function withoutText(context: VerbContext): Promise<VerbResult> {
  const [phrase] = context.query.phrases;
  const [regex] = context.query.regexes;
  const text = phrase ?? regex;
  if (text !== undefined) {
    const request = { ...context.request, literal: phrase !== undefined };
    return find({ ...context, request, query: { ...context.query, text } });
  }
  const all = await filesRetriever(retrieverQuery(context, ''), context.scope, context.signal);
  return ranked(context, all, { kind: 'path', mode: 'files' });
}
