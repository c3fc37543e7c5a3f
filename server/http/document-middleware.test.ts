import { expect, test } from 'vitest';

import type { PagesEntry } from '#server/app.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const EXISTING_PATHS = /^\/($|c\/taller$|pricing$|a;b$)/;

const pagesEntry: PagesEntry = {
  render: async (request) => {
    const { pathname, search } = new URL(request.url);
    const exists = EXISTING_PATHS.test(pathname);
    return new Response(`${exists ? 'At' : 'Nothing at'} ${pathname}${search}`, {
      status: exists ? 200 : 404,
      headers: { 'content-type': 'text/html' },
    });
  },
};

const FORM_HEADERS = { 'content-type': 'application/x-www-form-urlencoded' };

test('redirects extra slashes and capital letters to the canonical path', async () => {
  const app = await createTestApp({ pagesEntry });
  const redirects: [string, string][] = [
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
  for (const [path, target] of redirects)
    for (const method of ['GET', 'HEAD']) {
      const response = await app.fetch(new Request(`http://localhost:3000${path}`, { method }));
      expect([path, response.status, response.headers.get('location')]).toEqual([path, 301, target]);
    }
});

test('serves canonical paths without a redirect', async () => {
  const app = await createTestApp({ pagesEntry });
  for (const [path, status] of [
    ['/', 200],
    ['/pricing?q=A/', 200],
    ['/a;b', 200],
    ['/Nothing', 404],
    ['/c/NOTHING', 404],
    ['/Old-Logo.PNG', 404],
    ['/nothing%2F', 404],
  ] as const)
    expect([path, (await app.request(path)).status]).toEqual([path, status]);
});

test('answers 404 to unreadable paths and 414 to long ones', async () => {
  const app = await createTestApp({ pagesEntry });
  const unreadablePaths = [
    '/%ff',
    '/c/%00',
    '/c/%E0%A4%A',
    '/%',
    '/c/%0d%0aSet-Cookie:x',
    '/%7f',
    '/%C2%85',
    '/c/%00.data',
  ];
  for (const path of unreadablePaths) {
    const response = await app.request(path);
    expect([path, response.status, await response.text()]).toEqual([path, 404, 'Nothing at /-']);
    expect(response.headers.get('x-frame-options')).toBe('DENY');
  }
  expect((await app.request(`/${'a'.repeat(2048)}`)).status).toBe(414);
  expect((await app.request(`/${'a'.repeat(2000)}`)).status).toBe(404);
});

test('allows reads of documents, and form posts only where a document has a form', async () => {
  const app = await createTestApp({ pagesEntry });
  const sendRequest = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const body = method === 'POST' ? { body: 'a=b' } : {};
    const response = await app.fetch(new Request(`http://localhost:3000${path}`, { method, headers, ...body }));
    return [response.status, response.headers.get('allow')];
  };
  expect(await sendRequest('OPTIONS', '/')).toEqual([204, 'GET, HEAD, OPTIONS']);
  expect(await sendRequest('OPTIONS', '/c/taller')).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
  for (const method of ['PUT', 'PATCH', 'DELETE', 'PROPFIND', 'FOO'])
    expect(await sendRequest(method, '/c/taller', FORM_HEADERS)).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
  expect(await sendRequest('POST', '/pricing', FORM_HEADERS)).toEqual([405, 'GET, HEAD, OPTIONS']);
  expect(await sendRequest('POST', '/c/taller', FORM_HEADERS)).toEqual([200, null]);
  for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain'])
    expect(await sendRequest('POST', '/c/taller', { 'content-type': type })).toEqual([415, null]);
  expect(await sendRequest('POST', '//evil.example/c/taller', FORM_HEADERS)).toEqual([404, null]);
});
