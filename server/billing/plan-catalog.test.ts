import { expect, test } from 'vitest';

import { createFaultyStripe, TRIES } from '#server/testing/faulty-stripe.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

import { getPlanCatalog } from './plan-catalog.ts';
import { prepareBilling, checkWebhookEndpoints } from './stripe-webhook-endpoints.ts';

async function listStripeObjects({ context }: TestApp) {
  const { prices, products, billingPortal } = context.stripe.plans;
  const [priceList, productList, portals] = await Promise.all([
    prices.list({ limit: 100 }),
    products.list({ limit: 100 }),
    billingPortal.configurations.list({ limit: 100 }),
  ]);
  return {
    prices: priceList.data.map(({ lookup_key: key, unit_amount: amount }) => `${key} ${amount}`).toSorted(),
    products: productList.data.map(({ id }) => id).toSorted(),
    portals: portals.data,
  };
}

test('creates products, prices and the portal once under concurrent and repeated calls', async () => {
  const first = await createTestApp();
  await Promise.all([getPlanCatalog(first.context), getPlanCatalog(first.context)]);
  const secondApp = await createTestApp({ wrapStripe: (ownFetch) => first.sandbox?.api ?? ownFetch });
  const [firstCatalog, secondCatalog] = [await getPlanCatalog(first.context), await getPlanCatalog(secondApp.context)];
  expect(secondCatalog.portalConfiguration).toBe(firstCatalog.portalConfiguration);
  const { prices, products, portals } = await listStripeObjects(first);
  expect(prices).toEqual(['growth_monthly 2900', 'pro_monthly 9900', 'starter_monthly 900']);
  expect(products).toEqual(['plan_growth', 'plan_pro', 'plan_starter']);
  expect(portals).toHaveLength(1);
  expect(portals[0]?.features).toMatchObject({
    payment_method_update: { enabled: true },
    invoice_history: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end' },
    subscription_update: {
      enabled: true,
      proration_behavior: 'always_invoice',
      trial_update_behavior: 'continue_trial',
      schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
    },
  });
});

test('creates a new price with the lookup key when the amount has changed', async () => {
  const app = await createTestApp();
  const { prices, products } = app.context.stripe.plans;
  await products.create({ id: 'plan_starter', name: 'Starter' });
  const existing = await prices.create({
    product: 'plan_starter',
    currency: 'usd',
    unit_amount: 500,
    recurring: { interval: 'month' },
    lookup_key: 'starter_monthly',
  });
  const { priceIdOf: priceOf } = await getPlanCatalog(app.context);
  expect(priceOf('starter')).not.toBe(existing.id);
  const pricesByLookupKey = await prices.list({ lookup_keys: ['starter_monthly'] });
  expect(pricesByLookupKey.data.map(({ unit_amount: amount }) => amount)).toEqual([900]);
  expect((await prices.retrieve(existing.id)).active).toBe(true);
});

test('creates another price when the first was archived on the same day', async () => {
  const app = await createTestApp();
  const { prices } = app.context.stripe.plans;
  const first = await getPlanCatalog(app.context);
  await prices.update(first.priceIdOf('starter'), { active: false });
  const secondApp = await createTestApp({ wrapStripe: (ownFetch) => app.sandbox?.api ?? ownFetch });
  const { priceIdOf: priceOf } = await getPlanCatalog(secondApp.context);
  expect(priceOf('starter')).not.toBe(first.priceIdOf('starter'));
  expect((await prices.retrieve(priceOf('starter'))).active).toBe(true);
});

test('updates an outdated portal configuration in place', async () => {
  const app = await createTestApp();
  const { configurations } = app.context.stripe.plans.billingPortal;
  const existing = await configurations.create({
    default_return_url: `${app.context.config.appUrl}/subscription`,
    features: { invoice_history: { enabled: false } },
    metadata: { purpose: 'seller-plans', version: 'older' },
  });
  const { portalConfiguration } = await getPlanCatalog(app.context);
  expect(portalConfiguration).toBe(existing.id);
  expect((await configurations.retrieve(existing.id)).features.invoice_history.enabled).toBe(true);
});

