import { expect, test } from 'vitest';

import {
  requestAuthorize,
  CHALLENGE,
  getLocation,
  signUpBrowser,
  completeFlow,
} from '#server/testing/provider-flow-helpers.ts';
import { createTestApp, TEST_ORIGIN } from '#server/testing/test-app.ts';

const FOREIGN = [
  'https://evil.example',
  'http://evil.example/auth',
  '//evil.example',
  '///evil.example',
  '////evil.example/%2f..',
  String.raw`\\evil.example`,
  String.raw`/\evil.example`,
  String.raw`\/evil.example`,
  '/\t/evil.example',
  '\n//evil.example',
  ' //evil.example',
  'https:evil.example',
  'https:/evil.example',
  'http://localhost:3000@evil.example',
  'http://localhost:3000:pw@evil.example',
  'http://evil.example#@localhost:3000',
  'http://evil.example?@localhost:3000',
  String.raw`http://evil.example\@localhost:3000`,
  'http://localhost:3000.evil.example',
  'http://localhost:30000',
  'http://localhost',
  'https://localhost:3000',
  'http://127.0.0.1:3000',
  'http://[::1]:3000',
  'http://user:pw@localhost:3000/auth',
  'http://user@localhost:3000/auth',
  'ftp://localhost:3000/',
  'ws://localhost:3000/',
  'javascript:alert(1)',
  'javascript://localhost:3000/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:http://localhost:3000/0b5b5f5e-0000-4000-8000-000000000000',
  'filesystem:http://localhost:3000/x',
  'view-source:http://localhost:3000/',
  'http://ⓔvil.example',
  'http://localhost:3000'.replace('l', 'ł'),
  'http://localhost:3000//evil.example',
  String.raw`http://localhost:3000\\evil.example`,
  String.raw`http://localhost:3000/\evil.example`,
];

test('never redirects to another site, whatever the URL looks like', async () => {
  const app = await createTestApp();
  const token = (await (await signUpBrowser(app)).getSession()).data.session?.access_token;
  const redirects: string[] = [];
  for (const redirectTo of FOREIGN) {
    const response = await requestAuthorize(app, { redirect_to: redirectTo });
    const query = new URLSearchParams({ provider: 'google', ...CHALLENGE, redirect_to: redirectTo });
    const link = await app.request(`/auth/v1/user/identities/authorize?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const rejected = [response.status, response.headers.get('location'), link.status];
    if (rejected.join() !== '400,,400') redirects.push(redirectTo);
  }
  expect(redirects).toEqual([]);
});

test.each([
  ['/pages', '/pages'],
  ['auth?next=/builder', '/auth?next=%2Fbuilder'],
  ['http://localhost:3000/account?tab=1#x', '/account?tab=1'],
  ['HTTP://LOCALHOST:3000/auth', '/auth'],
  ['/a//evil.example', '/a//evil.example'],
  ['http:evil.example', '/evil.example'],
])('normalizes the redirect %s to our own site', async (redirectTo, expected) => {
  const app = await createTestApp();
  const response = await requestAuthorize(app, { redirect_to: redirectTo });
  const endUrl = await completeFlow(app, getLocation(response));
  endUrl.searchParams.delete('code');
  expect(endUrl.origin).toBe(TEST_ORIGIN);
  expect(endUrl.pathname + endUrl.search + endUrl.hash).toBe(expected);
});

test('parameters from the provider do not change the redirect', async () => {
  const app = await createTestApp();
  const query = 'state=x&code=y&redirect_to=https://evil.example&error=https://evil.example';
  const endUrl = getLocation(await app.request(`/auth/v1/callback?${query}`));
  expect(endUrl.origin + endUrl.pathname).toBe(`${TEST_ORIGIN}/auth`);
  expect(endUrl.searchParams.get('error_code')).toBe('bad_oauth_state');
  expect(endUrl.href).not.toContain('evil');
});
