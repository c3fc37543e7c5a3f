import { expect, test } from 'vitest';

import { checkoutAttempts, orders, sales } from '#server/db/schema-orders.ts';
import {
  pageViewBody,
  BROWSER,
  readPageViews,
  sendThroughCache,
  sendThroughMiddleware,
  type SendPageView,
} from '#server/testing/page-view-requests.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

type Headers = Record<string, string | null>;

const TRANSPORTS: [string, (app: TestApp) => SendPageView | Promise<SendPageView>][] = [
  ['the whole way', sendThroughMiddleware],
  ['the short way', sendThroughCache],
];

async function openPageWithSender(
  createSender: (app: TestApp) => SendPageView | Promise<SendPageView>,
  options: Parameters<typeof createTestApp>[0] = {},
) {
  const app = await createTestApp(options);
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({}, 'taller');
  const send = await createSender(app);
  const count = async () => (await readPageViews(app)).events.length;
  return { app, seller, send, pageId, count };
}

for (const [name, createSender] of TRANSPORTS) {
  test(`counts a page view that the script reports, ${name}`, async () => {
    const { app, send, pageId } = await openPageWithSender(createSender);
    const visit = {
      referrer: 'https://www.google.com',
      query: '?utm_source=Mail',
      embed: 'https://a.example/x',
    };
    expect(await send('/c/taller/seen', { body: pageViewBody(visit) })).toEqual({
      status: 204,
      type: null,
      cache: 'no-store',
    });
    const { events: single } = await readPageViews(app);
    expect(single).toMatchObject([
      {
        pageId,
        version: 1,
        source: 'mail',
        referrer: 'google.com',
        embed: 'https://a.example',
        device: 'desktop',
        firstOnPage: true,
        firstWithSeller: true,
      },
    ]);
  });

  test(`counts an image request without scripts as a view of the page in its Referer, ${name}`, async () => {
    const { app, send } = await openPageWithSender(createSender);
    const headers = { referer: 'http://localhost:3000/c/taller?utm_source=flyer&email=a@b.example' };
    expect(await send('/c/taller/seen.gif?v=1', { method: 'GET', headers })).toEqual({
      status: 200,
      type: 'image/gif',
      cache: 'no-store',
    });
    const { events: single } = await readPageViews(app);
    expect(single).toMatchObject([{ source: 'flyer', utmSource: 'flyer', referrer: '' }]);
    expect(JSON.stringify(single)).not.toContain('a@b');
  });

  test(`refuses an invalid page view without counting it, ${name}`, async () => {
    const { app, send, count } = await openPageWithSender(createSender);
    const cases: [number, Parameters<SendPageView>[1]][] = [
      [413, { body: pageViewBody({ query: 'x'.repeat(10_000) }) }],
      [413, { body: pageViewBody({ query: 'x'.repeat(1024) }) }],
      [415, { body: pageViewBody(), headers: { 'content-type': 'application/json' } }],
      [415, { body: pageViewBody(), headers: { 'content-type': 'text/html' } }],
      [403, { body: pageViewBody(), headers: { origin: 'https://evil.example' } }],
      [403, { body: pageViewBody(), headers: { origin: 'null' } }],
      [403, { body: pageViewBody(), headers: { origin: null } }],
      [403, { body: pageViewBody(), headers: { origin: 'http://localhost:3000.evil.example' } }],
      ...[
        '',
        'null',
        '[]',
        '{}',
        '{"v":1',
        '"v"',
        '[{"v":1}]',
        '['.repeat(1000),
        '{"v":'.repeat(150),
        pageViewBody({ extra: 1 }),
        pageViewBody({ referrer: 1 }),
        pageViewBody({ query: ['?utm_source=a'] }),
        pageViewBody({ touch: 'yes' }),
        pageViewBody({ __proto__: null, constructor: { name: 'x' } }),
        ...[0, -1, 1.5, '1', 2 ** 31, 1e300, null, true].map((version) => pageViewBody({}, version)),
      ].map((body): [number, Parameters<SendPageView>[1]] => [400, { body }]),
    ];
    for (const [status, init] of cases)
      expect([init?.body?.slice(0, 40), (await send('/c/taller/seen', init)).status]).toEqual([
        init?.body?.slice(0, 40),
        status,
      ]);
    const crossSiteHeaders: Headers[] = [
      { referer: 'https://evil.example/c/taller' },
      { referer: null },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of crossSiteHeaders)
      expect((await send('/c/taller/seen.gif?v=1', { method: 'GET', headers })).status).toBe(403);
    expect(app.context.pageViewBuffer.count).toBe(0);
    expect(await count()).toBe(0);
  });

  test(`answers bots, prefetches and unknown pages alike without counting them, ${name}`, async () => {
    const { seller, send, count, pageId } = await openPageWithSender(createSender);
    for (const userAgent of [
      '',
      'curl/8.5.0',
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    ])
      expect(
        (await send('/c/taller/seen', { body: pageViewBody(), headers: { 'user-agent': userAgent } })).status,
      ).toBe(204);
    const prefetchHeaders: Headers[] = [
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'x-moz': 'prefetch' },
    ];
    for (const header of prefetchHeaders) {
      expect((await send('/c/taller/seen', { body: pageViewBody(), headers: header })).status).toBe(204);
      expect((await send('/c/taller/seen.gif?v=1', { method: 'GET', headers: header })).status).toBe(200);
    }
    for (const slug of ['nowhere', '%2e%2e', 'Taller', '%00', "';drop table page_views;--", 'a'.repeat(100)])
      expect((await send(`/c/${encodeURIComponent(slug)}/seen`, { body: pageViewBody() })).status).toBe(204);
    for (const version of ['', '?v=', '?v=0', '?v=x', '?v=1e3', '?w=1'])
      expect((await send(`/c/taller/seen.gif${version}`, { method: 'GET' })).status).toBe(200);
    expect(await count()).toBe(0);
    await seller.rpc('unpublish-page', { pageId });
    await send('/c/taller/seen', { body: pageViewBody() });
    expect(await count()).toBe(0);
  });

  test(`stores hostile values cleaned and shortened, ${name}`, async () => {
    const { app, send } = await openPageWithSender(createSender);
    const queries = [
      "?utm_source='; DROP TABLE views; --&utm_campaign=<script>alert(1)</script>",
      '?utm_source=%00%E2%80%AEabc&utm_campaign=%ED%A0%80',
      `?${'utm_source=first&'.repeat(50)}`,
      `?utm_campaign=${'é'.repeat(300)}`,
    ];
    for (const query of queries)
      expect((await send('/c/taller/seen', { body: pageViewBody({ query }) })).status).toBe(204);
    // JSON can contain a lone surrogate.
    expect(
      (await send('/c/taller/seen', { body: '{"v":1,"query":"?utm_source=\\ud800x","referrer":"\\u0000"}' })).status,
    ).toBe(204);
    const { events: single } = await readPageViews(app);
    expect(single.map(({ utmSource, utmCampaign }) => [utmSource, utmCampaign])).toEqual([
      ["'; DROP TABLE views; --", '<script>alert(1)</script>'],
      ['abc', '���'],
      ['first', ''],
      ['', 'é'.repeat(100)],
      ['�x', ''],
    ]);
  });
}

