import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { auditEntries } from '#server/db/schema-protection.ts';
import { signInUser, signUpUser, generateTotpCode, signUpWithTotp } from '#server/testing/factor-helpers.ts';
import { signInWithPasskey, signUpWithPasskey } from '#server/testing/passkey-helpers.ts';
import { createSoftwareAuthenticator } from '#server/testing/software-authenticator.ts';
import { APP_URL, createTestAuth } from '#server/testing/test-auth.ts';

const authApp = await createTestAuth();

/** Facts of the failed sign-ins recorded for a subject, oldest first. */
async function failedSteps(subject: string): Promise<unknown[]> {
  const rows = await authApp.context.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subject, subject))
    .orderBy(asc(auditEntries.at));
  return rows.flatMap(({ action: act, facts }) => (act === 'sign_in_failed' ? [facts] : []));
}

test('records wrong authenticator codes once an hour, and no right ones', async () => {
  const { email, userId, factorId, secret } = await signUpWithTotp(authApp);
  const client = await signInUser(authApp, email);
  for (const code of ['000000', '12']) {
    const { error } = await client.mfa.challengeAndVerify({ factorId, code });
    expect(error?.code).toBe('mfa_verification_failed');
  }
  expect(await failedSteps(userId)).toEqual([{ step: 'totp' }]);
  const validCode = { factorId, code: generateTotpCode(authApp, secret) };
  expect((await client.mfa.challengeAndVerify(validCode)).error).toBeNull();
  expect(await failedSteps(userId)).toHaveLength(1);
});

test('keeps a challenge open for the right code after a wrong one', async () => {
  const { email, factorId, secret } = await signUpWithTotp(authApp);
  const client = await signInUser(authApp, email);
  const { data } = await client.mfa.challenge({ factorId });
  const challengeId = data?.id ?? '';
  const verify = (code: string) => client.mfa.verify({ factorId, challengeId, code });
  expect((await verify('000000')).error?.code).toBe('mfa_verification_failed');
  expect((await verify(generateTotpCode(authApp, secret))).error).toBeNull();
});

test('does not record wrong codes for an unverified factor', async () => {
  const { client, userId } = await signUpUser(authApp);
  const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'My phone' });
  const { error } = await client.mfa.challengeAndVerify({ factorId: data?.id ?? '', code: '12' });
  expect(error?.code).toBe('mfa_verification_failed');
  expect(await failedSteps(userId)).toEqual([]);
});

test('records wrong recovery codes beside wrong passwords', async () => {
  const { email, userId, client } = await signUpWithTotp(authApp);
  await client.mfa.recoveryCodes.generate();
  await authApp.client().signInWithPassword({ email, password: 'not the right one' });
  authApp.clock.now += 60_000;
  const newSession = await signInUser(authApp, email);
  const { error } = await newSession.mfa.recoveryCodes.verify({ code: 'aaaaa-aaaaa' });
  expect(error?.code).toBe('mfa_verification_failed');
  expect(await failedSteps(userId)).toEqual([{}, { step: 'mfa/recovery_code' }]);
});

test('records a failed passkey for its user, and an unknown passkey without a user', async () => {
  const { authenticator, userId } = await signUpWithPasskey(authApp);
  const before = await failedSteps('unknown');
  expect((await signInWithPasskey(authApp, authenticator, { origin: 'https://evil.example' })).error).not.toBeNull();
  expect(await failedSteps(userId)).toEqual([{ step: 'passkey' }]);
  const unknownAuthenticator = createSoftwareAuthenticator(APP_URL);
  const { data } = await (await signUpUser(authApp)).client.passkey.startRegistration();
  if (data) unknownAuthenticator.create(data.options);
  expect((await signInWithPasskey(authApp, unknownAuthenticator)).error?.code).toBe('webauthn_verification_failed');
  expect(await failedSteps('unknown')).toEqual([...before, { step: 'passkey' }]);
});
