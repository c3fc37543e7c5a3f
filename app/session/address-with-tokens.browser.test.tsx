import { expect, onTestFinished, test } from 'vitest';

import { newUser } from '#app/testing/account.ts';
import { installFakeRpc } from '#app/testing/fake-rpc.ts';
import { sessionOf, storeSession } from '#app/testing/fake-session.ts';
import { safeLocalStorage } from '#app/ui/safe-storage.ts';

import { CLIENT_KEY, openAuthClient } from './auth-client.ts';
import { sessionStorageOf } from './kept-session.ts';

/** Returns the email of the session that an auth client finds when it starts at this URL. */
async function userAt(change: (address: URL) => void): Promise<string | null> {
  const before = window.location.href;
  const address = new URL(before);
  change(address);
  const rpc = installFakeRpc({});
  onTestFinished(rpc.restore);
  rpc.handleAuth('GET user', () => Response.json(stranger));
  window.history.replaceState(window.history.state, '', address);
  try {
    const client = openAuthClient({
      url: `${window.location.origin}/auth/v1`,
      key: CLIENT_KEY,
      storage: sessionStorageOf(safeLocalStorage, () => undefined),
    });
    const { data } = await client.getSession();
    await client.stopAutoRefresh();
    return data.session?.user.email ?? null;
  } finally {
    window.history.replaceState(window.history.state, '', before);
  }
}

const stranger = newUser({ email: 'stranger@example.com' });
const { access_token, refresh_token } = sessionOf(stranger);
const tokens = { access_token, refresh_token, expires_in: '600', token_type: 'bearer', type: 'signup' };
const ADDRESSES: [string, (address: URL) => void][] = [
  ['tokens', (address) => (address.hash = new URLSearchParams(tokens).toString())],
  ['a code that this browser did not ask for', (address) => address.searchParams.set('code', 'made-up')],
];

test.each(ADDRESSES)('does not sign in from a URL with %s', async (_what, change) => {
  expect(await userAt(change)).toBeNull();
  expect(localStorage.getItem('tillwright-session')).toBeNull();
});

test.each(ADDRESSES)("keeps the user's session when a URL has %s", async (_what, change) => {
  storeSession(newUser({ email: 'victim@example.com' }));
  expect(await userAt(change)).toBe('victim@example.com');
});
