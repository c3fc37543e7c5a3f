import { expect, test } from 'vitest';

import { CLIENT_KEY, openAuthClient } from './auth-client.ts';

const url = 'http://shop.example/auth/v1';

test.each(['', '  ', '\n'])('refuses an empty API key: %j', (key) => {
  expect(() => openAuthClient({ url, key })).toThrow(new Error('An API key is required'));
});

test('sends its API key with every request', async () => {
  const asked: [string, string | null][] = [];
  const client = openAuthClient({
    url,
    key: CLIENT_KEY,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      asked.push([request.url, request.headers.get('apikey')]);
      return Response.json({});
    },
  });
  await client.resetPasswordForEmail('a@shop.example');
  await client.getUser('token');
  await client.stopAutoRefresh();
  expect(asked).toEqual([
    [`${url}/recover`, CLIENT_KEY],
    [`${url}/user`, CLIENT_KEY],
  ]);
});
