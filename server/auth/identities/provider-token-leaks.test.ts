import { pino } from 'pino';
import { expect, test } from 'vitest';

import type { IdentityProvider } from '#domain/account.ts';
import * as accounts from '#server/db/schema-accounts.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import * as people from '#server/db/schema-users.ts';
import {
  createAppleEnv,
  GITHUB_ENV,
  GOOGLE_ENV,
  googleClaims,
  createSigner,
  createMockNetwork,
} from '#server/testing/mock-network.ts';
import { createBrowser, startFlow, getLocation } from '#server/testing/provider-flow-helpers.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const signer = await createSigner();
const apple = await createAppleEnv();
const ENV = { ...GOOGLE_ENV, ...GITHUB_ENV, ...apple.env };

/** Providers that respond with tokens, which they add to `issuedTokens`. */
function createProviders(issuedTokens: string[], claimOverrides: { nonce: string }) {
  const createTokenResponse = async (overrides: Record<string, unknown>) => {
    const idToken = await signer.sign({ ...googleClaims(overrides), nonce: claimOverrides.nonce });
    issuedTokens.push(idToken, ...idToken.split('.'), 'the-access-token', 'the-refresh-token');
    return Response.json({
      access_token: 'the-access-token',
      refresh_token: 'the-refresh-token',
      token_type: 'Bearer',
      id_token: idToken,
    });
  };
  return createMockNetwork({
    'https://oauth2.googleapis.com/token': () => createTokenResponse({}),
    'https://www.googleapis.com/oauth2/v3/certs': signer.keys,
    'https://appleid.apple.com/auth/token': () =>
      createTokenResponse({ iss: 'https://appleid.apple.com', aud: ENV.APPLE_CLIENT_ID, azp: undefined }),
    'https://appleid.apple.com/auth/keys': signer.keys,
    'https://github.com/login/oauth/access_token': () => {
      issuedTokens.push('the-access-token', 'the-refresh-token');
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
async function createRecordingApp(fetch: typeof globalThis.fetch) {
  const output: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void output.push(line) });
  const app = await createTestApp({ env: ENV, externalFetch: fetch, log });
  const request: TestApp['request'] = async (path, init) => {
    const response = await app.request(path, init);
    output.push(JSON.stringify([...response.headers]), await response.clone().text());
    return response;
  };
  return { app: { ...app, request }, output };
}

/** Starts a flow and returns as far as possible. */
async function completeFlow(app: TestApp, provider: IdentityProvider, claimOverrides: { nonce: string }) {
  const browser = createBrowser(app);
  const authorizeParams = (await startFlow(app, browser, provider)).searchParams;
  claimOverrides.nonce ||= authorizeParams.get('nonce') ?? '';
  const fields = new URLSearchParams({ state: authorizeParams.get('state') ?? '', code: 'c0de' });
  const response =
    provider === 'apple'
      ? await app.request('/auth/v1/callback', { method: 'POST', body: fields })
      : await app.request(`/auth/v1/callback?${fields}`);
  const code = getLocation(response).searchParams.get('code');
  if (code !== null) await browser.exchangeCodeForSession(code);
  await browser.getUser();
  return (await browser.getSession()).data.session;
}

const listRows = async ({ context: { db } }: TestApp) =>
  Promise.all(
    [people.users, people.identities, people.sessions, accounts.flowStates, accounts.securityEvents, outbox].map(
      (table) => db.select().from(table),
    ),
  );

test.each(['google', 'github', 'apple'] as const)(
  'the tokens of %s are neither returned nor stored',
  async (provider) => {
    const issuedTokens: string[] = [];
    const claimOverrides = { nonce: '' };
    const { app, output } = await createRecordingApp(createProviders(issuedTokens, claimOverrides).fetch);
    const session = await completeFlow(app, provider, claimOverrides);
    expect(session?.user.email).toBe('sam.vane@example.com');
    expect(Object.keys(session ?? {})).not.toEqual(expect.arrayContaining([expect.stringMatching(/^provider/)]));
    const everything = [...output, JSON.stringify([session, await listRows(app)])].join('\n');
    expect(issuedTokens.length).toBeGreaterThan(1);
    for (const token of issuedTokens) expect(everything).not.toContain(token);
  },
);

test('an error and its log contain no token either', async () => {
  const issuedTokens: string[] = [];
  const claimOverrides = { nonce: 'of another journey' };
  const { app, output } = await createRecordingApp(createProviders(issuedTokens, claimOverrides).fetch);
  expect(await completeFlow(app, 'google', claimOverrides)).toBeNull();
  const everything = [...output, JSON.stringify(await listRows(app))].join('\n');
  expect(everything).toContain('provider_response_invalid');
  expect(issuedTokens.length).toBeGreaterThan(1);
  for (const token of issuedTokens) expect(everything).not.toContain(token);
});
