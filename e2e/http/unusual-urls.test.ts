import { expect, test } from 'vitest';

import { captureLog } from '#server/testing/captured-log.ts';

import { createSharedApp } from '../support/http-test-app.ts';
import { DECLARED_TYPE, sendRawRequest, STACK_TRACE, findHeaderErrors } from '../support/raw-request.ts';
import { UNUSUAL_PATHS } from '../support/unusual-paths.ts';

const { log, lines } = captureLog('error');
const app = createSharedApp({ log });

const shorten = (requestLine: string): string => requestLine.slice(0, 60);

test('every unusual URL gets an ordinary response', async () => {
  const results: Record<string, number | string | null> = {};
  const expectedResults: Record<string, number | string | null> = {};
  const wrong: unknown[] = [];
  const errorsBefore = lines().length;
  for (const [address, expected] of Object.entries(UNUSUAL_PATHS))
    for (const method of expected === 404 ? ['GET'] : ['GET', 'HEAD']) {
      const name = shorten(`${method} ${address}`);
      const { status, headers, body } = await sendRawRequest(app().url, `${method} ${address}`);
      expectedResults[name] = expected;
      results[name] = status === 301 ? headers.get('location') : status;
      const type = headers.get('content-type') ?? '';
      if (STACK_TRACE.test(body)) wrong.push([name, 'stack trace']);
      if (findHeaderErrors(headers).length > 0) wrong.push([name, findHeaderErrors(headers)]);
      if (body && !DECLARED_TYPE.test(type)) wrong.push([name, type]);
    }
  expect(results).toEqual(expectedResults);
  expect(wrong).toEqual([]);
  expect(lines().slice(errorsBefore)).toEqual([]);
});

test('every kind of response declares its content type and encoding, and has the common headers', async () => {
  const home = await sendRawRequest(app().url, 'GET /');
  const assets = [...new Set(home.body.match(/\/(assets|icons)\/[\w./-]+\.\w+/g))];
  expect(assets.length).toBeGreaterThan(3);
  const documents = ['/', '/c/demo', '/e/demo', '/embed/v1.js', '/help', '/rss.xml', '/robots.txt'];
  const machineFiles = ['/sitemap.xml', '/site.webmanifest', '/.well-known/security.txt', '/healthz', '/metrics'];
  const endpoints = ['/auth/v1/.well-known/jwks.json', '/auth/v1/user', '/api/v1/pages', '/api/v1/openapi.json'];
  const data = ['/pricing.data', '/c/demo/now', '/c/demo/seen.gif', '/functions/v1/sitemap', '/media/nothing'];
  const types: Record<string, string | null> = {};
  for (const path of [...assets, ...documents, ...machineFiles, '/readyz', ...endpoints, ...data]) {
    const { headers, body } = await sendRawRequest(app().url, `GET ${path}`);
    if (body) types[path] = headers.get('content-type');
    expect([path, findHeaderErrors(headers)]).toEqual([path, []]);
  }
  expect(Object.keys(types).length).toBeGreaterThan(20);
  expect(Object.entries(types).filter(([, type]) => !DECLARED_TYPE.test(type ?? ''))).toEqual([]);
});

test('rejects an unsupported method and lists the allowed ones', async () => {
  const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 0\r\n';
  const json = 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';
  const requests: [string, string, number, RegExp | null][] = [
    ['OPTIONS /', '', 204, /^GET, HEAD/],
    ['OPTIONS /c/demo', '', 204, /POST/],
    ['PUT /', form, 405, /^GET, HEAD, OPTIONS$/],
    ['PATCH /blog', form, 405, /^GET, HEAD, OPTIONS$/],
    ['DELETE /c/demo', '', 405, /POST/],
    ['PROPFIND /help', '', 405, /GET/],
    ['TRACE /', '', 405, /GET/],
    ['POST /', form, 405, /^GET, HEAD, OPTIONS$/],
    ['POST /pricing', form, 405, /^GET, HEAD, OPTIONS$/],
    ['POST /nothing', form, 405, /^GET, HEAD, OPTIONS$/],
    ['POST /c/demo', json, 415, null],
    ['POST /c/demo', form, 422, null],
    ['POST //evil.example/c/demo', form, 404, null],
    ['POST /sitemap.xml', form, 405, /GET/],
    ['BREW /', '', 400, null],
    ['OPTIONS *', '', 400, null],
    ['GET http://evil.example/', '', 421, null],
    ['GET evil.example', '', 400, null],
    ['GET /\\evil.example/', '', 400, null],
  ];
  const errorsBefore = lines().length;
  for (const [line, headers, status, allow] of requests) {
    const response = await sendRawRequest(app().url, line, headers);
    expect([line, response.status]).toEqual([line, status]);
    if (allow) expect([line, response.headers.get('allow')]).toEqual([line, expect.stringMatching(allow)]);
    expect(response.body).not.toMatch(STACK_TRACE);
    expect([line, findHeaderErrors(response.headers)]).toEqual([line, []]);
  }
  expect(lines().slice(errorsBefore)).toEqual([]);
});
