import { expect, test } from 'vitest';

import { eventsOf, openBrowser, signedInBrowser } from './auth-client-testing.ts';
import { newEmail, openDoors, PASSWORD } from './auth-testing.ts';

const doors = await openDoors();

test('a client without a session begins with INITIAL_SESSION, and signing up is SIGNED_IN', async () => {
  const client = openBrowser(doors).tab();
  const events = await eventsOf(client);
  await client.signUp({ email: newEmail(), password: PASSWORD });
  expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN']);
});

test('a tab that is opened later begins with the session that is there', async () => {
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

test('a new token is TOKEN_REFRESHED, and the way out is SIGNED_OUT', async () => {
  const { client } = await signedInBrowser(doors);
  const events = await eventsOf(client);
  await client.refreshSession();
  await client.signOut({ scope: 'local' });
  await client.signInWithPassword({ email: newEmail(), password: PASSWORD });
  expect(events).toEqual(['INITIAL_SESSION', 'TOKEN_REFRESHED', 'SIGNED_OUT']);
});

test('a token that was renewed before anybody asked is told as well', async () => {
  const { tab, endIn } = await signedInBrowser(doors);
  endIn(-1);
  const client = tab({ ticking: true });
  const events = await eventsOf(client);
  expect(events).toEqual(['TOKEN_REFRESHED']);
});
