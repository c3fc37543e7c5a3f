import { timingSafeEqual } from 'node:crypto';

import { z } from 'zod';

import { type ChallengeRow, listFactors, type FactorUpdate, type FactorRow } from '#server/auth/queries/factors.ts';
import type { FactorMethod } from '#server/auth/sessions.ts';
import type { Context } from '#server/core/context.ts';
import { SEALED_CELLS } from '#server/core/secrets.ts';
import type { Db } from '#server/db/client.ts';

import { Assertion, verifyAssertion, verifyRegistration, NewCredential } from '../relying-party.ts';
import { smsCodeHashInput } from './challenge-factor.ts';
import { matchTotpPeriod } from './totp.ts';

const relyingPartyFields = {
  rpId: z.string().max(255),
  /** Ignored: the configuration determines the origin. */
  rpOrigins: z.array(z.string().max(255)).max(8).optional(),
};

export const FactorProof = z.union([
  z.object({ challenge_id: z.uuid(), code: z.string().max(32) }),
  z.object({
    challenge_id: z.uuid(),
    webauthn: z.discriminatedUnion('type', [
      z.object({ ...relyingPartyFields, type: z.literal('create'), credential_response: NewCredential }),
      z.object({ ...relyingPartyFields, type: z.literal('request'), credential_response: Assertion }),
    ]),
  }),
]);
type FactorProof = z.infer<typeof FactorProof>;

export const FACTOR_METHODS: Record<FactorRow['type'], FactorMethod> = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
};

/** Returns the factor change that a correct answer causes, or null. The caller's transaction locks the user's row. */
export async function verifyProof(
  context: Context,
  tx: Db,
  { factor, challenge, proof }: { factor: FactorRow; challenge: ChallengeRow; proof: FactorProof },
): Promise<FactorUpdate | null> {
  if ('webauthn' in proof) return verifyWebauthnProof(context, tx, { factor, challenge, proof });
  const code = proof.code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(code)) return null;
  if (factor.type === 'phone') return isSentCode(context, challenge, code) ? {} : null;
  if (factor.sealedSecret === null) return null;
  const secret = context.secrets.unseal(factor.sealedSecret, SEALED_CELLS.factorSecret(factor.id));
  const lastPeriod = matchTotpPeriod(secret, code, factor.lastPeriod, context.realNow());
  return lastPeriod === null ? null : { lastPeriod };
}

function isSentCode({ secrets }: Context, { id, expected }: ChallengeRow, code: string): boolean {
  const expectedHash = Buffer.from(expected ?? '');
  const candidateHashes = secrets.candidateHashes(smsCodeHashInput(id, code)).map((hash) => Buffer.from(hash));
  return candidateHashes.some(
    (candidate) => candidate.length === expectedHash.length && timingSafeEqual(candidate, expectedHash),
  );
}

type WebauthnProof = {
  factor: FactorRow;
  challenge: ChallengeRow;
  proof: Extract<FactorProof, { webauthn: unknown }>;
};

async function verifyWebauthnProof(
  context: Context,
  tx: Db,
  { factor, challenge, proof: { webauthn } }: WebauthnProof,
): Promise<FactorUpdate | null> {
  if (factor.type !== 'webauthn' || challenge.expected === null) return null;
  const use = 'second step';
  if (webauthn.type === 'request') {
    if (!factor.webauthn) return null;
    const expectation = { challenge: challenge.expected, credential: factor.webauthn };
    const credential = await verifyAssertion(context, webauthn.credential_response, use, expectation);
    return credential && { webauthn: credential };
  }
  // A key is registered once, while unverified. A key that another factor uses is not accepted as a second one.
  if (factor.webauthn) return null;
  const registration = await verifyRegistration(context, webauthn.credential_response, use, challenge.expected);
  const existing = await listFactors(tx, factor.userId);
  const isRegistered = existing.some(({ webauthn: registered }) => registered?.id === registration?.credential.id);
  return registration && !isRegistered ? { webauthn: registration.credential } : null;
}
