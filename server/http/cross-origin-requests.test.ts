import { expect, test } from 'vitest';

import { createTestApp } from '#server/testing/test-app.ts';

const PAGES_ENTRY = {
  render: async () => new Response('<p>A document</p>', { headers: { 'content-type': 'text/html' } }),
};

test("refuses calls from other sites' pages, whatever credentials they carry", async () => {
  const app = await createTestApp({ pagesEntry: PAGES_ENTRY });
  const seller = await app.signUpSeller();
  const token = seller.session.access_token;
  const json = { 'content-type': 'application/json' };
  const send = async (path: string, headers: Record<string, string>, body = '{}', method = 'POST') => {
    const response = await app.request(path, { method, headers, ...(method === 'POST' ? { body } : {}) });
    expect([path, response.headers.get('access-control-allow-origin')]).toEqual([path, null]);
    return response.status;
  };
  const rpcPath = '/functions/v1/list-pages';
  const cookie = `sb-access-token=${token}; session=${token}; tillwright-session=${token}`;
  expect(await send(rpcPath, { ...json, authorization: `Bearer ${token}` })).toBe(200);
  for (const origin of ['https://evil.example', 'null', 'http://localhost:4000', 'https://localhost:3000.evil.example'])
    for (const headers of [{ cookie }, { authorization: `Bearer ${token}` }] as Record<string, string>[])
      expect([origin, await send(rpcPath, { ...json, ...headers, origin })]).toEqual([origin, 403]);
  expect(await send(rpcPath, { ...json, cookie })).toBe(401);
  expect(await send('/auth/v1/logout', { ...json, cookie })).toBe(401);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const typedHeaders = { 'content-type': type, authorization: `Bearer ${token}` };
    expect([type, await send('/functions/v1/rename-page', typedHeaders, 'a=b')]).toEqual([type, 415]);
    expect([type, await send('/auth/v1/token?grant_type=password', typedHeaders, 'a=b')]).toEqual([
      type,
      expect.toSatisfy((status: number) => status === 415 || status === 400) as number,
    ]);
  }
  for (const path of [rpcPath, '/auth/v1/token', '/api/v1/pages', '/webhooks/stripe/platform', '/c/taller']) {
    const preflightHeaders = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    expect([path, await send(path, preflightHeaders, '', 'OPTIONS')]).toEqual([
      path,
      expect.toSatisfy((status: number) => [204, 401, 403, 404, 405].includes(status)) as number,
    ]);
  }
}, 60_000);
