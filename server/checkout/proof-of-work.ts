import { createChallenge as createAltchaChallenge, randomInt, verifySolution, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';

import { CHALLENGE_LIFETIME_MS, CHALLENGE_WORK } from '#domain/card-testing-limits.ts';
import type { Context } from '#server/core/context.ts';
import { isFirstUse } from '#server/http/queries/rate-buckets.ts';

/** Action, page and client address for which a challenge is issued: a solution is valid only for these. */
export type ChallengeSubject = { action: 'pay' | 'coupon'; pageId: string; address: string };

/** The signature key is derived from this text, so a challenge of another subject has an invalid signature. */
const toKeyText = ({ action, pageId, address }: ChallengeSubject): string =>
  `proof-of-work ${action} ${pageId} ${address}`;

const toSignatureSecrets = (key: string) => ({ hmacSignatureSecret: key, hmacKeySignatureSecret: `${key} solution` });

/** Creates an ALTCHA challenge. It is stateless: its expiry is part of the signed data. */
export function createChallenge(
  { secrets, realNow }: Pick<Context, 'secrets' | 'realNow'>,
  subject: ChallengeSubject,
): Promise<Challenge> {
  const { cost, minCounter, maxCounter } = CHALLENGE_WORK;
  return createAltchaChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(maxCounter, minCounter),
    // `expiresAt` of the library would be compared with another clock than ours.
    data: { expiresAtMs: realNow().getTime() + CHALLENGE_LIFETIME_MS },
    deriveKey,
    ...toSignatureSecrets(secrets.hash(toKeyText(subject))),
  });
}

const Payload = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.string(),
      cost: z.number(),
      data: z.object({ expiresAtMs: z.number() }),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      nonce: z.string(),
      salt: z.string(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

/** Parses the base64 JSON that a browser sends; null if it is malformed. */
function parsePayload(proof: string): z.infer<typeof Payload> | null {
  try {
    return Payload.safeParse(JSON.parse(Buffer.from(proof, 'base64').toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}

/** Returns true if a solution is correct, in time, used for the first time and belongs to this subject. */
export async function isChallengeSolved(context: Context, subject: ChallengeSubject, proof: string): Promise<boolean> {
  const payload = parsePayload(proof);
  if (!payload) return false;
  const { nonce, data } = payload.challenge.parameters;
  if (data.expiresAtMs <= context.realNow().getTime()) return false;
  for (const key of context.secrets.candidateHashes(toKeyText(subject))) {
    const { verified } = await verifySolution({ ...payload, deriveKey, ...toSignatureSecrets(key) });
    if (verified) return isFirstUse(context.db, `proof-of-work:${nonce}`, new Date(data.expiresAtMs));
  }
  return false;
}
