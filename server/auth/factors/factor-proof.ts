import { timingSafeEqual } from 'node:crypto';

import { z } from 'zod';

import type { Context } from '#server/context.ts';
import type { ChallengeRow } from '#server/db/challenges.ts';
import { listFactors, type FactorChange, type FactorRow } from '#server/db/factors.ts';
import type { Db } from '#server/db/client.ts';
import { SEALED_CELLS } from '#server/sealed-cell.ts';

import type { SecondStep } from '../raise-session.ts';
import { Assertion, checkedAssertion, checkedCredential, NewCredential } from '../relying-party.ts';
import { codeText } from './challenge-factor.ts';
import { totpPeriod } from './totp.ts';

const key = {
  rpId: z.string().max(255),
  /** Ignored: the configuration determines the origin. */
  rpOrigins: z.array(z.string().max(255)).max(8).optional(),
};

export const Proof = z.union([
  z.object({ challenge_id: z.uuid(), code: z.string().max(32) }),
  z.object({
    challenge_id: z.uuid(),
    webauthn: z.discriminatedUnion('type', [
      z.object({ ...key, type: z.literal('create'), credential_response: NewCredential }),
      z.object({ ...key, type: z.literal('request'), credential_response: Assertion }),
    ]),
  }),
]);
type Proof = z.infer<typeof Proof>;

export const STEPS: Record<FactorRow['type'], SecondStep> = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
};

/** Returns the factor change that a correct answer causes, or null. The caller's transaction locks the user's row. */
export async function checkedProof(
  context: Context,
  tx: Db,
  { factor, challenge, proof }: { factor: FactorRow; challenge: ChallengeRow; proof: Proof },
): Promise<FactorChange | null> {
  if ('webauthn' in proof) return checkedKey(context, tx, { factor, challenge, proof });
  const code = proof.code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(code)) return null;
  if (factor.type === 'phone') return isSentCode(context, challenge, code) ? {} : null;
  if (factor.sealedSecret === null) return null;
  const secret = context.secrets.unseal(factor.sealedSecret, SEALED_CELLS.factorSecret(factor.id));
  const lastPeriod = totpPeriod(secret, code, factor.lastPeriod, context.realNow());
  return lastPeriod === null ? null : { lastPeriod };
}

function isSentCode({ secrets }: Context, { id, expected }: ChallengeRow, code: string): boolean {
  const sent = Buffer.from(expected ?? '');
  const given = secrets.hashes(codeText(id, code)).map((hash) => Buffer.from(hash));
  return given.some((one) => one.length === sent.length && timingSafeEqual(one, sent));
}

type Key = { factor: FactorRow; challenge: ChallengeRow; proof: Extract<Proof, { webauthn: unknown }> };

async function checkedKey(
  context: Context,
  tx: Db,
  { factor, challenge, proof: { webauthn } }: Key,
): Promise<FactorChange | null> {
  if (factor.type !== 'webauthn' || challenge.expected === null) return null;
  const use = 'second step';
  if (webauthn.type === 'request') {
    if (!factor.webauthn) return null;
    const asked = { challenge: challenge.expected, credential: factor.webauthn };
    const credential = await checkedAssertion(context, webauthn.credential_response, use, asked);
    return credential && { webauthn: credential };
  }
  // A key is registered once, while unverified. A key that another factor uses is not accepted as a second one.
  if (factor.webauthn) return null;
  const checked = await checkedCredential(context, webauthn.credential_response, use, challenge.expected);
  const held = await listFactors(tx, factor.userId);
  const isKnown = held.some(({ webauthn: other }) => other?.id === checked?.credential.id);
  return checked && !isKnown ? { webauthn: checked.credential } : null;
}
