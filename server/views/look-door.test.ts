import { expect, test } from 'vitest';

import { attempts, orders, sales } from '#server/db/schema-money.ts';
import { beacon, BROWSER, countedOf, theShortWay, theWholeWay, type Send } from '#server/testing-looks.ts';
import { openShop, type TestShop } from '#server/testing.ts';

type Headers = Record<string, string | null>;

const WAYS: [string, (shop: TestShop) => Send | Promise<Send>][] = [
  ['the whole way', theWholeWay],
  ['the short way', theShortWay],
];

async function openLooked(
  way: (shop: TestShop) => Send | Promise<Send>,
  options: Parameters<typeof openShop>[0] = {},
) {
  const shop = await openShop(options);
  const seller = await shop.seller();
  const { pageId } = await seller.publish({}, 'taller');
  const send = await way(shop);
  const count = async () => (await countedOf(shop)).single.length;
  return { shop, seller, send, pageId, count };
}

for (const [name, way] of WAYS) {
  test(`counts a beacon as a page view, ${name}`, async () => {
    const { shop, send, pageId } = await openLooked(way);
    const hint = {
      referrer: 'https://www.google.com',
      query: '?utm_source=Mail',
      embed: 'https://a.example/x',
    };
    expect(await send('/c/taller/seen', { body: beacon(hint) })).toEqual({
      status: 204,
      type: null,
      cache: 'no-store',
    });
    const { single } = await countedOf(shop);
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
    const { shop, send } = await openLooked(way);
    const headers = { referer: 'http://localhost:3000/c/taller?utm_source=flyer&email=a@b.example' };
    expect(await send('/c/taller/seen.gif?v=1', { method: 'GET', headers })).toEqual({
      status: 200,
      type: 'image/gif',
      cache: 'no-store',
    });
    const { single } = await countedOf(shop);
    expect(single).toMatchObject([{ source: 'flyer', utmSource: 'flyer', referrer: '' }]);
    expect(JSON.stringify(single)).not.toContain('a@b');
  });

  test(`refuses an invalid beacon without counting it, ${name}`, async () => {
    const { shop, send, count } = await openLooked(way);
    const refused: [number, Parameters<Send>[1]][] = [
      [413, { body: beacon({ query: 'x'.repeat(10_000) }) }],
      [413, { body: beacon({ query: 'x'.repeat(1024) }) }],
      [415, { body: beacon(), headers: { 'content-type': 'application/json' } }],
      [415, { body: beacon(), headers: { 'content-type': 'text/html' } }],
      [403, { body: beacon(), headers: { origin: 'https://evil.example' } }],
      [403, { body: beacon(), headers: { origin: 'null' } }],
      [403, { body: beacon(), headers: { origin: null } }],
      [403, { body: beacon(), headers: { origin: 'http://localhost:3000.evil.example' } }],
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
        beacon({ extra: 1 }),
        beacon({ referrer: 1 }),
        beacon({ query: ['?utm_source=a'] }),
        beacon({ touch: 'yes' }),
        beacon({ __proto__: null, constructor: { name: 'x' } }),
        ...[0, -1, 1.5, '1', 2 ** 31, 1e300, null, true].map((version) => beacon({}, version)),
      ].map((body): [number, Parameters<Send>[1]] => [400, { body }]),
    ];
    for (const [status, init] of refused)
      expect([init?.body?.slice(0, 40), (await send('/c/taller/seen', init)).status]).toEqual([
        init?.body?.slice(0, 40),
        status,
      ]);
    const elsewhere: Headers[] = [
      { referer: 'https://evil.example/c/taller' },
      { referer: null },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of elsewhere)
      expect((await send('/c/taller/seen.gif?v=1', { method: 'GET', headers })).status).toBe(403);
    expect(shop.context.looks.count).toBe(0);
    expect(await count()).toBe(0);
  });

  test(`answers bots, prefetches and unknown pages alike without counting them, ${name}`, async () => {
    const { seller, send, count, pageId } = await openLooked(way);
    for (const userAgent of [
      '',
      'curl/8.5.0',
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    ])
      expect(
        (await send('/c/taller/seen', { body: beacon(), headers: { 'user-agent': userAgent } })).status,
      ).toBe(204);
    const ahead: Headers[] = [
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'x-moz': 'prefetch' },
    ];
    for (const header of ahead) {
      expect((await send('/c/taller/seen', { body: beacon(), headers: header })).status).toBe(204);
      expect((await send('/c/taller/seen.gif?v=1', { method: 'GET', headers: header })).status).toBe(200);
    }
    for (const slug of ['nowhere', '%2e%2e', 'Taller', '%00', "';drop table views;--", 'a'.repeat(100)])
      expect((await send(`/c/${encodeURIComponent(slug)}/seen`, { body: beacon() })).status).toBe(204);
    for (const version of ['', '?v=', '?v=0', '?v=x', '?v=1e3', '?w=1'])
      expect((await send(`/c/taller/seen.gif${version}`, { method: 'GET' })).status).toBe(200);
    expect(await count()).toBe(0);
    await seller.call('unpublish-page', { pageId });
    await send('/c/taller/seen', { body: beacon() });
    expect(await count()).toBe(0);
  });

  test(`stores hostile values cleaned and shortened, ${name}`, async () => {
    const { shop, send } = await openLooked(way);
    const queries = [
      "?utm_source='; DROP TABLE views; --&utm_campaign=<script>alert(1)</script>",
      '?utm_source=%00%E2%80%AEabc&utm_campaign=%ED%A0%80',
      `?${'utm_source=first&'.repeat(50)}`,
      `?utm_campaign=${'é'.repeat(300)}`,
    ];
    for (const query of queries)
      expect((await send('/c/taller/seen', { body: beacon({ query }) })).status).toBe(204);
    // JSON can contain a lone surrogate.
    expect(
      (await send('/c/taller/seen', { body: '{"v":1,"query":"?utm_source=\\ud800x","referrer":"\\u0000"}' }))
        .status,
    ).toBe(204);
    const { single } = await countedOf(shop);
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
  const { shop, seller, send, pageId } = await openLooked(theWholeWay);
  await seller.publish({}, 'other');
  for (const version of [1, 2, 99, 2 ** 31 - 1]) await send('/c/taller/seen', { body: beacon({}, version) });
  const { single } = await countedOf(shop);
  expect(single.map((row) => [row.pageId, row.version])).toEqual(
    Array.from({ length: 4 }, () => [pageId, 1]),
  );
});

