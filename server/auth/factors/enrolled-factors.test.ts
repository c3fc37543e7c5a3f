import { expect, test } from 'vitest';

import { openDoors, PASSWORD, refusalOf } from '../auth-testing.ts';
import {
  eventsOf,
  levelOf,
  signedIn,
  signInAgain,
  signedUp,
  tokenOf,
  totpCode,
  withTotp,
} from './testing-factors.ts';

const doors = await openDoors();
const MINUTE = 60_000;

test('adding a second factor needs aal2 and recent authentication', async () => {
  const person = await withTotp(doors);
  const { email, client } = person;
  const firstLevel = await signedIn(doors, email);
  const enroll = (by: typeof client, friendlyName: string) =>
    by.mfa.enroll({ factorType: 'totp', friendlyName });
  expect((await enroll(firstLevel, 'Thief')).error?.code).toBe('insufficient_aal');
  doors.clock.now += 5 * MINUTE;
  expect((await enroll(client, 'Second')).error).toMatchObject({
    status: 401,
    code: 'reauthentication_needed',
  });
  await signInAgain(doors, person);
  expect((await enroll(client, 'Second')).error).toBeNull();
});

test('an unverified factor is replaced by the next one of its name and deleted after an hour', async () => {
  const { client, email, userId } = await signedUp(doors);
  const enroll = (friendlyName: string) => client.mfa.enroll({ factorType: 'totp', friendlyName });
  const first = await enroll('App');
  const again = await enroll('aPP');
  expect(again.error).toBeNull();
  expect((await client.mfa.challenge({ factorId: first.data?.id ?? '' })).error?.code).toBe(
    'mfa_factor_not_found',
  );
  doors.clock.now += 59 * MINUTE;
  await client.refreshSession();
  expect((await client.getUser()).data.user?.factors).toHaveLength(1);
  const code = totpCode(doors, again.data?.totp.secret ?? '');
  expect((await client.mfa.challengeAndVerify({ factorId: again.data?.id ?? '', code })).error).toBeNull();
  await client.updateUser({ email, current_password: PASSWORD });
  await client.refreshSession();
  expect((await enroll('APP')).error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
  await enroll('Left lying');
  doors.clock.now += 61 * MINUTE;
  await client.refreshSession();
  const [factorId, secret] = [again.data?.id ?? '', again.data?.totp.secret ?? ''];
  await signInAgain(doors, { client, email, userId, factorId, secret });
  await enroll('Another');
  const names = (await client.getUser()).data.user?.factors?.map((factor) => factor.friendly_name);
  expect(names).toEqual(['aPP', 'Another']);
  expect(await eventsOf(doors, userId)).toEqual(['factor_added: aPP']);
});

test('an account has at most ten factors, also under concurrency', async () => {
  const { client } = await signedUp(doors);
  const names = Array.from({ length: 12 }, (_, index) => `App ${index}`);
  const outcomes = await Promise.all(
    names.map((friendlyName) => client.mfa.enroll({ factorType: 'totp', friendlyName })),
  );
  const refused = outcomes.flatMap(({ error }) => error?.code ?? []);
  expect(refused).toEqual(['too_many_enrolled_mfa_factors', 'too_many_enrolled_mfa_factors']);
});

test('a factor needs a name of 1 to 80 characters and a known type', async () => {
  const { client } = await signedUp(doors);
  const headers = { authorization: `Bearer ${await tokenOf(client)}` };
  const bodies = [
    { factor_type: 'totp', friendly_name: '  ' },
    { factor_type: 'totp', friendly_name: 'x'.repeat(81) },
    { factor_type: 'totp' },
    { factor_type: 'mail', friendly_name: 'Mail' },
  ];
  for (const body of bodies) {
    expect(await refusalOf(await doors.post('factors', body, headers))).toBe('400 validation_failed');
  }
});

test('after removing the last factor, the session falls back to aal1 at its next refresh', async () => {
  const { email, client, factorId, userId } = await withTotp(doors);
  expect((await client.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
  await client.refreshSession();
  expect(await levelOf(client)).toBe('aal1 of aal1');
  expect(await levelOf(await signedIn(doors, email))).toBe('aal1 of aal1');
  expect(await eventsOf(doors, userId)).toEqual(['factor_added: My phone', 'factor_removed: My phone']);
});

test('removing a verified factor needs aal2 and recent authentication', async () => {
  const { email, client, factorId } = await withTotp(doors);
  const firstLevel = await signedIn(doors, email);
  expect((await firstLevel.mfa.unenroll({ factorId })).error?.code).toBe('insufficient_aal');
  doors.clock.now += 5 * MINUTE;
  const { error } = await client.mfa.unenroll({ factorId });
  expect([error?.status, error?.code]).toEqual([401, 'reauthentication_needed']);
});

test('an unverified factor can be removed without reauthentication', async () => {
  const { client, userId } = await signedUp(doors);
  const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  doors.clock.now += 6 * MINUTE;
  expect((await client.mfa.unenroll({ factorId: data?.id ?? '' })).error).toBeNull();
  expect((await client.getUser()).data.user?.factors).toEqual([]);
  expect(await eventsOf(doors, userId)).toEqual([]);
});
