import { expect, test } from 'vitest';

import { AUTH_CLIENT_KEY, createAuthClient } from './auth-client.ts';

const authUrl = 'http://shop.example/auth/v1';

test.each(['', '  ', '\n'])('refuses an empty API key: %j', (key) => {
  expect(() => createAuthClient({ url: authUrl, key })).toThrow(new Error('An API key is required'));
});

test('sends its API key with every request', async () => {
  const requests: [string, string | null][] = [];
  const client = createAuthClient({
    url: authUrl,
    key: AUTH_CLIENT_KEY,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      requests.push([request.url, request.headers.get('apikey')]);
      return Response.json({});
    },
  });
  await client.resetPasswordForEmail('a@shop.example');
  await client.getUser('token');
  await client.stopAutoRefresh();
  expect(requests).toEqual([
    [`${authUrl}/recover`, AUTH_CLIENT_KEY],
    [`${authUrl}/user`, AUTH_CLIENT_KEY],
  ]);
});
