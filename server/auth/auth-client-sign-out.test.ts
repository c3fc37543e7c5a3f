import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';

import { findSession } from '#server/auth/queries/sessions.ts';

import {
  collectEvents,
  createGate,
  openBrowser,
  createErrorResponse,
  signedInBrowser,
} from '../testing/auth-browser.ts';
import { insertFactor } from '../testing/take-mail.ts';
import { createTestAuth, PASSWORD } from '../testing/test-auth.ts';

const auth = await createTestAuth();

const isRefresh = (path: string) => path.includes('grant_type=refresh_token');

test.each([401, 403, 404])('signing out succeeds when the server answers %i', async (status) => {
  const { client, transport, stored } = await signedInBrowser(auth);
  const events = await collectEvents(client);
  transport.intercept = async () => createErrorResponse(status);
  expect((await client.signOut({ scope: 'global' })).error).toBeNull();
  expect(stored()).toBeNull();
  expect(events.at(-1)).toBe('SIGNED_OUT');
});

test.each([500, 503])('signing out locally succeeds even when the server answers %i', async (status) => {
  const { client, transport, stored } = await signedInBrowser(auth);
  transport.intercept = async () => createErrorResponse(status);
  await client.signOut({ scope: 'local' });
  expect(stored()).toBeNull();
});

test('signing out locally completes before the request is sent', async () => {
  const { client, transport, stored, requests } = await signedInBrowser(auth);
  const events = await collectEvents(client);
  const statesAtRequest: unknown[] = [];
  transport.intercept = async () => {
    statesAtRequest.push(stored(), events.at(-1));
    throw new TypeError('no network');
  };
  await client.signOut({ scope: 'local' });
  expect(requests.at(-1)).toBe('POST logout?scope=local');
  expect(statesAtRequest).toEqual([null, 'SIGNED_OUT']);
});

test('signing out of a session that the server has already ended is no error', async () => {
  const { client, email, stored } = await signedInBrowser(auth);
  const otherClient = openBrowser(auth).tab();
  await otherClient.signInWithPassword({ email, password: PASSWORD });
  await otherClient.signOut({ scope: 'others' });
  expect((await client.signOut({ scope: 'local' })).error).toBeNull();
  expect(stored()).toBeNull();
});

test.for(['others', 'global', 'local'] as const)(
  'signing out with scope %s works long after signing in',
  async (scope) => {
    const { client, email, stored } = await signedInBrowser(auth);
    const otherClient = openBrowser(auth).tab();
    await otherClient.signInWithPassword({ email, password: PASSWORD });
    auth.clock.now += 9 * 60_000;
    expect((await client.signOut({ scope })).error).toBeNull();
    expect(stored() === null).toBe(scope !== 'others');
    expect((await otherClient.getUser()).error?.message ?? null).toBe(
      scope === 'local' ? null : 'Auth session missing!',
    );
  },
);

test('a session without its second factor can sign out everywhere', async () => {
  const { client, email } = await signedInBrowser(auth);
  const { data } = await client.getUser();
  await insertFactor(auth.context, data.user?.id ?? '');
  const otherClient = openBrowser(auth).tab();
  await otherClient.signInWithPassword({ email, password: PASSWORD });
  expect((await otherClient.signOut()).error).toBeNull();
  expect((await client.getUser()).error?.message).toBe('Auth session missing!');
});

/** The server has answered a refresh; the browser receives the response when `responseGate` is opened. */
function delayRefresh(transport: Awaited<ReturnType<typeof signedInBrowser>>['transport']) {
  const [requestGate, responseGate] = [createGate(), createGate()];
  transport.intercept = async (path, respond) => {
    const response = await respond();
    if (isRefresh(path)) {
      requestGate.open();
      await responseGate.opened;
    }
    return response;
  };
  return { requestGate, responseGate };
}

test('a late refresh response does not undo a sign-out', async () => {
  const { client, transport, stored } = await signedInBrowser(auth);
  const events = await collectEvents(client);
  const { requestGate, responseGate } = delayRefresh(transport);
  const pendingRefresh = client.refreshSession();
  await requestGate.opened;
  await client.signOut({ scope: 'local' });
  responseGate.open();
  expect((await pendingRefresh).data.session).toBeNull();
  expect(stored()).toBeNull();
  expect((await client.getSession()).data.session).toBeNull();
  expect(events.filter((event) => event !== 'INITIAL_SESSION')).toEqual(['SIGNED_OUT']);
});

test('a refresh does not undo a sign-out whose response is pending', async () => {
  const { client, transport, stored, tab } = await signedInBrowser(auth);
  const otherClient = tab();
  await otherClient.initialize();
  const [requestGate, responseGate] = [createGate(), createGate()];
  transport.intercept = async (path, respond) => {
    if (path.startsWith('logout')) {
      requestGate.open();
      await responseGate.opened;
    }
    return respond();
  };
  const pendingSignOut = client.signOut({ scope: 'local' });
  await requestGate.opened;
  expect((await otherClient.refreshSession()).data.session).toBeNull();
  responseGate.open();
  expect((await pendingSignOut).error).toBeNull();
  expect(stored()).toBeNull();
  expect((await otherClient.getSession()).data.session).toBeNull();
});

test('a refresh in one tab does not undo the sign-out of another tab', async () => {
  const { transport, stored, tab, client, session } = await signedInBrowser(auth);
  const otherClient = tab();
  await otherClient.initialize();
  const { requestGate, responseGate } = delayRefresh(transport);
  const pendingRefresh = otherClient.refreshSession();
  await requestGate.opened;
  await client.signOut({ scope: 'local' });
  responseGate.open();
  expect((await pendingRefresh).data.session).toBeNull();
  expect(stored()).toBeNull();
  // The session has ended on the server, too: the refreshed tokens are useless.
  expect(await isRevoked(session.access_token)).toBe(true);
});

test('a sign-out that must refresh first leaves no session in browser or server', async () => {
  const { client, endIn, stored, refreshes, session } = await signedInBrowser(auth);
  endIn(-1);
  expect((await client.signOut({ scope: 'local' })).error).toBeNull();
  expect(refreshes()).toBe(1);
  expect(stored()).toBeNull();
  expect(await isRevoked(session.access_token)).toBe(true);
});

test('drops a revoked session when it fetches its user', async () => {
  const { client, email, stored } = await signedInBrowser(auth);
  const events = await collectEvents(client);
  const otherClient = openBrowser(auth).tab();
  await otherClient.signInWithPassword({ email, password: PASSWORD });
  await otherClient.signOut({ scope: 'others' });
  const { data, error } = await client.getUser();
  expect(data.user).toBeNull();
  expect(error?.message).toBe('Auth session missing!');
  expect(stored()).toBeNull();
  expect(events.at(-1)).toBe('SIGNED_OUT');
});

async function isRevoked(accessToken: string): Promise<boolean> {
  const row = await findSession(auth.context.db, String(decodeJwt(accessToken).session_id));
  return row?.revokedAt instanceof Date;
}