test('counts a view of an unknown version for the current one', async () => {
  const { app, seller, send, pageId } = await openPageWithSender(sendThroughMiddleware);
  await seller.publishPage({}, 'other');
  for (const version of [1, 2, 99, 2 ** 31 - 1]) await send('/c/taller/seen', { body: pageViewBody({}, version) });
  const { events: single } = await readPageViews(app);
  expect(single.map((row) => [row.pageId, row.version])).toEqual(Array.from({ length: 4 }, () => [pageId, 1]));
});

test('counts a view for the page in its path and that page’s seller', async () => {
  const { app, seller, send } = await openPageWithSender(sendThroughMiddleware);
  const otherSeller = await app.signUpSeller();
  const { pageId } = await otherSeller.publishPage({}, 'theirs');
  await send('/c/theirs/seen', { body: pageViewBody(), headers: { referer: 'http://localhost:3000/c/taller' } });
  const { events: single, days } = await readPageViews(app);
  expect(single).toMatchObject([{ pageId }]);
  expect(new Set(days.map((row) => row.sellerId))).toEqual(new Set([single[0]?.sellerId]));
  expect((await seller.rpc('get-analytics', { period: 'today' })).body.figures.views).toBe(0);
  expect((await otherSeller.rpc('get-analytics', { period: 'today' })).body.figures).toMatchObject({
    views: 1,
    visitors: 1,
  });
});

test('counts a view at a former address for the page', async () => {
  const { app, seller, send, pageId } = await openPageWithSender(sendThroughMiddleware);
  const { body } = await seller.rpc('get-page', { pageId });
  const moved = await seller.rpc('save-checkout-page', {
    config: body.config,
    slug: 'moved',
    pageId,
    baseVersion: 1,
  });
  expect(moved.status).toBe(200);
  for (const slug of ['taller', 'moved']) await send(`/c/${slug}/seen`, { body: pageViewBody() });
  const { events: single } = await readPageViews(app);
  expect(single.map((row) => row.pageId)).toEqual([pageId, pageId]);
});

test('changes no attempt, order or revenue by forged views', async () => {
  const { app, seller, send } = await openPageWithSender(sendThroughMiddleware);
  const { body } = await app.rpc('create-checkout-session', { slug: 'taller' });
  await app.payAtStripe(body.url);
  const { db } = app.context;
  const readMoney = async () => {
    const { figures } = (await seller.rpc('get-analytics', { period: '7d' })).body;
    const rows = [
      await db.select().from(checkoutAttempts),
      await db.select().from(orders),
      await db.select().from(sales),
    ];
    return JSON.stringify([{ ...figures, views: 0, visitors: 0 }, rows]);
  };
  const before = await readMoney();
  for (let i = 0; i < 300; i++)
    await send('/c/taller/seen', {
      body: pageViewBody({ query: `?utm_source=paid&utm_campaign=${i}` }),
      headers: { 'user-agent': `${BROWSER} ${i}` },
    });
  await app.waitUntilIdle();
  expect((await seller.rpc('get-analytics', { period: '7d' })).body.figures).toMatchObject({
    views: 300,
    visitors: 300,
  });
  expect(await readMoney()).toBe(before);
});

test('answers views beyond the rate limit of an address without counting them', async () => {
  const { send, count } = await openPageWithSender(sendThroughCache, {
    env: { RATE_LIMITS: 'live' },
    freezeClock: true,
  });
  for (let i = 0; i < 200; i++) expect((await send('/c/taller/seen', { body: pageViewBody() })).status).toBe(204);
  expect(await count()).toBe(60);
});
