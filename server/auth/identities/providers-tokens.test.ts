import { pino } from 'pino';
import { expect, test } from 'vitest';

import type { IdentityProvider } from '#domain/account.ts';

import * as accounts from '#server/db/schema-accounts.ts';
import { outbox } from '#server/db/schema-mail.ts';
import * as people from '#server/db/schema-people.ts';
import { openShop, type TestShop } from '#server/testing.ts';

import { browserOf, leave, locationOf } from './testing-journey.ts';
import { appleEnv, GITHUB_ENV, GOOGLE_ENV, googleClaims, openSigner, outsideOf } from './testing-outside.ts';

const signer = await openSigner();
const apple = await appleEnv();
const ENV = { ...GOOGLE_ENV, ...GITHUB_ENV, ...apple.env };

/** Providers that respond with tokens, which they add to `issuedTokens`. */
function providersWith(given: string[], claims: { nonce: string }) {
  const tokens = async (change: Record<string, unknown>) => {
    const idToken = await signer.sign({ ...googleClaims(change), nonce: claims.nonce });
    given.push(idToken, ...idToken.split('.'), 'the-access-token', 'the-refresh-token');
    return Response.json({
      access_token: 'the-access-token',
      refresh_token: 'the-refresh-token',
      token_type: 'Bearer',
      id_token: idToken,
    });
  };
  return outsideOf({
    'https://oauth2.googleapis.com/token': () => tokens({}),
    'https://www.googleapis.com/oauth2/v3/certs': signer.keys,
    'https://appleid.apple.com/auth/token': () =>
      tokens({ iss: 'https://appleid.apple.com', aud: ENV.APPLE_CLIENT_ID, azp: undefined }),
    'https://appleid.apple.com/auth/keys': signer.keys,
    'https://github.com/login/oauth/access_token': () => {
      given.push('the-access-token', 'the-refresh-token');
      return Response.json({
        access_token: 'the-access-token',
        refresh_token: 'the-refresh-token',
        token_type: 'bearer',
      });
    },
    'https://api.github.com/user': () => Response.json({ login: 'sam', id: 583_231, name: 'Sam Vane' }),
    'https://api.github.com/user/emails': () =>
      Response.json([{ email: 'sam.vane@example.com', primary: true, verified: true }]),
  });
}

/** An app that records its responses and log. */
async function openNotedShop(fetch: typeof globalThis.fetch) {
  const notes: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void notes.push(line) });
  const shop = await openShop({ env: ENV, outside: fetch, log });
  const request: TestShop['request'] = async (path, init) => {
    const answer = await shop.request(path, init);
    notes.push(JSON.stringify([...answer.headers]), await answer.clone().text());
    return answer;
  };
  return { shop: { ...shop, request }, notes };
}

/** Starts a flow and returns as far as possible. */
async function journey(shop: TestShop, provider: IdentityProvider, claims: { nonce: string }) {
  const browser = browserOf(shop);
  const asked = (await leave(shop, browser, provider)).searchParams;
  claims.nonce ||= asked.get('nonce') ?? '';
  const fields = new URLSearchParams({ state: asked.get('state') ?? '', code: 'c0de' });
  const back =
    provider === 'apple'
      ? await shop.request('/auth/v1/callback', { method: 'POST', body: fields })
      : await shop.request(`/auth/v1/callback?${fields}`);
  const code = locationOf(back).searchParams.get('code');
  if (code !== null) await browser.exchangeCodeForSession(code);
  await browser.getUser();
  return (await browser.getSession()).data.session;
}

const rowsOf = async ({ context: { db } }: TestShop) =>
  Promise.all(
    [
      people.users,
      people.identities,
      people.sessions,
      accounts.flowStates,
      accounts.securityEvents,
      outbox,
    ].map((table) => db.select().from(table)),
  );

test.each(['google', 'github', 'apple'] as const)(
  'the tokens of %s are neither returned nor stored',
  async (provider) => {
    const given: string[] = [];
    const claims = { nonce: '' };
    const { shop, notes } = await openNotedShop(providersWith(given, claims).fetch);
    const session = await journey(shop, provider, claims);
    expect(session?.user.email).toBe('sam.vane@example.com');
    expect(Object.keys(session ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^provider/)]),
    );
    const all = [...notes, JSON.stringify([session, await rowsOf(shop)])].join('\n');
    expect(given.length).toBeGreaterThan(1);
    for (const token of given) expect(all).not.toContain(token);
  },
);

test('an error and its log contain no token either', async () => {
  const given: string[] = [];
  const claims = { nonce: 'of another journey' };
  const { shop, notes } = await openNotedShop(providersWith(given, claims).fetch);
  expect(await journey(shop, 'google', claims)).toBeNull();
  const all = [...notes, JSON.stringify(await rowsOf(shop))].join('\n');
  expect(all).toContain('did not answer as it should');
  expect(given.length).toBeGreaterThan(1);
  for (const token of given) expect(all).not.toContain(token);
});