test('adds links to privacy page and terms only if the app URL uses https', async () => {
  const linksAt = async (appUrl: string) => {
    const app = await createTestApp({ env: { APP_URL: appUrl } });
    const { portalConfiguration } = await getPlanCatalog(app.context);
    const { configurations } = app.context.stripe.plans.billingPortal;
    const { business_profile: profile } = await configurations.retrieve(portalConfiguration);
    return [profile.privacy_policy_url, profile.terms_of_service_url];
  };
  expect(await linksAt('http://localhost:3000')).toEqual([null, null]);
  expect(await linksAt('https://shop.example')).toEqual(['https://shop.example/privacy', 'https://shop.example/terms']);
});

test('keeps portal and prices of two installations on one account apart', async () => {
  const first = await createTestApp();
  const { prices, billingPortal } = first.context.stripe.plans;
  /** Another installation that sells Starter for 5 dollars. */
  const staging = await billingPortal.configurations.create({
    default_return_url: 'https://staging.example/subscription',
    features: { invoice_history: { enabled: false } },
    metadata: { purpose: 'seller-plans', version: 'staging' },
  });
  const firstCatalog = await getPlanCatalog(first.context);
  const stagingPrice = await prices.create({
    product: 'plan_starter',
    currency: 'usd',
    unit_amount: 500,
    recurring: { interval: 'month' },
    lookup_key: 'starter_monthly',
    transfer_lookup_key: true,
  });
  const secondApp = await createTestApp({ wrapStripe: (ownFetch) => first.sandbox?.api ?? ownFetch });
  const secondCatalog = await getPlanCatalog(secondApp.context);
  expect(secondCatalog.priceIdOf('starter')).toBe(firstCatalog.priceIdOf('starter'));
  expect(secondCatalog.portalConfiguration).toBe(firstCatalog.portalConfiguration);
  expect(firstCatalog.portalConfiguration).not.toBe(staging.id);
  const { metadata, features } = await billingPortal.configurations.retrieve(staging.id);
  expect([metadata?.version, features.invoice_history.enabled]).toEqual(['staging', false]);
  expect((await prices.list({ lookup_keys: ['starter_monthly'] })).data[0]?.id).toBe(stagingPrice.id);
});

test('starts while Stripe is unavailable and retries at first use', async () => {
  const transport = createFaultyStripe();
  const app = await createTestApp({ wrapStripe: transport.wrapStripe });
  transport.injectFault(/^GET \/v1\/prices$/, 'time-out before', TRIES);
  await expect(prepareBilling(app.context)).resolves.toBeUndefined();
  expect((await getPlanCatalog(app.context)).priceIdOf('pro')).toMatch(/^price_/);
});

test('names missing and misconfigured webhook endpoints', async () => {
  const app = await createTestApp();
  const endpoint = (url: string, change: object) => ({
    url,
    status: 'enabled',
    application: null,
    api_version: '2026-10-28.endive',
    enabled_events: ['*'],
    ...change,
  });
  const url = (scope: string) => `${app.context.config.appUrl}/webhooks/stripe/${scope}`;
  const checkEndpoints = async (...data: object[]) => {
    const webhookEndpoints = { list: async () => ({ data }) } as never;
    return checkWebhookEndpoints({ ...app.context, stripe: { ...app.context.stripe, webhookEndpoints } });
  };
  const validEndpoints = [endpoint(url('platform'), {}), endpoint(url('connect'), { application: 'ca_1' })];
  expect(await checkEndpoints(...validEndpoints)).toEqual([]);
  expect(await checkEndpoints(validEndpoints[0] ?? {})).toEqual([
    `There is no endpoint for ${url('connect')} (events on connected accounts)`,
  ]);
  const invalidEndpoint = endpoint(url('connect'), {
    status: 'disabled',
    api_version: null,
    enabled_events: ['invoice.paid'],
  });
  const warnings = await checkEndpoints(validEndpoints[0] ?? {}, invalidEndpoint);
  expect(warnings).toHaveLength(4);
  expect(warnings[3]).toContain('checkout.session.completed');
});
