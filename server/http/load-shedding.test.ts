import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';

import { expect, test } from 'vitest';

import { listen } from '#server/testing/listening-server.ts';
import { requestAt, ECHO, addProvenDomain } from '#server/testing/sites.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

import { PRIVATE_EXPECTED, listWrongHeaders } from '../testing/expected-headers.ts';
import { shedLoad } from './load-shedding.ts';

/** A server whose accepted requests wait until `answerAll` is called. */
async function createLoadedServer(isSoftOverloaded: () => boolean, app?: TestApp) {
  const { context } = app ?? (await createTestApp());
  const shed = shedLoad({ ...context, isSoftOverloaded });
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    if (!shed(request, response)) waiting.push(() => response.end());
  });
  const { port } = await listen(server);
  const url = `http://127.0.0.1:${port}`;
  const post = (path: string) => fetch(url + path, { method: 'POST', body: '{}' });
  /** Status of a request whose request line contains the whole URL, as sent to a proxy. */
  const statusOfAbsoluteForm = async (path: string): Promise<number | undefined> => {
    const clientRequest = request({ port, path: url + path, method: 'POST' }).end('{}');
    const [response] = (await once(clientRequest, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };
  /** Headers of a rejection under a host name. */
  const rejectionHeaders = async (host: string): Promise<Headers> => {
    const clientRequest = request(url + PAY, { method: 'POST', headers: { host } }).end('{}');
    const [response] = (await once(clientRequest, 'response')) as [IncomingMessage];
    response.resume();
    return new Headers(response.headers as Record<string, string>);
  };
  const startRequests = async (count: number, path: string) => {
    const before = waiting.length;
    const pending = Array.from({ length: count }, () => post(path));
    await expect.poll(() => waiting.length, { timeout: 10_000 }).toBe(before + count);
    return pending;
  };
  const finishAll = () => {
    for (const finish of waiting.splice(0)) finish();
  };
  return { context, post, statusOfAbsoluteForm, rejectionHeaders, startRequests, finishAll };
}

const [LIST, PAY, PAGES] = ['/functions/v1/list-pages', '/functions/v1/create-checkout-session', '/api/v1/pages'];

test('limits concurrent RPC and API requests under overload and rejects further ones with 503', async () => {
  const { context, post, statusOfAbsoluteForm, startRequests, finishAll } = await createLoadedServer(() => true);
  const pending = await startRequests(32, LIST);
  for (const path of [LIST, PAGES]) {
    const response = await post(path);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await response.json()).toMatchObject({ error: { code: 'unavailable', retryAfter: 1 } });
  }
  expect(await context.metrics.registry.metrics()).toContain('turned_away_total{kind="api"} 1');
  expect(await statusOfAbsoluteForm(LIST)).toBe(503);
  finishAll();
  await Promise.all(pending);
  const [retried] = await startRequests(1, LIST);
  finishAll();
  expect((await retried)?.status).toBe(200);
});

test('sends the common headers with a rejection, and HSTS of the matching host only', async () => {
  const app = await createTestApp({ pagesEntry: ECHO, env: { APP_URL: 'https://shop.example' } });
  const { pageId } = await (await app.signUpSeller()).publishPage({}, 'taller');
  await addProvenDomain(app, 'pay.example.com', pageId);
  await requestAt(app, 'pay.example.com')('/');
  const { rejectionHeaders, startRequests, finishAll } = await createLoadedServer(() => true, app);
  const pending = await startRequests(64, PAY);
  const expectedHsts = {
    'shop.example': 'max-age=63072000; includeSubDomains',
    'pay.example.com': 'max-age=31536000',
    'nobody.example': null,
  };
  for (const [host, expected] of Object.entries(expectedHsts)) {
    expect(
      listWrongHeaders(await rejectionHeaders(host), {
        ...PRIVATE_EXPECTED,
        'strict-transport-security': expected,
      }),
    ).toEqual([]);
  }
  finishAll();
  await Promise.all(pending);
});

test('accepts checkout requests beyond the limit of other requests, and never rejects pages', async () => {
  const { post, startRequests, finishAll } = await createLoadedServer(() => true);
  const pending = [
    ...(await startRequests(32, LIST)),
    ...(await startRequests(64, PAY)),
    ...(await startRequests(40, '/c/a-page?coupon=X')),
  ];
  expect((await post(PAY)).status).toBe(503);
  finishAll();
  await Promise.all(pending);
});

test('accepts any number of requests without overload', async () => {
  const { startRequests, finishAll } = await createLoadedServer(() => false);
  const pending = await startRequests(100, LIST);
  finishAll();
  expect((await Promise.all(pending)).every(({ status }) => status === 200)).toBe(true);
});
