import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

import { PUZZLE_LIFE_MS } from '#domain/pay-brake.ts';
import { nonceOf, PUZZLE_BITS, PUZZLE_PARTS, readProof, textOfTry, type Puzzle } from '#domain/puzzle.ts';

import type { Context } from '#server/context.ts';
import { isFirstUse } from '#server/db/rate-buckets.ts';

/** Action, page and client address for which a challenge is issued: a solution is valid only for these. */
export type Asked = { act: 'pay' | 'coupon'; pageId: string; address: string };

type Keys = Pick<Context, 'secrets' | 'realNow'>;

const signedText = ({ act, pageId, address }: Asked, nonce: string, until: string): string =>
  `puzzle ${act} ${pageId} ${address} ${nonce} ${until}`;

/** Creates a stateless challenge: its subject and expiry are part of the signature. */
export function newPuzzle(context: Keys, asked: Asked): Puzzle {
  const nonce = randomBytes(12).toString('base64url');
  const until = (context.realNow().getTime() + PUZZLE_LIFE_MS).toString(36);
  const question = [nonce, until, context.secrets.hash(signedText(asked, nonce, until))].join('.');
  return { question, parts: PUZZLE_PARTS, bits: PUZZLE_BITS };
}

/** Returns true if a solution is correct, in time, used for the first time and belongs to this subject. */
export async function isSolved(context: Context, asked: Asked, proof: string): Promise<boolean> {
  const read = readProof(proof);
  if (!read) return false;
  const { question, numbers } = read;
  const [nonce = '', until = '', signature = ''] = question.split('.');
  const right = context.secrets.hashes(signedText(asked, nonce, until));
  if (!right.some((one) => isSame(signature, one))) return false;
  const end = Number.parseInt(until, 36);
  if (!(end > context.realNow().getTime())) return false;
  if (numbers.length !== PUZZLE_PARTS || !areRight(nonceOf(question), numbers)) return false;
  return isFirstUse(context.db, `puzzle:${nonce}`, new Date(end));
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.byteLength === other.byteLength && timingSafeEqual(one, other);
}

/** Checks every part, even after a wrong one. */
const areRight = (nonce: string, numbers: readonly number[]): boolean =>
  numbers.filter((number, part) => {
    const begin = hash('sha256', textOfTry(nonce, part, number), 'buffer').readUInt32BE(0);
    return begin >>> (32 - PUZZLE_BITS) === 0;
  }).length === PUZZLE_PARTS;
