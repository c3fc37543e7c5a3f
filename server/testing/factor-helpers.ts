/** Users with second factors. For tests only. */
import { asc } from 'drizzle-orm';
import { TOTP } from 'otpauth';

import { securityEvents } from '#server/db/schema-accounts.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { smsText } from '#server/email/sms-transport.ts';

import { confirmAddress } from './take-mail.ts';
import { createEmail, PASSWORD, type createTestAuth } from './test-auth.ts';

export type TestAuth = Awaited<ReturnType<typeof createTestAuth>>;
export type Client = ReturnType<TestAuth['client']>;

/** The code that an authenticator app shows now. */
export const generateTotpCode = ({ clock }: TestAuth, secret: string, periods = 0): string =>
  new TOTP({ secret }).generate({ timestamp: clock.now + periods * 30_000 });

export async function signUpUser(auth: TestAuth): Promise<{ email: string; client: Client; userId: string }> {
  const email = createEmail();
  const client = auth.client();
  const { data, error } = await client.signUp({ email, password: PASSWORD });
  if (error || !data.user) throw error ?? new Error('Nobody signed up');
  await confirmAddress(auth.context, data.user.id);
  return { email, client, userId: data.user.id };
}

export async function signInUser(auth: TestAuth, email: string): Promise<Client> {
  const client = auth.client();
  const { error } = await client.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
}

/** A user with a TOTP factor that was verified in the previous period. */
export async function signUpWithTotp(auth: TestAuth) {
  const testUser = await signUpUser(auth);
  const { data, error } = await testUser.client.mfa.enroll({ factorType: 'totp', friendlyName: 'My phone' });
  if (error) throw error;
  const { id: factorId, totp } = data;
  const code = generateTotpCode(auth, totp.secret);
  const verified = await testUser.client.mfa.challengeAndVerify({ factorId, code });
  if (verified.error) throw verified.error;
  auth.clock.now += 30_000;
  return { ...testUser, factorId, secret: totp.secret };
}

/** Signs in with both factors, in a new session of the same browser. */
export async function signInAgain(
  auth: TestAuth,
  { client, email, factorId, secret }: Awaited<ReturnType<typeof signUpWithTotp>>,
): Promise<void> {
  await client.signInWithPassword({ email, password: PASSWORD });
  const { error } = await client.mfa.challengeAndVerify({ factorId, code: generateTotpCode(auth, secret) });
  if (error) throw error;
}

export const getAuthLevel = async (client: Client) => {
  const { data, error } = await client.mfa.getAuthenticatorAssuranceLevel();
  if (error) throw error;
  return `${data.currentLevel} of ${data.nextLevel}`;
};

export async function getAccessToken(client: Client): Promise<string> {
  const { data } = await client.getSession();
  return data.session?.access_token ?? '';
}

/** The codes of all messages to a number, oldest first. */
export async function listSmsCodes({ context }: TestAuth, phone: string): Promise<string[]> {
  const rows = await context.db.select().from(outbox).orderBy(asc(outbox.createdAt));
  return rows.filter(({ recipient }) => recipient === phone).map((row) => smsText(context, row).slice(0, 6));
}

/** Security events of an account in order, without sign-ins and sign-outs. */
export async function listSecurityEvents({ context }: TestAuth, userId: string): Promise<string[]> {
  const rows = await context.db.select().from(securityEvents).orderBy(asc(securityEvents.at));
  return rows
    .filter((row) => row.userId === userId && !row.kind.startsWith('signed_'))
    .map(({ kind, facts }) => [kind, facts.detail].filter(Boolean).join(': '));
}
