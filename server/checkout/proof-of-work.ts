import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

import { CHALLENGE_LIFETIME_MS } from '#domain/card-testing-limits.ts';
import {
  getNonce,
  CHALLENGE_BITS,
  CHALLENGE_PARTS,
  parseSolution,
  getHashInput,
  type ProofOfWorkChallenge,
} from '#domain/proof-of-work.ts';
import type { Context } from '#server/core/context.ts';
import { isFirstUse } from '#server/http/queries/rate-buckets.ts';

/** Action, page and client address for which a challenge is issued: a solution is valid only for these. */
export type ChallengeSubject = { action: 'pay' | 'coupon'; pageId: string; address: string };

type ChallengeContext = Pick<Context, 'secrets' | 'realNow'>;

const signedText = ({ action, pageId, address }: ChallengeSubject, nonce: string, until: string): string =>
  `puzzle ${action} ${pageId} ${address} ${nonce} ${until}`;

/** Creates a stateless challenge: its subject and expiry are part of the signature. */
export function createChallenge(context: ChallengeContext, subject: ChallengeSubject): ProofOfWorkChallenge {
  const nonce = randomBytes(12).toString('base64url');
  const until = (context.realNow().getTime() + CHALLENGE_LIFETIME_MS).toString(36);
  const question = [nonce, until, context.secrets.hash(signedText(subject, nonce, until))].join('.');
  return { question, parts: CHALLENGE_PARTS, bits: CHALLENGE_BITS };
}

/** Returns true if a solution is correct, in time, used for the first time and belongs to this subject. */
export async function isChallengeSolved(context: Context, subject: ChallengeSubject, proof: string): Promise<boolean> {
  const parsedProof = parseSolution(proof);
  if (!parsedProof) return false;
  const { challenge: question, numbers } = parsedProof;
  const [nonce = '', until = '', signature = ''] = question.split('.');
  const validSignatures = context.secrets.candidateHashes(signedText(subject, nonce, until));
  if (!validSignatures.some((validSignature) => isEqualConstantTime(signature, validSignature))) return false;
  const expiresAtMs = Number.parseInt(until, 36);
  if (!(expiresAtMs > context.realNow().getTime())) return false;
  if (numbers.length !== CHALLENGE_PARTS || !areSolutions(getNonce(question), numbers)) return false;
  return isFirstUse(context.db, `puzzle:${nonce}`, new Date(expiresAtMs));
}

function isEqualConstantTime(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}

/** Checks every part, even after a wrong one. */
const areSolutions = (nonce: string, numbers: readonly number[]): boolean =>
  numbers.filter((number, index) => {
    const firstWord = hash('sha256', getHashInput(nonce, index, number), 'buffer').readUInt32BE(0);
    return firstWord >>> (32 - CHALLENGE_BITS) === 0;
  }).length === CHALLENGE_PARTS;
