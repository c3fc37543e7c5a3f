import type { AuthChangeEvent, Session } from '@supabase/auth-js';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';

import { collectEvents, openBrowser, signedInBrowser } from '../testing/auth-browser.ts';
import { generateTotpCode } from '../testing/factor-helpers.ts';
import { confirmAddress } from '../testing/take-mail.ts';
import { createEmail, createTestAuth, PASSWORD } from '../testing/test-auth.ts';

const auth = await createTestAuth();

test('a client without a session starts with INITIAL_SESSION, and sign-up causes SIGNED_IN', async () => {
  const client = openBrowser(auth).tab();
  const events = await collectEvents(client);
  await client.signUp({ email: createEmail(), password: PASSWORD });
  expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN']);
});

test('a tab that is opened later starts with the existing session', async () => {
  const { tab, session } = await signedInBrowser(auth);
  const events: [string, string | undefined][] = [];
  const client = tab();
  client.onAuthStateChange((event, initialSession) => events.push([event, initialSession?.user.id]));
  await client.getSession();
  await collectEvents(client);
  expect(events).toEqual([
    ['SIGNED_IN', session.user.id],
    ['INITIAL_SESSION', session.user.id],
  ]);
});

test('a refresh causes TOKEN_REFRESHED, and signing out causes SIGNED_OUT', async () => {
  const { client } = await signedInBrowser(auth);
  const events = await collectEvents(client);
  await client.refreshSession();
  await client.signOut({ scope: 'local' });
  await client.signInWithPassword({ email: createEmail(), password: PASSWORD });
  expect(events).toEqual(['INITIAL_SESSION', 'TOKEN_REFRESHED', 'SIGNED_OUT']);
});

test('a refresh that runs before the first listener is reported, too', async () => {
  const { tab, endIn } = await signedInBrowser(auth);
  endIn(-1);
  const client = tab({ ticking: true });
  const events = await collectEvents(client);
  expect(events).toEqual(['TOKEN_REFRESHED']);
});

test('a change of the name causes USER_UPDATED with the updated user', async () => {
  const { client, stored } = await signedInBrowser(auth);
  const events: [AuthChangeEvent, unknown][] = [];
  await collectEvents(client);
  client.onAuthStateChange((event, session) => events.push([event, session?.user.user_metadata.name]));
  await client.getSession();
  const { error } = await client.updateUser({ data: { name: 'Ada' } });
  expect(error).toBeNull();
  expect(events.at(-1)).toEqual(['USER_UPDATED', 'Ada']);
  expect(stored()).toMatchObject({ user: { user_metadata: { name: 'Ada' } } });
});

test('a verified second factor causes MFA_CHALLENGE_VERIFIED with an aal2 session', async () => {
  const { client, stored } = await signedInBrowser(auth);
  const events: [AuthChangeEvent, Session | null][] = [];
  await collectEvents(client);
  client.onAuthStateChange((event, session) => events.push([event, session]));
  await confirmAddress(auth.context, (await client.getUser()).data.user?.id ?? '');
  const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  if (!data) throw new Error('Nothing was enrolled');
  const code = generateTotpCode(auth, data.totp.secret);
  const { error } = await client.mfa.challengeAndVerify({ factorId: data.id, code });
  expect(error).toBeNull();
  const [event, session] = events.at(-1) ?? [];
  expect(event).toBe('MFA_CHALLENGE_VERIFIED');
  expect(decodeJwt(session?.access_token ?? '')).toMatchObject({ aal: 'aal2', second_step: true });
  expect(session?.user.factors).toMatchObject([{ friendly_name: 'Phone', status: 'verified' }]);
  const { currentLevel, nextLevel } = (await client.mfa.getAuthenticatorAssuranceLevel()).data ?? {};
  expect([currentLevel, nextLevel]).toEqual(['aal2', 'aal2']);
  expect((stored()?.expires_at ?? 0) - Date.now() / 1000).toBeGreaterThan(590);
});
