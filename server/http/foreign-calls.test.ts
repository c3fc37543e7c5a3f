import { expect, test } from 'vitest';

import { openShop } from '#server/testing.ts';

const PAGES = {
  render: async () => new Response('<p>A document</p>', { headers: { 'content-type': 'text/html' } }),
};

test("refuses calls from other sites' pages, whatever credentials they carry", async () => {
  const shop = await openShop({ pagesEntry: PAGES });
  const seller = await shop.seller();
  const token = seller.session.access_token;
  const json = { 'content-type': 'application/json' };
  const send = async (path: string, headers: Record<string, string>, body = '{}', method = 'POST') => {
    const answer = await shop.request(path, { method, headers, ...(method === 'POST' ? { body } : {}) });
    expect([path, answer.headers.get('access-control-allow-origin')]).toEqual([path, null]);
    return answer.status;
  };
  const call = '/functions/v1/list-pages';
  const cookie = `sb-access-token=${token}; session=${token}; tillwright-session=${token}`;
  expect(await send(call, { ...json, authorization: `Bearer ${token}` })).toBe(200);
  for (const origin of [
    'https://evil.example',
    'null',
    'http://localhost:4000',
    'https://localhost:3000.evil.example',
  ])
    for (const headers of [{ cookie }, { authorization: `Bearer ${token}` }] as Record<string, string>[])
      expect([origin, await send(call, { ...json, ...headers, origin })]).toEqual([origin, 403]);
  expect(await send(call, { ...json, cookie })).toBe(401);
  expect(await send('/auth/v1/logout', { ...json, cookie })).toBe(401);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const typed = { 'content-type': type, authorization: `Bearer ${token}` };
    expect([type, await send('/functions/v1/rename-page', typed, 'a=b')]).toEqual([type, 415]);
    expect([type, await send('/auth/v1/token?grant_type=password', typed, 'a=b')]).toEqual([
      type,
      expect.toSatisfy((status: number) => status === 415 || status === 400) as number,
    ]);
  }
  for (const path of [call, '/auth/v1/token', '/api/v1/pages', '/webhooks/stripe/platform', '/c/taller']) {
    const asked = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    expect([path, await send(path, asked, '', 'OPTIONS')]).toEqual([
      path,
      expect.toSatisfy((status: number) => [204, 403, 404, 405].includes(status)) as number,
    ]);
  }
}, 60_000);
