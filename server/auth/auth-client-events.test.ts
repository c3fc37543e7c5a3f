import type { AuthChangeEvent, Session } from '@supabase/auth-js';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';

import { eventsOf, openBrowser, signedInBrowser } from './auth-client-testing.ts';
import { newEmail, openDoors, PASSWORD } from './auth-testing.ts';
import { totpCode } from './factors/testing-factors.ts';
import { confirmAddress } from './testing-mailbox.ts';

const doors = await openDoors();

test('a client without a session starts with INITIAL_SESSION, and sign-up causes SIGNED_IN', async () => {
  const client = openBrowser(doors).tab();
  const events = await eventsOf(client);
  await client.signUp({ email: newEmail(), password: PASSWORD });
  expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN']);
});

test('a tab that is opened later starts with the existing session', async () => {
  const { tab, session } = await signedInBrowser(doors);
  const told: [string, string | undefined][] = [];
  const client = tab();
  client.onAuthStateChange((event, given) => told.push([event, given?.user.id]));
  await client.getSession();
  await eventsOf(client);
  expect(told).toEqual([
    ['SIGNED_IN', session.user.id],
    ['INITIAL_SESSION', session.user.id],
  ]);
});

test('a refresh causes TOKEN_REFRESHED, and signing out causes SIGNED_OUT', async () => {
  const { client } = await signedInBrowser(doors);
  const events = await eventsOf(client);
  await client.refreshSession();
  await client.signOut({ scope: 'local' });
  await client.signInWithPassword({ email: newEmail(), password: PASSWORD });
  expect(events).toEqual(['INITIAL_SESSION', 'TOKEN_REFRESHED', 'SIGNED_OUT']);
});

test('a refresh that runs before the first listener is reported, too', async () => {
  const { tab, endIn } = await signedInBrowser(doors);
  endIn(-1);
  const client = tab({ ticking: true });
  const events = await eventsOf(client);
  expect(events).toEqual(['TOKEN_REFRESHED']);
});

test('a change of the name causes USER_UPDATED with the updated user', async () => {
  const { client, stored } = await signedInBrowser(doors);
  const told: [AuthChangeEvent, unknown][] = [];
  await eventsOf(client);
  client.onAuthStateChange((event, session) => told.push([event, session?.user.user_metadata.name]));
  await client.getSession();
  const { error } = await client.updateUser({ data: { name: 'Ada' } });
  expect(error).toBeNull();
  expect(told.at(-1)).toEqual(['USER_UPDATED', 'Ada']);
  expect(stored()).toMatchObject({ user: { user_metadata: { name: 'Ada' } } });
});

test('a verified second factor causes MFA_CHALLENGE_VERIFIED with an aal2 session', async () => {
  const { client, stored } = await signedInBrowser(doors);
  const told: [AuthChangeEvent, Session | null][] = [];
  await eventsOf(client);
  client.onAuthStateChange((event, session) => told.push([event, session]));
  await confirmAddress(doors.context, (await client.getUser()).data.user?.id ?? '');
  const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  if (!data) throw new Error('Nothing was enrolled');
  const code = totpCode(doors, data.totp.secret);
  const { error } = await client.mfa.challengeAndVerify({ factorId: data.id, code });
  expect(error).toBeNull();
  const [event, session] = told.at(-1) ?? [];
  expect(event).toBe('MFA_CHALLENGE_VERIFIED');
  expect(decodeJwt(session?.access_token ?? '')).toMatchObject({ aal: 'aal2', second_step: true });
  expect(session?.user.factors).toMatchObject([{ friendly_name: 'Phone', status: 'verified' }]);
  const { currentLevel, nextLevel } = (await client.mfa.getAuthenticatorAssuranceLevel()).data ?? {};
  expect([currentLevel, nextLevel]).toEqual(['aal2', 'aal2']);
  expect((stored()?.expires_at ?? 0) - Date.now() / 1000).toBeGreaterThan(590);
});
