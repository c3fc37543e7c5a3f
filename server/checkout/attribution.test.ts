import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { checkoutAttempts } from '#server/db/schema-orders.ts';
import { pageViews } from '#server/db/schema-page-views.ts';
import { createPublicServices } from '#server/routes/public-services.ts';
import { nodeEnvFrom } from '#server/testing/listening-server.ts';
import { createTestApp, TEST_ORIGIN, type TestApp } from '#server/testing/test-app.ts';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

/** Sends a checkout request through a proxy; `peer` is the address of the connection. */
const requestCheckout = async (
  app: TestApp,
  slug: string,
  visit: unknown,
  headers: Record<string, string> = {},
  peer = '127.0.0.1',
) =>
  app.fetch(
    new Request(`${TEST_ORIGIN}/functions/v1/create-checkout-session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': PHONE, ...headers },
      body: JSON.stringify({ slug, visit }),
    }),
    nodeEnvFrom(peer),
  );

/** Returns the attempt of a checkout request. */
async function startCheckout(...args: Parameters<typeof requestCheckout>) {
  const [app] = args;
  const { url } = (await (await requestCheckout(...args)).json()) as { url: string };
  const [attempt] = await app.context.db.select().from(checkoutAttempts).where(eq(checkoutAttempts.url, url));
  return attempt;
}

test('stores the attribution of the buyer’s visit with the attempt', async () => {
  const app = await createTestApp({ env: { COUNTRY_HEADER: 'CF-IPCountry' } });
  const { slug } = await (await app.signUpSeller()).publishPage();
  const visit = {
    referrer: 'https://l.facebook.com',
    query: '?utm_source=Spring&utm_medium=mail&utm_campaign=Sale&utm_term=pots&utm_content=a',
    embed: 'https://studio.example/shop',
  };
  expect(await startCheckout(app, slug, visit, { 'cf-ipcountry': 'DE' })).toMatchObject({
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
  const app = await createTestApp();
  const { slug } = await (await app.signUpSeller()).publishPage();
  expect(await startCheckout(app, slug, undefined)).toMatchObject({
    source: 'direct',
    referrer: '',
    utmSource: '',
    visitCountry: '',
  });
});

test('reads the country from the configured header only, and accepts only country codes', async () => {
  const app = await createTestApp({ env: { COUNTRY_HEADER: 'CF-IPCountry' } });
  const { slug } = await (await app.signUpSeller()).publishPage();
  for (const header of ['XX', 'T1', 'de', 'DEU', 'D1', '<b>', '']) {
    const attempt = await startCheckout(app, slug, {}, { 'cf-ipcountry': header });
    expect([header, attempt?.visitCountry]).toEqual([header, '']);
  }
  const appWithoutHeader = await createTestApp();
  const page = await (await appWithoutHeader.signUpSeller()).publishPage();
  const attempt = await startCheckout(
    appWithoutHeader,
    page.slug,
    {},
    { 'cf-ipcountry': 'DE', 'x-client-country': 'DE' },
  );
  expect(attempt?.visitCountry).toBe('');
});

test('reads the country from a trusted proxy only, for every kind of request', async () => {
  const documentRoutes = {
    render: async (request: Request) => new Response(request.headers.get('x-client-country')),
  };
  const env = { COUNTRY_HEADER: 'CF-IPCountry', TRUSTED_PROXIES: '10.0.0.0/8' };
  const app = await createTestApp({ env, pagesEntry: documentRoutes });
  const { slug } = await (await app.signUpSeller()).publishPage();
  const countryHeaders = { 'cf-ipcountry': 'DE' };
  for (const [peer, country] of [
    ['10.4.0.9', 'DE'],
    ['203.0.113.7', ''],
  ] as const) {
    expect((await startCheckout(app, slug, {}, countryHeaders, peer))?.visitCountry).toBe(country);
    const page = await app.fetch(
      new Request(`${TEST_ORIGIN}/purchases`, { headers: countryHeaders }),
      nodeEnvFrom(peer),
    );
    expect(await page.text()).toBe(country);
    const pageViewResponse = await app.fetch(
      new Request(`${TEST_ORIGIN}/c/${slug}/seen`, {
        method: 'POST',
        headers: {
          ...countryHeaders,
          origin: TEST_ORIGIN,
          'content-type': 'text/plain',
          'user-agent': PHONE,
        },
        body: '{"v":1}',
      }),
      nodeEnvFrom(peer),
    );
    expect(pageViewResponse.status).toBe(204);
  }
  await app.waitUntilIdle();
  const rows = await app.context.db.select({ country: pageViews.visitCountry }).from(pageViews);
  expect(rows.map((row) => row.country).toSorted()).toEqual(['', 'DE']);
});

test('refuses an attribution that is too long or of another shape, and creates no attempt', async () => {
  const app = await createTestApp();
  const { slug } = await (await app.signUpSeller()).publishPage();
  for (const visit of [{ query: 'x'.repeat(5000) }, { referrer: 7 }, { address: '203.0.113.7' }, [], 'direct'])
    expect((await requestCheckout(app, slug, visit)).status).toBe(400);
  expect(await app.context.db.$count(checkoutAttempts)).toBe(0);
});

test('stores the attribution of a form without scripts', async () => {
  const app = await createTestApp();
  const { slug } = await (await app.signUpSeller()).publishPage();
  const request = { slug, email: 'buyer@example.com', visit: { query: '?utm_source=flyer' } };
  const paid = await createPublicServices(app.context).startCheckout(request, 'unknown', {
    userAgent: PHONE,
    country: 'FR',
  });
  if (!('attemptId' in paid)) throw new Error('refused');
  const [attempt] = await app.context.db.select().from(checkoutAttempts).where(eq(checkoutAttempts.id, paid.attemptId));
  expect(attempt).toMatchObject({ source: 'flyer', device: 'mobile', visitCountry: 'FR' });
});

test('does not use our own pages or Stripe as a source', async () => {
  const app = await createTestApp();
  const { slug } = await (await app.signUpSeller()).publishPage();
  for (const referrer of [`${TEST_ORIGIN}/c/${slug}`, 'https://checkout.stripe.com/c/pay/cs_test_1']) {
    expect(await startCheckout(app, slug, { referrer, query: '?canceled=1' })).toMatchObject({
      source: 'direct',
      referrer: '',
    });
  }
});

test('keeps the first attribution of a buyer who returns without paying', async () => {
  const app = await createTestApp();
  const { slug } = await (await app.signUpSeller()).publishPage();
  const first = await startCheckout(app, slug, { query: '?utm_source=letter&utm_campaign=Spring+%26+sun' });
  const { sessions } = app.context.sellerStripe(first?.accountId ?? '');
  const { cancel_url: cancelUrl } = await sessions.retrieve(first?.sessionId ?? '');
  const second = await startCheckout(app, slug, { query: new URL(cancelUrl ?? '').search });
  const { source, utmSource, utmCampaign } = second ?? {};
  expect({ source, utmSource, utmCampaign }).toEqual({
    source: 'letter',
    utmSource: 'letter',
    utmCampaign: 'Spring & sun',
  });
});
