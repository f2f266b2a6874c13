/**
 * Where the next page starts. 17 bytes as base64url, because a cursor stands in every answer that has more to show:
 * version, query fingerprint (5), index generation (4), offset (4), check sum (3).
 */
import { createHash } from 'node:crypto';
import type { SearchRequest } from '../../shared/contract.ts';
import { messages } from '../../shared/messages.ts';
import { IqError } from '../errors.ts';

const VERSION = 1;
const BYTES = { fingerprint: 5, generation: 4, offset: 4, sum: 3 } as const;
const LENGTH = 1 + BYTES.fingerprint + BYTES.generation + BYTES.offset + BYTES.sum;

/** Makes cursors for hits by their offset in the flattened (group, hit) order of this request's result. */
export function cursorMaker(request: SearchRequest, generation: string): (offset: number) => string {
  const head = Buffer.alloc(LENGTH - BYTES.sum);
  head.writeUInt8(VERSION, 0);
  fingerprint(request).copy(head, 1);
  digest(generation).copy(head, 1 + BYTES.fingerprint, 0, BYTES.generation);
  return (offset) => {
    const body = Buffer.from(head);
    body.writeUInt32BE(offset, 1 + BYTES.fingerprint + BYTES.generation);
    return Buffer.concat([body, checkSum(body)]).toString('base64url');
  };
}

/**
 * Offset that `request.after` points to (0 without one), and whether the index is still the one it was made on. Throws
 * `bad-cursor` for anything iq did not make, and for a cursor of another query.
 */
export function readCursor(request: SearchRequest, generation: string): { offset: number; isSameIndex: boolean } {
  if (request.after === undefined) return { offset: 0, isSameIndex: true };
  const bytes = Buffer.from(request.after, 'base64url');
  const body = bytes.subarray(0, LENGTH - BYTES.sum);
  const isOurs =
    bytes.length === LENGTH &&
    bytes.toString('base64url') === request.after &&
    bytes.readUInt8(0) === VERSION &&
    bytes.subarray(LENGTH - BYTES.sum).equals(checkSum(body));
  if (!isOurs) throw new IqError('bad-cursor', messages.cursorBroken());
  if (!body.subarray(1, 1 + BYTES.fingerprint).equals(fingerprint(request))) {
    throw new IqError('bad-cursor', messages.cursorOfAnotherQuery());
  }
  const madeOn = body.subarray(1 + BYTES.fingerprint, 1 + BYTES.fingerprint + BYTES.generation);
  return {
    offset: body.readUInt32BE(1 + BYTES.fingerprint + BYTES.generation),
    isSameIndex: madeOn.equals(digest(generation).subarray(0, BYTES.generation)),
  };
}

/** What decides the order and the units of a result; how much of it is shown, and how, may change from page to page. */
function fingerprint(request: SearchRequest): Buffer {
  const { verb, text, scope, literal, word, exact, kind, features, filesOnly, count } = request;
  const parts = [verb, text, literal, word, request.case, exact, kind ?? null, features, filesOnly, count];
  const { in: within, repo, lang, glob, notGlob, only, ignored } = scope;
  return digest(JSON.stringify([...parts, within, repo, lang, glob, notGlob, only, ignored])).subarray(
    0,
    BYTES.fingerprint,
  );
}

function checkSum(body: Buffer): Buffer {
  return createHash('sha256').update('iq cursor').update(body).digest().subarray(0, BYTES.sum);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
