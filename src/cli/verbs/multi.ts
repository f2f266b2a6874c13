/** `multi`: one query per line of the input. Every query gets an even share of what is left of the budget. */
import { addAbortSignal, type Readable } from 'node:stream';
import type { SearchRequest } from '../../shared/contract.ts';
import { messages } from '../../shared/messages.ts';
import { REQUEST_LIMITS } from '../../shared/vocabulary.ts';
import type { Engine } from '../../engine/engine.ts';
import { IqError, isIqError } from '../../engine/errors.ts';
import { estimateTokens } from '../../engine/render/tokens.ts';
import { EXIT, exitCodeFor } from '../exit-code.ts';
import type { Frame } from '../multi-frame.ts';
import { frameCost, frameOf, renderFailure } from '../multi-frame.ts';
import { renderAnswer } from '../render-answer.ts';
import { toRequest } from '../request.ts';
import type { VerbCall } from '../verb-table.ts';
import { withEngine } from '../with-engine.ts';

/** 400 queries of full length, which is what the largest budget is enough for. */
const INPUT_MAX_BYTES = 4 * 1024 * 1024;

export async function multi(call: VerbCall): Promise<number> {
  const { row, words, flags, terminal } = call;
  if (words[0] !== undefined) throw new IqError('usage', messages.tooManyWords({ verb: row.name, word: words[0] }));
  const queries = splitQueries(await readAll(terminal.streams.stdin, call.signal));
  const requests = queries.map((query) => toRequest('auto', query, flags));
  const frames = requests.map((request, index) => frameOf(request, index, requests.length));
  const budget = requests[0]?.budget ?? 0;
  const needed = reserve(frames) + frames.length * REQUEST_LIMITS.budgetMin;
  if (needed > budget) throw new IqError('usage', messages.multiTooMany({ queries: queries.length, budget, needed }));
  return withEngine(call, async (engine, clearProgress) => {
    const codes: number[] = [];
    let left = budget;
    for (const [index, request] of requests.entries()) {
      // What the frames still to come cost is set aside first, so that no answer can eat it.
      const share = Math.floor((left - reserve(frames.slice(index))) / (requests.length - index));
      const result = await ask(engine, call, { ...request, budget: share });
      const frame = frames[index] ?? { before: '', after: '' };
      clearProgress();
      await terminal.print(frame.before + result.text + frame.after);
      left -= estimateTokens(result.text) + frameCost(frame);
      codes.push(result.code);
    }
    return worstOf(codes);
  });
}

function reserve(frames: readonly Frame[]): number {
  return frames.reduce((sum, frame) => sum + frameCost(frame), 0);
}

/** A query that fails costs the others nothing: its sentence stands where its answer would. */
async function ask(engine: Engine, call: VerbCall, request: SearchRequest): Promise<{ text: string; code: number }> {
  try {
    const answer = await engine.search(request, call.signal);
    return { text: renderAnswer(answer, request.format, call.terminal.colour), code: exitCodeFor(answer) };
  } catch (error) {
    if (!isIqError(error) || error.code === 'aborted') throw error;
    return { text: renderFailure(error, request), code: EXIT.error };
  }
}

/** An error anywhere is an error; else one query with hits is enough. */
function worstOf(codes: readonly number[]): number {
  if (codes.includes(EXIT.error)) return EXIT.error;
  return codes.includes(EXIT.hits) ? EXIT.hits : EXIT.none;
}

function splitQueries(input: string): string[] {
  const queries = input.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (queries.length === 0) throw new IqError('usage', messages.multiNothing());
  return queries;
}

async function readAll(input: Readable, signal: AbortSignal): Promise<string> {
  // Ends the wait for a line nobody types any more.
  addAbortSignal(signal, input);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > INPUT_MAX_BYTES) throw new IqError('usage', messages.multiTooLong({ bytes: INPUT_MAX_BYTES }));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
