/** Users with passkeys. For tests only. */
import { APP_URL } from '../auth-testing.ts';
import { signedUp, type Client, type Doors } from '../factors/testing-factors.ts';
import { softAuthenticator, type Quirks } from '../testing-authenticator.ts';

export const ICLOUD = 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd';

export type Authenticator = ReturnType<typeof softAuthenticator>;

export async function register(client: Client, authenticator: Authenticator, quirks?: Quirks) {
  const { data, error } = await client.passkey.startRegistration();
  if (error) throw error;
  const credential = authenticator.create(data.options, quirks);
  return client.passkey.verifyRegistration({ challengeId: data.challenge_id, credential });
}

/** Signs in with a passkey. */
export async function enter(doors: Doors, authenticator: Authenticator, quirks?: Quirks) {
  const client = doors.client();
  const { data, error } = await client.passkey.startAuthentication();
  if (error) throw error;
  const credential = authenticator.get(data.options, quirks);
  const outcome = await client.passkey.verifyAuthentication({ challengeId: data.challenge_id, credential });
  return { client, error: outcome.error };
}

export async function withPasskey(doors: Doors) {
  const person = await signedUp(doors);
  const authenticator = softAuthenticator(APP_URL, ICLOUD);
  const { data, error } = await register(person.client, authenticator);
  if (error) throw error;
  return { ...person, authenticator, passkeyId: data.id };
}