test('counts a view for the page in its path and that page’s seller', async () => {
  const { shop, seller, send } = await openLooked(theWholeWay);
  const other = await shop.seller();
  const { pageId } = await other.publish({}, 'theirs');
  await send('/c/theirs/seen', { body: beacon(), headers: { referer: 'http://localhost:3000/c/taller' } });
  const { single, days } = await countedOf(shop);
  expect(single).toMatchObject([{ pageId }]);
  expect(new Set(days.map((row) => row.sellerId))).toEqual(new Set([single[0]?.sellerId]));
  expect((await seller.call('get-analytics', { period: 'today' })).body.figures.views).toBe(0);
  expect((await other.call('get-analytics', { period: 'today' })).body.figures).toMatchObject({
    views: 1,
    visitors: 1,
  });
});

test('counts a view at a former address for the page', async () => {
  const { shop, seller, send, pageId } = await openLooked(theWholeWay);
  const { body } = await seller.call('get-page', { pageId });
  const moved = await seller.call('save-checkout-page', {
    config: body.config,
    slug: 'moved',
    pageId,
    baseVersion: 1,
  });
  expect(moved.status).toBe(200);
  for (const slug of ['taller', 'moved']) await send(`/c/${slug}/seen`, { body: beacon() });
  const { single } = await countedOf(shop);
  expect(single.map((row) => row.pageId)).toEqual([pageId, pageId]);
});

test('changes no attempt, order or revenue by forged views', async () => {
  const { shop, seller, send } = await openLooked(theWholeWay);
  const { body } = await shop.call('create-checkout-session', { slug: 'taller' });
  await shop.pay(body.url);
  const { db } = shop.context;
  const money = async () => {
    const { figures } = (await seller.call('get-analytics', { period: '7d' })).body;
    const rows = [
      await db.select().from(attempts),
      await db.select().from(orders),
      await db.select().from(sales),
    ];
    return JSON.stringify([{ ...figures, views: 0, visitors: 0 }, rows]);
  };
  const before = await money();
  for (let turn = 0; turn < 300; turn++)
    await send('/c/taller/seen', {
      body: beacon({ query: `?utm_source=paid&utm_campaign=${turn}` }),
      headers: { 'user-agent': `${BROWSER} ${turn}` },
    });
  await shop.settled();
  expect((await seller.call('get-analytics', { period: '7d' })).body.figures).toMatchObject({
    views: 300,
    visitors: 300,
  });
  expect(await money()).toBe(before);
});

test('answers views beyond the rate limit of an address without counting them', async () => {
  const { send, count } = await openLooked(theShortWay, { env: { RATE_LIMITS: 'live' }, still: true });
  for (let turn = 0; turn < 200; turn++)
    expect((await send('/c/taller/seen', { body: beacon() })).status).toBe(204);
  expect(await count()).toBe(60);
});
