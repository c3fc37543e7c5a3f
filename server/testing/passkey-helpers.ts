import { signUpUser, type Client, type TestAuth } from './factor-helpers.ts';
import { createSoftwareAuthenticator, type AuthenticatorFaults } from './software-authenticator.ts';
/** Users with passkeys. For tests only. */
import { APP_URL } from './test-auth.ts';

export const ICLOUD = 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd';

export type Authenticator = ReturnType<typeof createSoftwareAuthenticator>;

export async function registerPasskey(client: Client, authenticator: Authenticator, faults?: AuthenticatorFaults) {
  const { data, error } = await client.passkey.startRegistration();
  if (error) throw error;
  const credential = authenticator.create(data.options, faults);
  return client.passkey.verifyRegistration({ challengeId: data.challenge_id, credential });
}

/** Signs in with a passkey. */
export async function signInWithPasskey(auth: TestAuth, authenticator: Authenticator, faults?: AuthenticatorFaults) {
  const client = auth.client();
  const { data, error } = await client.passkey.startAuthentication();
  if (error) throw error;
  const credential = authenticator.get(data.options, faults);
  const result = await client.passkey.verifyAuthentication({ challengeId: data.challenge_id, credential });
  return { client, error: result.error };
}

export async function signUpWithPasskey(auth: TestAuth) {
  const testUser = await signUpUser(auth);
  const authenticator = createSoftwareAuthenticator(APP_URL, ICLOUD);
  const { data, error } = await registerPasskey(testUser.client, authenticator);
  if (error) throw error;
  return { ...testUser, authenticator, passkeyId: data.id };
}
