import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { attempts } from '#server/db/schema-money.ts';
import { views } from '#server/db/schema-views.ts';
import { publicShop } from '#server/pages/public-shop.ts';
import { cameFrom } from '#server/testing-peer.ts';
import { openShop, TEST_ORIGIN, type TestShop } from '#server/testing.ts';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

/** Sends a checkout request through a proxy; `peer` is the address of the connection. */
const ask = async (
  shop: TestShop,
  slug: string,
  visit: unknown,
  headers: Record<string, string> = {},
  peer = '127.0.0.1',
) =>
  shop.fetch(
    new Request(`${TEST_ORIGIN}/functions/v1/create-checkout-session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': PHONE, ...headers },
      body: JSON.stringify({ slug, visit }),
    }),
    cameFrom(peer),
  );

/** Returns the attempt of a checkout request. */
async function press(...pressed: Parameters<typeof ask>) {
  const [shop] = pressed;
  const { url } = (await (await ask(...pressed)).json()) as { url: string };
  const [attempt] = await shop.context.db.select().from(attempts).where(eq(attempts.url, url));
  return attempt;
}

test('stores the attribution of the buyer’s visit with the attempt', async () => {
  const shop = await openShop({ env: { COUNTRY_HEADER: 'CF-IPCountry' } });
  const { slug } = await (await shop.seller()).publish();
  const visit = {
    referrer: 'https://l.facebook.com',
    query: '?utm_source=Spring&utm_medium=mail&utm_campaign=Sale&utm_term=pots&utm_content=a',
    embed: 'https://studio.example/shop',
  };
  expect(await press(shop, slug, visit, { 'cf-ipcountry': 'DE' })).toMatchObject({
    source: 'spring',
    referrer: 'l.facebook.com',
    utmSource: 'Spring',
    utmMedium: 'mail',
    utmCampaign: 'Sale',
    utmTerm: 'pots',
    utmContent: 'a',
    visitCountry: 'DE',
    device: 'mobile',
    embed: 'https://studio.example',
  });
});

test('uses direct when the browser sends no attribution', async () => {
  const shop = await openShop();
  const { slug } = await (await shop.seller()).publish();
  expect(await press(shop, slug, undefined)).toMatchObject({
    source: 'direct',
    referrer: '',
    utmSource: '',
    visitCountry: '',
  });
});

test('reads the country from the configured header only, and accepts only country codes', async () => {
  const shop = await openShop({ env: { COUNTRY_HEADER: 'CF-IPCountry' } });
  const { slug } = await (await shop.seller()).publish();
  for (const said of ['XX', 'T1', 'de', 'DEU', 'D1', '<b>', '']) {
    const attempt = await press(shop, slug, {}, { 'cf-ipcountry': said });
    expect([said, attempt?.visitCountry]).toEqual([said, '']);
  }
  const without = await openShop();
  const page = await (await without.seller()).publish();
  const attempt = await press(without, page.slug, {}, { 'cf-ipcountry': 'DE', 'x-client-country': 'DE' });
  expect(attempt?.visitCountry).toBe('');
});

test('reads the country from a trusted proxy only, for every kind of request', async () => {
  const documents = {
    render: async (request: Request) => new Response(request.headers.get('x-client-country')),
  };
  const env = { COUNTRY_HEADER: 'CF-IPCountry', TRUSTED_PROXIES: '10.0.0.0/8' };
  const shop = await openShop({ env, pagesEntry: documents });
  const { slug } = await (await shop.seller()).publish();
  const told = { 'cf-ipcountry': 'DE' };
  for (const [peer, country] of [
    ['10.4.0.9', 'DE'],
    ['203.0.113.7', ''],
  ] as const) {
    expect((await press(shop, slug, {}, told, peer))?.visitCountry).toBe(country);
    const page = await shop.fetch(new Request(`${TEST_ORIGIN}/purchases`, { headers: told }), cameFrom(peer));
    expect(await page.text()).toBe(country);
    const seen = await shop.fetch(
      new Request(`${TEST_ORIGIN}/c/${slug}/seen`, {
        method: 'POST',
        headers: { ...told, origin: TEST_ORIGIN, 'content-type': 'text/plain', 'user-agent': PHONE },
        body: '{"v":1}',
      }),
      cameFrom(peer),
    );
    expect(seen.status).toBe(204);
  }
  await shop.settled();
  const rows = await shop.context.db.select({ country: views.visitCountry }).from(views);
  expect(rows.map((row) => row.country).toSorted()).toEqual(['', 'DE']);
});

test('refuses an attribution that is too long or of another shape, and creates no attempt', async () => {
  const shop = await openShop();
  const { slug } = await (await shop.seller()).publish();
  for (const visit of [
    { query: 'x'.repeat(5000) },
    { referrer: 7 },
    { address: '203.0.113.7' },
    [],
    'direct',
  ])
    expect((await ask(shop, slug, visit)).status).toBe(400);
  expect(await shop.context.db.$count(attempts)).toBe(0);
});

test('stores the attribution of a form without scripts', async () => {
  const shop = await openShop();
  const { slug } = await (await shop.seller()).publish();
  const request = { slug, email: 'buyer@example.com', visit: { query: '?utm_source=flyer' } };
  const paid = await publicShop(shop.context).pay(request, 'unknown', { userAgent: PHONE, country: 'FR' });
  if (!('attemptId' in paid)) throw new Error('refused');
  const [attempt] = await shop.context.db.select().from(attempts).where(eq(attempts.id, paid.attemptId));
  expect(attempt).toMatchObject({ source: 'flyer', device: 'mobile', visitCountry: 'FR' });
});

test('does not use our own pages or Stripe as a source', async () => {
  const shop = await openShop();
  const { slug } = await (await shop.seller()).publish();
  for (const referrer of [`${TEST_ORIGIN}/c/${slug}`, 'https://checkout.stripe.com/c/pay/cs_test_1']) {
    expect(await press(shop, slug, { referrer, query: '?canceled=1' })).toMatchObject({
      source: 'direct',
      referrer: '',
    });
  }
});

test('keeps the first attribution of a buyer who returns without paying', async () => {
  const shop = await openShop();
  const { slug } = await (await shop.seller()).publish();
  const first = await press(shop, slug, { query: '?utm_source=letter&utm_campaign=Spring+%26+sun' });
  const { sessions } = shop.context.sellerStripe(first?.accountId ?? '');
  const { cancel_url: back } = await sessions.retrieve(first?.sessionId ?? '');
  const again = await press(shop, slug, { query: new URL(back ?? '').search });
  const { source, utmSource, utmCampaign } = again ?? {};
  expect({ source, utmSource, utmCampaign }).toEqual({
    source: 'letter',
    utmSource: 'letter',
    utmCampaign: 'Spring & sun',
  });
});
