import { expect, test } from 'vitest';

import type { IdentityProvider } from '#domain/account.ts';

import { users } from '#server/db/schema-people.ts';
import { openShop } from '#server/testing.ts';

import { browserOf, leave, locationOf } from './testing-journey.ts';
import { appleEnv, GITHUB_ENV, GOOGLE_ENV, googleClaims, openSigner, outsideOf } from './testing-outside.ts';

const apple = await appleEnv();
const ENV = { ...GOOGLE_ENV, ...GITHUB_ENV, ...apple.env };

const KNOWN: Record<IdentityProvider, { issuer: string; exchange: string }> = {
  google: { issuer: 'https://accounts.google.com', exchange: 'https://oauth2.googleapis.com/token' },
  github: {
    issuer: 'https://github.com/login/oauth',
    exchange: 'https://github.com/login/oauth/access_token',
  },
  apple: { issuer: 'https://appleid.apple.com', exchange: 'https://appleid.apple.com/auth/token' },
};
const PROVIDERS = Object.keys(KNOWN) as IdentityProvider[];

/** Starts a flow and returns from the provider with the given parameters. */
async function sentBack(provider: IdentityProvider, told: Record<string, string>) {
  const outside = outsideOf({});
  const shop = await openShop({ env: ENV, outside: outside.fetch });
  const state = (await leave(shop, browserOf(shop), provider)).searchParams.get('state') ?? '';
  const fields = new URLSearchParams({ state, code: 'c0de', ...told });
  const answer =
    provider === 'apple'
      ? await shop.request('/auth/v1/callback', { method: 'POST', body: fields })
      : await shop.request(`/auth/v1/callback?${fields}`);
  const refusal = locationOf(answer).searchParams.get('error_code');
  return { refusal, asked: outside.asked.map(({ url }) => url) };
}

test.each(PROVIDERS)(
  'rejects a response to a %s flow that names another issuer',
  async (provider) => {
    const others = PROVIDERS.filter((other) => other !== provider).map((other) => KNOWN[other].issuer);
    for (const iss of [...others, 'https://evil.example', `${KNOWN[provider].issuer}/`])
      // No provider gets the code, not even the one of the flow.
      expect(await sentBack(provider, { iss })).toEqual({ refusal: 'bad_oauth_callback', asked: [] });
  },
);

test.each(PROVIDERS)('sends a code that returns for %s only to that provider', async (provider) => {
  const { issuer, exchange } = KNOWN[provider];
  expect((await sentBack(provider, { iss: issuer })).asked).toEqual([exchange]);
  expect((await sentBack(provider, {})).asked).toEqual([exchange]);
});

test('rejects an ID token of another issuer, even with a valid key and nonce', async () => {
  const signer = await openSigner();
  for (const iss of [KNOWN.apple.issuer, 'https://evil.example', undefined]) {
    let nonce = '';
    const outside = outsideOf({
      [KNOWN.google.exchange]: async () =>
        Response.json({
          access_token: 'x',
          token_type: 'Bearer',
          id_token: await signer.sign(googleClaims({ iss, nonce })),
        }),
      'https://www.googleapis.com/oauth2/v3/certs': signer.keys,
    });
    const shop = await openShop({ env: ENV, outside: outside.fetch });
    const asked = (await leave(shop, browserOf(shop), 'google')).searchParams;
    nonce = asked.get('nonce') ?? '';
    const query = new URLSearchParams({ state: asked.get('state') ?? '', code: 'c0de' });
    const end = locationOf(await shop.request(`/auth/v1/callback?${query}`));
    expect(end.searchParams.get('error_code')).toBe('bad_oauth_callback');
    expect(await shop.context.db.select().from(users)).toEqual([]);
  }
});
