import { expect, onTestFinished, test } from 'vitest';

import { safeLocalStorage } from '#app/components/utils/safe-storage.ts';
import { newUser } from '#app/testing/account.ts';
import { installFakeRpc } from '#app/testing/fake-rpc.ts';
import { createSession, storeSession } from '#app/testing/fake-session.ts';

import { AUTH_CLIENT_KEY, createAuthClient } from './auth-client.ts';
import { createSessionStorage } from './stored-session.ts';

/** Returns the email of the session that an auth client finds when it starts at this URL. */
async function getEmailAtUrl(changeUrl: (url: URL) => void): Promise<string | null> {
  const originalUrl = window.location.href;
  const url = new URL(originalUrl);
  changeUrl(url);
  const rpc = installFakeRpc({});
  onTestFinished(rpc.restore);
  rpc.handleAuth('GET user', () => Response.json(stranger));
  window.history.replaceState(window.history.state, '', url);
  try {
    const client = createAuthClient({
      url: `${window.location.origin}/auth/v1`,
      key: AUTH_CLIENT_KEY,
      storage: createSessionStorage(safeLocalStorage, () => undefined),
    });
    const { data } = await client.getSession();
    await client.stopAutoRefresh();
    return data.session?.user.email ?? null;
  } finally {
    window.history.replaceState(window.history.state, '', originalUrl);
  }
}

const stranger = newUser({ email: 'stranger@example.com' });
const { access_token, refresh_token } = createSession(stranger);
const tokens = { access_token, refresh_token, expires_in: '600', token_type: 'bearer', type: 'signup' };
const URL_CHANGES: [string, (url: URL) => void][] = [
  ['tokens', (url) => (url.hash = new URLSearchParams(tokens).toString())],
  ['a code that this browser did not ask for', (url) => url.searchParams.set('code', 'made-up')],
];

test.each(URL_CHANGES)('does not sign in from a URL with %s', async (_description, changeUrl) => {
  expect(await getEmailAtUrl(changeUrl)).toBeNull();
  expect(localStorage.getItem('tillwright-session')).toBeNull();
});

test.each(URL_CHANGES)("keeps the user's session when a URL has %s", async (_description, changeUrl) => {
  storeSession(newUser({ email: 'victim@example.com' }));
  expect(await getEmailAtUrl(changeUrl)).toBe('victim@example.com');
});
