import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';

import { findSession } from '#server/db/sessions.ts';

import { eventsOf, gate, openBrowser, refusalOf, signedInBrowser } from './auth-client-testing.ts';
import { openDoors, PASSWORD } from './auth-testing.ts';
import { giveFactor } from './testing-mailbox.ts';

const doors = await openDoors();

const isRefresh = (path: string) => path.includes('grant_type=refresh_token');

test.each([401, 403, 404])('signing out succeeds when the server answers %i', async (status) => {
  const { client, way, stored } = await signedInBrowser(doors);
  const events = await eventsOf(client);
  way.between = async () => refusalOf(status);
  expect((await client.signOut({ scope: 'global' })).error).toBeNull();
  expect(stored()).toBeNull();
  expect(events.at(-1)).toBe('SIGNED_OUT');
});

test.each([500, 503])('signing out locally succeeds even when the server answers %i', async (status) => {
  const { client, way, stored } = await signedInBrowser(doors);
  way.between = async () => refusalOf(status);
  await client.signOut({ scope: 'local' });
  expect(stored()).toBeNull();
});

test('signing out locally completes before the request is sent', async () => {
  const { client, way, stored, asked } = await signedInBrowser(doors);
  const events = await eventsOf(client);
  const atTheDoors: unknown[] = [];
  way.between = async () => {
    atTheDoors.push(stored(), events.at(-1));
    throw new TypeError('no network');
  };
  await client.signOut({ scope: 'local' });
  expect(asked.at(-1)).toBe('POST logout?scope=local');
  expect(atTheDoors).toEqual([null, 'SIGNED_OUT']);
});

test('signing out of a session that the server has already ended is no error', async () => {
  const { client, email, stored } = await signedInBrowser(doors);
  const other = openBrowser(doors).tab();
  await other.signInWithPassword({ email, password: PASSWORD });
  await other.signOut({ scope: 'others' });
  expect((await client.signOut({ scope: 'local' })).error).toBeNull();
  expect(stored()).toBeNull();
});

test.for(['others', 'global', 'local'] as const)(
  'signing out with scope %s works long after signing in',
  async (scope) => {
    const { client, email, stored } = await signedInBrowser(doors);
    const other = openBrowser(doors).tab();
    await other.signInWithPassword({ email, password: PASSWORD });
    doors.clock.now += 9 * 60_000;
    expect((await client.signOut({ scope })).error).toBeNull();
    expect(stored() === null).toBe(scope !== 'others');
    expect((await other.getUser()).error?.message ?? null).toBe(
      scope === 'local' ? null : 'Auth session missing!',
    );
  },
);

test('a session without its second factor can sign out everywhere', async () => {
  const { client, email } = await signedInBrowser(doors);
  const { data } = await client.getUser();
  await giveFactor(doors.context, data.user?.id ?? '');
  const other = openBrowser(doors).tab();
  await other.signInWithPassword({ email, password: PASSWORD });
  expect((await other.signOut()).error).toBeNull();
  expect((await client.getUser()).error?.message).toBe('Auth session missing!');
});

/** The server has answered a refresh; the browser receives the response when `responseGate` is opened. */
function heldRefresh(way: Awaited<ReturnType<typeof signedInBrowser>>['way']) {
  const [asked, answered] = [gate(), gate()];
  way.between = async (path, answer) => {
    const answering = await answer();
    if (isRefresh(path)) {
      asked.open();
      await answered.opened;
    }
    return answering;
  };
  return { asked, answered };
}

test('a late refresh response does not undo a sign-out', async () => {
  const { client, way, stored } = await signedInBrowser(doors);
  const events = await eventsOf(client);
  const { asked, answered } = heldRefresh(way);
  const refreshing = client.refreshSession();
  await asked.opened;
  await client.signOut({ scope: 'local' });
  answered.open();
  expect((await refreshing).data.session).toBeNull();
  expect(stored()).toBeNull();
  expect((await client.getSession()).data.session).toBeNull();
  expect(events.filter((event) => event !== 'INITIAL_SESSION')).toEqual(['SIGNED_OUT']);
});

test('a refresh does not undo a sign-out whose response is pending', async () => {
  const { client, way, stored, tab } = await signedInBrowser(doors);
  const other = tab();
  await other.initialize();
  const [asked, answered] = [gate(), gate()];
  way.between = async (path, answer) => {
    if (path.startsWith('logout')) {
      asked.open();
      await answered.opened;
    }
    return answer();
  };
  const leaving = client.signOut({ scope: 'local' });
  await asked.opened;
  expect((await other.refreshSession()).data.session).toBeNull();
  answered.open();
  expect((await leaving).error).toBeNull();
  expect(stored()).toBeNull();
  expect((await other.getSession()).data.session).toBeNull();
});

test('a refresh in one tab does not undo the sign-out of another tab', async () => {
  const { way, stored, tab, client, session } = await signedInBrowser(doors);
  const other = tab();
  await other.initialize();
  const { asked, answered } = heldRefresh(way);
  const refreshing = other.refreshSession();
  await asked.opened;
  await client.signOut({ scope: 'local' });
  answered.open();
  expect((await refreshing).data.session).toBeNull();
  expect(stored()).toBeNull();
  // The session has ended on the server, too: the refreshed tokens are useless.
  expect(await isRevoked(session.access_token)).toBe(true);
});

test('a sign-out that must refresh first leaves no session in browser or server', async () => {
  const { client, endIn, stored, refreshes, session } = await signedInBrowser(doors);
  endIn(-1);
  expect((await client.signOut({ scope: 'local' })).error).toBeNull();
  expect(refreshes()).toBe(1);
  expect(stored()).toBeNull();
  expect(await isRevoked(session.access_token)).toBe(true);
});

test('drops a revoked session when it fetches its user', async () => {
  const { client, email, stored } = await signedInBrowser(doors);
  const events = await eventsOf(client);
  const other = openBrowser(doors).tab();
  await other.signInWithPassword({ email, password: PASSWORD });
  await other.signOut({ scope: 'others' });
  const { data, error } = await client.getUser();
  expect(data.user).toBeNull();
  expect(error?.message).toBe('Auth session missing!');
  expect(stored()).toBeNull();
  expect(events.at(-1)).toBe('SIGNED_OUT');
});

async function isRevoked(accessToken: string): Promise<boolean> {
  const row = await findSession(doors.context.db, String(decodeJwt(accessToken).session_id));
  return row?.revokedAt instanceof Date;
}
