import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { APP_URL, openDoors } from '#server/auth/auth-testing.ts';
import { signedIn, signedUp, totpCode, withTotp } from '#server/auth/factors/testing-factors.ts';
import { enter, withPasskey } from '#server/auth/passkeys/testing-passkeys.ts';
import { softAuthenticator } from '#server/auth/testing-authenticator.ts';
import { auditEntries } from '#server/db/schema-guard.ts';

const doors = await openDoors();

/** Facts of the failed sign-ins recorded for a subject, oldest first. */
async function failedOf(subject: string): Promise<unknown[]> {
  const rows = await doors.context.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subject, subject))
    .orderBy(asc(auditEntries.at));
  return rows.flatMap(({ act, facts }) => (act === 'sign_in_failed' ? [facts] : []));
}

test('records wrong authenticator codes once an hour, and no right ones', async () => {
  const { email, userId, factorId, secret } = await withTotp(doors);
  const client = await signedIn(doors, email);
  for (const code of ['000000', '12']) {
    const { error } = await client.mfa.challengeAndVerify({ factorId, code });
    expect(error?.code).toBe('mfa_verification_failed');
  }
  expect(await failedOf(userId)).toEqual([{ step: 'totp' }]);
  const right = { factorId, code: totpCode(doors, secret) };
  expect((await client.mfa.challengeAndVerify(right)).error).toBeNull();
  expect(await failedOf(userId)).toHaveLength(1);
});

test('keeps a challenge open for the right code after a wrong one', async () => {
  const { email, factorId, secret } = await withTotp(doors);
  const client = await signedIn(doors, email);
  const { data } = await client.mfa.challenge({ factorId });
  const challengeId = data?.id ?? '';
  const verify = (code: string) => client.mfa.verify({ factorId, challengeId, code });
  expect((await verify('000000')).error?.code).toBe('mfa_verification_failed');
  expect((await verify(totpCode(doors, secret))).error).toBeNull();
});

test('does not record wrong codes for an unverified factor', async () => {
  const { client, userId } = await signedUp(doors);
  const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'My phone' });
  const { error } = await client.mfa.challengeAndVerify({ factorId: data?.id ?? '', code: '12' });
  expect(error?.code).toBe('mfa_verification_failed');
  expect(await failedOf(userId)).toEqual([]);
});

test('records wrong recovery codes beside wrong passwords', async () => {
  const { email, userId, client } = await withTotp(doors);
  await client.mfa.recoveryCodes.generate();
  await doors.client().signInWithPassword({ email, password: 'not the right one' });
  doors.clock.now += 60_000;
  const entering = await signedIn(doors, email);
  const { error } = await entering.mfa.recoveryCodes.verify({ code: 'aaaaa-aaaaa' });
  expect(error?.code).toBe('mfa_verification_failed');
  expect(await failedOf(userId)).toEqual([{}, { step: 'mfa/recovery_code' }]);
});

test('records a failed passkey for its user, and an unknown passkey without a user', async () => {
  const { authenticator, userId } = await withPasskey(doors);
  const before = await failedOf('nobody');
  expect((await enter(doors, authenticator, { origin: 'https://evil.example' })).error).not.toBeNull();
  expect(await failedOf(userId)).toEqual([{ step: 'passkey' }]);
  const stray = softAuthenticator(APP_URL);
  const { data } = await (await signedUp(doors)).client.passkey.startRegistration();
  if (data) stray.create(data.options);
  expect((await enter(doors, stray)).error?.code).toBe('webauthn_verification_failed');
  expect(await failedOf('nobody')).toEqual([...before, { step: 'passkey' }]);
});
