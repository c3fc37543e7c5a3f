import { expect, test } from 'vitest';

import type { IdentityProvider } from '#domain/account.ts';
import { users } from '#server/db/schema-users.ts';
import {
  createAppleEnv,
  GITHUB_ENV,
  GOOGLE_ENV,
  googleClaims,
  createSigner,
  createMockNetwork,
} from '#server/testing/mock-network.ts';
import { createBrowser, startFlow, getLocation } from '#server/testing/provider-flow-helpers.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const apple = await createAppleEnv();
const ENV = { ...GOOGLE_ENV, ...GITHUB_ENV, ...apple.env };

const PROVIDER_ENDPOINTS: Record<IdentityProvider, { issuer: string; exchange: string }> = {
  google: { issuer: 'https://accounts.google.com', exchange: 'https://oauth2.googleapis.com/token' },
  github: {
    issuer: 'https://github.com/login/oauth',
    exchange: 'https://github.com/login/oauth/access_token',
  },
  apple: { issuer: 'https://appleid.apple.com', exchange: 'https://appleid.apple.com/auth/token' },
};
const PROVIDERS = Object.keys(PROVIDER_ENDPOINTS) as IdentityProvider[];

/** Starts a flow and returns from the provider with the given parameters. */
async function returnFromProvider(provider: IdentityProvider, parameters: Record<string, string>) {
  const network = createMockNetwork({});
  const app = await createTestApp({ env: ENV, externalFetch: network.fetch });
  const state = (await startFlow(app, createBrowser(app), provider)).searchParams.get('state') ?? '';
  const fields = new URLSearchParams({ state, code: 'c0de', ...parameters });
  const response =
    provider === 'apple'
      ? await app.request('/auth/v1/callback', { method: 'POST', body: fields })
      : await app.request(`/auth/v1/callback?${fields}`);
  const errorCode = getLocation(response).searchParams.get('error_code');
  return { errorCode, requestedUrls: network.requests.map(({ url }) => url) };
}

test.each(PROVIDERS)('rejects a response to a %s flow that names another issuer', async (provider) => {
  const otherIssuers = PROVIDERS.filter((otherProvider) => otherProvider !== provider).map(
    (otherProvider) => PROVIDER_ENDPOINTS[otherProvider].issuer,
  );
  for (const iss of [...otherIssuers, 'https://evil.example', `${PROVIDER_ENDPOINTS[provider].issuer}/`])
    // No provider gets the code, not even the one of the flow.
    expect(await returnFromProvider(provider, { iss })).toEqual({
      errorCode: 'bad_oauth_callback',
      requestedUrls: [],
    });
});

test.each(PROVIDERS)('sends a code that returns for %s only to that provider', async (provider) => {
  const { issuer, exchange } = PROVIDER_ENDPOINTS[provider];
  expect((await returnFromProvider(provider, { iss: issuer })).requestedUrls).toEqual([exchange]);
  expect((await returnFromProvider(provider, {})).requestedUrls).toEqual([exchange]);
});

test('rejects an ID token of another issuer, even with a valid key and nonce', async () => {
  const signer = await createSigner();
  for (const iss of [PROVIDER_ENDPOINTS.apple.issuer, 'https://evil.example', undefined]) {
    let nonce = '';
    const network = createMockNetwork({
      [PROVIDER_ENDPOINTS.google.exchange]: async () =>
        Response.json({
          access_token: 'x',
          token_type: 'Bearer',
          id_token: await signer.sign(googleClaims({ iss, nonce })),
        }),
      'https://www.googleapis.com/oauth2/v3/certs': signer.keys,
    });
    const app = await createTestApp({ env: ENV, externalFetch: network.fetch });
    const authorizeParams = (await startFlow(app, createBrowser(app), 'google')).searchParams;
    nonce = authorizeParams.get('nonce') ?? '';
    const query = new URLSearchParams({ state: authorizeParams.get('state') ?? '', code: 'c0de' });
    const endUrl = getLocation(await app.request(`/auth/v1/callback?${query}`));
    expect(endUrl.searchParams.get('error_code')).toBe('bad_oauth_callback');
    expect(await app.context.db.select().from(users)).toEqual([]);
  }
});
