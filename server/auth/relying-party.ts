import type {
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';

import { SITE } from '#content/site.ts';
import type { Context } from '#server/core/context.ts';
import type { WebauthnCredential } from '#server/db/schema-accounts.ts';

import { CHALLENGE_MS } from './challenges.ts';

// Credentials are bound to one relying party: our configured origin. Request headers are ignored.

/** Loaded at first use, because few sign-ins need the library and it is large. */
const loadWebauthn = () => import('@simplewebauthn/server');

const textField = z.string().max(8192);
const credentialFields = { id: textField, rawId: textField, type: z.literal('public-key') };

/** Registration response of a browser. Other fields are ignored. */
export const NewCredential = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: textField,
    attestationObject: textField,
    transports: z.array(z.string().max(32)).max(8).optional(),
  }),
});

export const Assertion = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: textField,
    authenticatorData: textField,
    signature: textField,
    userHandle: textField.nullish(),
  }),
});

/** COSE identifiers of EdDSA, ES256 and RS256. Every authenticator supports one of them. */
const ALGORITHMS = [-8, -7, -257];

type WebauthnUser = { id: string; email: string };

/** 'second step': beside a password, so user presence suffices. 'passkey': alone, so user verification is required. */
type CredentialUse = 'second step' | 'passkey';

export const getRpId = ({ config }: Context): string => new URL(config.appUrl).hostname;

const toDescriptor = ({ id, transports }: WebauthnCredential) => ({
  id,
  // Stored as the browser sent them; browsers ignore values they do not know.
  transports: transports as AuthenticatorTransport[],
});

export async function createRegistrationOptions(
  context: Context,
  user: WebauthnUser,
  use: CredentialUse,
  existing: readonly WebauthnCredential[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const isPasskey = use === 'passkey';
  const { generateRegistrationOptions } = await loadWebauthn();
  return generateRegistrationOptions({
    rpName: SITE.name,
    rpID: getRpId(context),
    userName: user.email,
    userDisplayName: user.email,
    userID: toUserHandle(user.id),
    timeout: CHALLENGE_MS,
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: existing.map(toDescriptor),
    authenticatorSelection: isPasskey
      ? { residentKey: 'required', userVerification: 'required' }
      : { residentKey: 'discouraged', userVerification: 'preferred' },
    ...(isPasskey ? {} : { preferredAuthenticatorType: 'securityKey' as const }),
  });
}

export async function createAssertionOptions(
  context: Context,
  use: CredentialUse,
  existing: readonly WebauthnCredential[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadWebauthn();
  return generateAuthenticationOptions({
    rpID: getRpId(context),
    timeout: CHALLENGE_MS,
    userVerification: use === 'passkey' ? 'required' : 'preferred',
    ...(existing.length > 0 ? { allowCredentials: existing.map(toDescriptor) } : {}),
  });
}

/** Verifies a registration. Returns the credential and its AAGUID, or null when it does not match the challenge. */
export async function verifyRegistration(
  context: Context,
  input: z.infer<typeof NewCredential>,
  use: CredentialUse,
  challenge: string,
): Promise<{ credential: WebauthnCredential; aaguid: string } | null> {
  const { clientDataJSON, attestationObject, transports = [] } = input.response;
  const { verifyRegistrationResponse } = await loadWebauthn();
  const verification = await verifyRegistrationResponse({
    response: { ...input, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
    ...expectedValues(context, use, challenge),
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  if (!verification?.verified) return null;
  const { aaguid, credential } = verification.registrationInfo;
  const publicKey = Buffer.from(credential.publicKey).toString('base64url');
  return { aaguid, credential: { id: credential.id, publicKey, counter: credential.counter, transports } };
}

/** Verifies an assertion. Returns the credential with its new counter; null if signature or counter is invalid. */
export async function verifyAssertion(
  context: Context,
  input: z.infer<typeof Assertion>,
  use: CredentialUse,
  { challenge, credential }: { challenge: string; credential: WebauthnCredential },
): Promise<WebauthnCredential | null> {
  if (input.id !== credential.id) return null;
  const { clientDataJSON, authenticatorData, signature } = input.response;
  const { id, publicKey, counter } = credential;
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const verification = await verifyAuthenticationResponse({
    response: { ...input, response: { clientDataJSON, authenticatorData, signature }, clientExtensionResults: {} },
    ...expectedValues(context, use, challenge),
    credential: { id, publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')), counter },
  }).catch(() => null);
  return verification?.verified ? { ...credential, counter: verification.authenticationInfo.newCounter } : null;
}

/** User handle that authenticators store: the bytes of the user id, without personal data. */
export const toUserHandle = (userId: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex'));

const expectedValues = (context: Context, use: CredentialUse, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: new URL(context.config.appUrl).origin,
  expectedRPID: getRpId(context),
  requireUserVerification: use === 'passkey',
});
