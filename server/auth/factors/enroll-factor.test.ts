import { expect, test } from 'vitest';

import {
  listSecurityEvents,
  getAuthLevel,
  signInUser,
  signInAgain,
  signUpUser,
  getAccessToken,
  generateTotpCode,
  signUpWithTotp,
} from '#server/testing/factor-helpers.ts';
import { createTestAuth, PASSWORD, readError } from '#server/testing/test-auth.ts';

const auth = await createTestAuth();
const MINUTE = 60_000;

test('adding a second factor needs aal2 and recent authentication', async () => {
  const testUser = await signUpWithTotp(auth);
  const { email, client } = testUser;
  const aal1Client = await signInUser(auth, email);
  const enroll = (enrollingClient: typeof client, friendlyName: string) =>
    enrollingClient.mfa.enroll({ factorType: 'totp', friendlyName });
  expect((await enroll(aal1Client, 'Thief')).error?.code).toBe('insufficient_aal');
  auth.clock.now += 5 * MINUTE;
  expect((await enroll(client, 'Second')).error).toMatchObject({
    status: 401,
    code: 'reauthentication_needed',
  });
  await signInAgain(auth, testUser);
  expect((await enroll(client, 'Second')).error).toBeNull();
});

test('an unverified factor is replaced by the next one of its name and deleted after an hour', async () => {
  const { client, email, userId } = await signUpUser(auth);
  const enroll = (friendlyName: string) => client.mfa.enroll({ factorType: 'totp', friendlyName });
  const firstEnrollment = await enroll('App');
  const secondEnrollment = await enroll('aPP');
  expect(secondEnrollment.error).toBeNull();
  expect((await client.mfa.challenge({ factorId: firstEnrollment.data?.id ?? '' })).error?.code).toBe(
    'mfa_factor_not_found',
  );
  auth.clock.now += 59 * MINUTE;
  await client.refreshSession();
  expect((await client.getUser()).data.user?.factors).toHaveLength(1);
  const code = generateTotpCode(auth, secondEnrollment.data?.totp.secret ?? '');
  expect((await client.mfa.challengeAndVerify({ factorId: secondEnrollment.data?.id ?? '', code })).error).toBeNull();
  await client.updateUser({ email, current_password: PASSWORD });
  await client.refreshSession();
  expect((await enroll('APP')).error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
  await enroll('Left lying');
  auth.clock.now += 61 * MINUTE;
  await client.refreshSession();
  const [factorId, secret] = [secondEnrollment.data?.id ?? '', secondEnrollment.data?.totp.secret ?? ''];
  await signInAgain(auth, { client, email, userId, factorId, secret });
  await enroll('Another');
  const names = (await client.getUser()).data.user?.factors?.map((factor) => factor.friendly_name);
  expect(names).toEqual(['aPP', 'Another']);
  expect(await listSecurityEvents(auth, userId)).toEqual(['factor_added: aPP']);
});

test('an account has at most ten factors, also under concurrency', async () => {
  const { client } = await signUpUser(auth);
  const names = Array.from({ length: 12 }, (_, index) => `App ${index}`);
  const outcomes = await Promise.all(
    names.map((friendlyName) => client.mfa.enroll({ factorType: 'totp', friendlyName })),
  );
  const rejected = outcomes.flatMap(({ error }) => error?.code ?? []);
  expect(rejected).toEqual(['too_many_enrolled_mfa_factors', 'too_many_enrolled_mfa_factors']);
});

test('a factor needs a name of 1 to 80 characters and a known type', async () => {
  const { client } = await signUpUser(auth);
  const headers = { authorization: `Bearer ${await getAccessToken(client)}` };
  const bodies = [
    { factor_type: 'totp', friendly_name: '  ' },
    { factor_type: 'totp', friendly_name: 'x'.repeat(81) },
    { factor_type: 'totp' },
    { factor_type: 'mail', friendly_name: 'Mail' },
  ];
  for (const body of bodies) {
    expect(await readError(await auth.post('factors', body, headers))).toBe('400 validation_failed');
  }
});

test('after removing the last factor, the session falls back to aal1 at its next refresh', async () => {
  const { email, client, factorId, userId } = await signUpWithTotp(auth);
  auth.clock.now += 1;
  expect((await client.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
  await client.refreshSession();
  expect(await getAuthLevel(client)).toBe('aal1 of aal1');
  expect(await getAuthLevel(await signInUser(auth, email))).toBe('aal1 of aal1');
  expect(await listSecurityEvents(auth, userId)).toEqual(['factor_added: My phone', 'factor_removed: My phone']);
});

test('removing a verified factor needs aal2 and recent authentication', async () => {
  const { email, client, factorId } = await signUpWithTotp(auth);
  const aal1Client = await signInUser(auth, email);
  expect((await aal1Client.mfa.unenroll({ factorId })).error?.code).toBe('insufficient_aal');
  auth.clock.now += 5 * MINUTE;
  const { error } = await client.mfa.unenroll({ factorId });
  expect([error?.status, error?.code]).toEqual([401, 'reauthentication_needed']);
});

test('an unverified factor can be removed without reauthentication', async () => {
  const { client, userId } = await signUpUser(auth);
  const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  auth.clock.now += 6 * MINUTE;
  expect((await client.mfa.unenroll({ factorId: data?.id ?? '' })).error).toBeNull();
  expect((await client.getUser()).data.user?.factors).toEqual([]);
  expect(await listSecurityEvents(auth, userId)).toEqual([]);
});
