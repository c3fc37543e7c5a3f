import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { attempts } from '#server/db/schema-money.ts';
import { views } from '#server/db/schema-views.ts';
import { publicShop } from '#server/pages/public-shop.ts';
import { cameFrom } from '#server/testing-peer.ts';
import { openShop, TEST_ORIGIN, type TestShop } from '#server/testing.ts';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

/** A press as it comes through a proxy; `peer`: another one at the other end. */
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

/** The attempt that a press leads to. */
async function press(...pressed: Parameters<typeof ask>) {
  const [shop] = pressed;
  const { url } = (await (await ask(...pressed)).json()) as { url: string };
  const [attempt] = await shop.context.db.select().from(attempts).where(eq(attempts.url, url));
  return attempt;
}

test('an attempt carries where its buyer came from', async () => {
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

test('a buyer whose browser says nothing came directly', async () => {
  const shop = await openShop();
  const { slug } = await (await shop.seller()).publish();
  expect(await press(shop, slug, undefined)).toMatchObject({
    source: 'direct',
    referrer: '',
    utmSource: '',
    visitCountry: '',
  });
});

test('the country is read from the header that is configured and from no other, and only a country counts', async () => {
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

test('the country is believed of a trusted proxy alone, by every way that tells it', async () => {
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

test('a visit that is too much or of another shape is refused, and nothing is begun', async () => {
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

test('the form without script tells it as well', async () => {
  const shop = await openShop();
  const { slug } = await (await shop.seller()).publish();
  const request = { slug, email: 'buyer@example.com', visit: { query: '?utm_source=flyer' } };
  const paid = await publicShop(shop.context).pay(request, 'unknown', { userAgent: PHONE, country: 'FR' });
  if (!('attemptId' in paid)) throw new Error('refused');
  const [attempt] = await shop.context.db.select().from(attempts).where(eq(attempts.id, paid.attemptId));
  expect(attempt).toMatchObject({ source: 'flyer', device: 'mobile', visitCountry: 'FR' });
});

test('coming back from our own pages or the provider’s is no source', async () => {
  const shop = await openShop();
  const { slug } = await (await shop.seller()).publish();
  for (const referrer of [`${TEST_ORIGIN}/c/${slug}`, 'https://checkout.stripe.com/c/pay/cs_test_1']) {
    expect(await press(shop, slug, { referrer, query: '?canceled=1' })).toMatchObject({
      source: 'direct',
      referrer: '',
    });
  }
});

test('who comes back without having paid still comes from where they came first', async () => {
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
