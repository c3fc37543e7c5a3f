import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticatorTransport,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';

import { SITE } from '#content/site.ts';

import type { Context } from '#server/context.ts';
import type { WebauthnCredential } from '#server/db/schema-accounts.ts';

import { CHALLENGE_MS } from './factors/challenge-life.ts';

// Credentials are bound to one relying party: our configured origin. Request headers are ignored.

const text = z.string().max(8192);
const parts = {
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).optional(),
  authenticatorAttachment: z.string().max(32).nullish(),
};

/** Registration response of a browser. Other fields are ignored. */
export const NewCredential = z.object({
  ...parts,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(32)).max(8).optional(),
  }),
});

export const Assertion = z.object({
  ...parts,
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: text.nullish(),
  }),
});

/** COSE identifiers of EdDSA, ES256 and RS256. Every authenticator supports one of them. */
const ALGORITHMS = [-8, -7, -257];

type Named = { id: string; email: string };

/** 'second step': beside a password, so user presence suffices. 'passkey': alone, so user verification is required. */
export type CredentialUse = 'second step' | 'passkey';

export const rpIdOf = ({ config }: Context): string => new URL(config.appUrl).hostname;

const known = ({ id, transports }: WebauthnCredential) => ({
  id,
  // Stored as the browser sent them; browsers ignore values they do not know.
  transports: transports as AuthenticatorTransport[],
});

export function registrationOptions(
  context: Context,
  user: Named,
  use: CredentialUse,
  held: readonly WebauthnCredential[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const passkey = use === 'passkey';
  return generateRegistrationOptions({
    rpName: SITE.name,
    rpID: rpIdOf(context),
    userName: user.email,
    userDisplayName: user.email,
    userID: handleOf(user.id),
    timeout: CHALLENGE_MS,
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: held.map(known),
    authenticatorSelection: passkey
      ? { residentKey: 'required', userVerification: 'required' }
      : { residentKey: 'discouraged', userVerification: 'preferred' },
    ...(passkey ? {} : { preferredAuthenticatorType: 'securityKey' as const }),
  });
}

export const assertionOptions = (
  context: Context,
  use: CredentialUse,
  held: readonly WebauthnCredential[],
): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  generateAuthenticationOptions({
    rpID: rpIdOf(context),
    timeout: CHALLENGE_MS,
    userVerification: use === 'passkey' ? 'required' : 'preferred',
    ...(held.length > 0 ? { allowCredentials: held.map(known) } : {}),
  });

/** Verifies a registration. Returns the credential and its AAGUID, or null when it does not match the challenge. */
export async function checkedCredential(
  context: Context,
  given: z.infer<typeof NewCredential>,
  use: CredentialUse,
  challenge: string,
): Promise<{ credential: WebauthnCredential; aaguid: string } | null> {
  const { clientDataJSON, attestationObject, transports = [] } = given.response;
  const checked = await verifyRegistrationResponse({
    response: { ...core(given), response: { clientDataJSON, attestationObject } },
    ...expected(context, use, challenge),
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  if (!checked?.verified) return null;
  const { aaguid, credential } = checked.registrationInfo;
  const publicKey = Buffer.from(credential.publicKey).toString('base64url');
  return { aaguid, credential: { id: credential.id, publicKey, counter: credential.counter, transports } };
}

/** Verifies an assertion. Returns the credential with its new counter; null if signature or counter is invalid. */
export async function checkedAssertion(
  context: Context,
  given: z.infer<typeof Assertion>,
  use: CredentialUse,
  { challenge, credential }: { challenge: string; credential: WebauthnCredential },
): Promise<WebauthnCredential | null> {
  if (given.id !== credential.id) return null;
  const { clientDataJSON, authenticatorData, signature } = given.response;
  const { id, publicKey, counter } = credential;
  const checked = await verifyAuthenticationResponse({
    response: { ...core(given), response: { clientDataJSON, authenticatorData, signature } },
    ...expected(context, use, challenge),
    credential: { id, publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')), counter },
  }).catch(() => null);
  return checked?.verified ? { ...credential, counter: checked.authenticationInfo.newCounter } : null;
}

/** User handle that authenticators store: the bytes of the user id, without personal data. */
export const handleOf = (userId: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex'));

const core = ({ id, rawId, type }: { id: string; rawId: string; type: 'public-key' }) => ({
  id,
  rawId,
  type,
  clientExtensionResults: {},
});

const expected = (context: Context, use: CredentialUse, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: new URL(context.config.appUrl).origin,
  expectedRPID: rpIdOf(context),
  requireUserVerification: use === 'passkey',
});
