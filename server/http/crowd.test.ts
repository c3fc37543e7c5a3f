import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';

import { expect, test } from 'vitest';

import { listening } from '#server/testing-listening.ts';
import { at, ECHO, prove } from '#server/hosts/testing-sites.ts';
import { openShop, type TestShop } from '#server/testing.ts';

import { turnAwayCrowd } from './crowd.ts';
import { PRIVATE, wrongHeaders } from './testing-headers.ts';

/** A server whose accepted requests wait until `answerAll` is called. */
async function openCrowded(isBehind: () => boolean, shop?: TestShop) {
  const { context } = shop ?? (await openShop());
  const turnAway = turnAwayCrowd({ ...context, isBehind });
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    if (!turnAway(request, response)) waiting.push(() => response.end());
  });
  const { port } = await listening(server);
  const url = `http://127.0.0.1:${port}`;
  const knock = (path: string) => fetch(url + path, { method: 'POST', body: '{}' });
  /** Status of a request whose request line contains the whole URL, as sent to a proxy. */
  const statusOfWholeUrl = async (path: string): Promise<number | undefined> => {
    const asked = request({ port, path: url + path, method: 'POST' }).end('{}');
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };
  /** Headers of a rejection under a host name. */
  const headersAt = async (host: string): Promise<Headers> => {
    const knocked = request(url + PAY, { method: 'POST', headers: { host } }).end('{}');
    const [answer] = (await once(knocked, 'response')) as [IncomingMessage];
    answer.resume();
    return new Headers(answer.headers as Record<string, string>);
  };
  const come = async (count: number, path: string) => {
    const before = waiting.length;
    const under = Array.from({ length: count }, () => knock(path));
    await expect.poll(() => waiting.length, { timeout: 10_000 }).toBe(before + count);
    return under;
  };
  const answerAll = () => {
    for (const answer of waiting.splice(0)) answer();
  };
  return { context, knock, statusOfWholeUrl, headersAt, come, answerAll };
}

const [LIST, PAY, PAGES] = [
  '/functions/v1/list-pages',
  '/functions/v1/create-checkout-session',
  '/api/v1/pages',
];

test('limits concurrent RPC and API requests under overload and rejects further ones with 503', async () => {
  const { context, knock, statusOfWholeUrl, come, answerAll } = await openCrowded(() => true);
  const under = await come(32, LIST);
  for (const path of [LIST, PAGES]) {
    const answer = await knock(path);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await answer.json()).toMatchObject({ error: { code: 'unavailable', retryAfter: 1 } });
  }
  expect(await context.metrics.registry.metrics()).toContain('turned_away_total{kind="api"} 1');
  expect(await statusOfWholeUrl(LIST)).toBe(503);
  answerAll();
  await Promise.all(under);
  const [again] = await come(1, LIST);
  answerAll();
  expect((await again)?.status).toBe(200);
});

test('sends the common headers with a rejection, and HSTS of the matching host only', async () => {
  const shop = await openShop({ pagesEntry: ECHO, env: { APP_URL: 'https://shop.example' } });
  const { pageId } = await (await shop.seller()).publish({}, 'taller');
  await prove(shop, 'pay.example.com', pageId);
  await at(shop, 'pay.example.com')('/');
  const { headersAt, come, answerAll } = await openCrowded(() => true, shop);
  const under = await come(64, PAY);
  const held = {
    'shop.example': 'max-age=63072000; includeSubDomains',
    'pay.example.com': 'max-age=31536000',
    'nobody.example': null,
  };
  for (const [host, expected] of Object.entries(held)) {
    expect(
      wrongHeaders(await headersAt(host), { ...PRIVATE, 'strict-transport-security': expected }),
    ).toEqual([]);
  }
  answerAll();
  await Promise.all(under);
});

test('accepts checkout requests beyond the limit of other requests, and never rejects pages', async () => {
  const { knock, come, answerAll } = await openCrowded(() => true);
  const under = [
    ...(await come(32, LIST)),
    ...(await come(64, PAY)),
    ...(await come(40, '/c/a-page?coupon=X')),
  ];
  expect((await knock(PAY)).status).toBe(503);
  answerAll();
  await Promise.all(under);
});

test('accepts any number of requests without overload', async () => {
  const { come, answerAll } = await openCrowded(() => false);
  const under = await come(100, LIST);
  answerAll();
  expect((await Promise.all(under)).every(({ status }) => status === 200)).toBe(true);
});
