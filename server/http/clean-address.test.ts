import { expect, test } from 'vitest';

import type { PagesEntry } from '#server/app.ts';
import { openShop } from '#server/testing.ts';

const THERE = /^\/($|c\/taller$|pricing$|a;b$)/;

const pagesEntry: PagesEntry = {
  render: async (request) => {
    const { pathname, search } = new URL(request.url);
    const isThere = THERE.test(pathname);
    return new Response(`${isThere ? 'At' : 'Nothing at'} ${pathname}${search}`, {
      status: isThere ? 200 : 404,
      headers: { 'content-type': 'text/html' },
    });
  },
};

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

test('redirects extra slashes and capital letters to the canonical path', async () => {
  const shop = await openShop({ pagesEntry });
  const moved: [string, string][] = [
    ['/pricing/', '/pricing'],
    ['/pricing//', '/pricing'],
    ['//pricing', '/pricing'],
    ['/c//taller/?coupon=A&x=%2F', '/c/taller?coupon=A&x=%2F'],
    ['/nothing/', '/nothing'],
    ['/PRICING', '/pricing'],
    ['/C/Taller/?coupon=A', '/c/taller?coupon=A'],
    ['//', '/'],
    ['///?x=1', '/?x=1'],
    ['//evil.example/', '/evil.example'],
    ['//evil.example', '/evil.example'],
    ['///evil.example//', '/evil.example'],
    ['/\\evil.example/', '/evil.example'],
    ['/\\\\evil.example', '/evil.example'],
    ['/%2F%2Fevil.example/', '/%2F%2Fevil.example'],
    ['/%5Cevil.example/', '/%5Cevil.example'],
  ];
  for (const [path, to] of moved)
    for (const method of ['GET', 'HEAD']) {
      const answer = await shop.fetch(new Request(`http://localhost:3000${path}`, { method }));
      expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 301, to]);
    }
});

test('serves canonical paths without a redirect', async () => {
  const shop = await openShop({ pagesEntry });
  for (const [path, status] of [
    ['/', 200],
    ['/pricing?q=A/', 200],
    ['/a;b', 200],
    ['/Nothing', 404],
    ['/c/NOTHING', 404],
    ['/Old-Logo.PNG', 404],
    ['/nothing%2F', 404],
  ] as const)
    expect([path, (await shop.request(path)).status]).toEqual([path, status]);
});

test('answers 404 to unreadable paths and 414 to long ones', async () => {
  const shop = await openShop({ pagesEntry });
  const bad = [
    '/%ff',
    '/c/%00',
    '/c/%E0%A4%A',
    '/%',
    '/c/%0d%0aSet-Cookie:x',
    '/%7f',
    '/%C2%85',
    '/c/%00.data',
  ];
  for (const path of bad) {
    const answer = await shop.request(path);
    expect([path, answer.status, await answer.text()]).toEqual([path, 404, 'Nothing at /-']);
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
  }
  expect((await shop.request(`/${'a'.repeat(2048)}`)).status).toBe(414);
  expect((await shop.request(`/${'a'.repeat(2000)}`)).status).toBe(404);
});

test('allows reads of documents, and form posts only where a document has a form', async () => {
  const shop = await openShop({ pagesEntry });
  const ask = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const body = method === 'POST' ? { body: 'a=b' } : {};
    const answer = await shop.fetch(
      new Request(`http://localhost:3000${path}`, { method, headers, ...body }),
    );
    return [answer.status, answer.headers.get('allow')];
  };
  expect(await ask('OPTIONS', '/')).toEqual([204, 'GET, HEAD, OPTIONS']);
  expect(await ask('OPTIONS', '/c/taller')).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
  for (const method of ['PUT', 'PATCH', 'DELETE', 'PROPFIND', 'FOO'])
    expect(await ask(method, '/c/taller', FORM)).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
  expect(await ask('POST', '/pricing', FORM)).toEqual([405, 'GET, HEAD, OPTIONS']);
  expect(await ask('POST', '/c/taller', FORM)).toEqual([200, null]);
  for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain'])
    expect(await ask('POST', '/c/taller', { 'content-type': type })).toEqual([415, null]);
  expect(await ask('POST', '//evil.example/c/taller', FORM)).toEqual([404, null]);
});
