import { expect, test } from 'vitest';

import { openShop, type TestShop } from '#server/testing.ts';
import { openRoad, TRIES } from '#server/testing-faults.ts';
import { planCatalogue } from './plan-catalogue.ts';
import { prepareBilling } from './prepare-billing.ts';
import { webhookProblems } from './webhook-check.ts';

async function listed({ context }: TestShop) {
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
  const first = await openShop();
  await Promise.all([planCatalogue(first.context), planCatalogue(first.context)]);
  const again = await openShop({ aroundProvider: (own) => first.sandbox?.api ?? own });
  const [one, other] = [await planCatalogue(first.context), await planCatalogue(again.context)];
  expect(other.portalConfiguration).toBe(one.portalConfiguration);
  const { prices, products, portals } = await listed(first);
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
  const shop = await openShop();
  const { prices, products } = shop.context.stripe.plans;
  await products.create({ id: 'plan_starter', name: 'Starter' });
  const former = await prices.create({
    product: 'plan_starter',
    currency: 'usd',
    unit_amount: 500,
    recurring: { interval: 'month' },
    lookup_key: 'starter_monthly',
  });
  const { priceOf } = await planCatalogue(shop.context);
  expect(priceOf('starter')).not.toBe(former.id);
  const named = await prices.list({ lookup_keys: ['starter_monthly'] });
  expect(named.data.map(({ unit_amount: amount }) => amount)).toEqual([900]);
  expect((await prices.retrieve(former.id)).active).toBe(true);
});

test('creates another price when the first was archived on the same day', async () => {
  const shop = await openShop();
  const { prices } = shop.context.stripe.plans;
  const first = await planCatalogue(shop.context);
  await prices.update(first.priceOf('starter'), { active: false });
  const again = await openShop({ aroundProvider: (own) => shop.sandbox?.api ?? own });
  const { priceOf } = await planCatalogue(again.context);
  expect(priceOf('starter')).not.toBe(first.priceOf('starter'));
  expect((await prices.retrieve(priceOf('starter'))).active).toBe(true);
});

test('updates an outdated portal configuration in place', async () => {
  const shop = await openShop();
  const { configurations } = shop.context.stripe.plans.billingPortal;
  const former = await configurations.create({
    default_return_url: `${shop.context.config.appUrl}/subscription`,
    features: { invoice_history: { enabled: false } },
    metadata: { purpose: 'seller-plans', version: 'older' },
  });
  const { portalConfiguration } = await planCatalogue(shop.context);
  expect(portalConfiguration).toBe(former.id);
  expect((await configurations.retrieve(former.id)).features.invoice_history.enabled).toBe(true);
});

test('adds links to privacy page and terms only if the app URL uses https', async () => {
  const linksAt = async (appUrl: string) => {
    const shop = await openShop({ env: { APP_URL: appUrl } });
    const { portalConfiguration } = await planCatalogue(shop.context);
    const { configurations } = shop.context.stripe.plans.billingPortal;
    const { business_profile: profile } = await configurations.retrieve(portalConfiguration);
    return [profile.privacy_policy_url, profile.terms_of_service_url];
  };
  expect(await linksAt('http://localhost:3000')).toEqual([null, null]);
  expect(await linksAt('https://shop.example')).toEqual([
    'https://shop.example/privacy',
    'https://shop.example/terms',
  ]);
});

test('keeps portal and prices of two installations on one account apart', async () => {
  const first = await openShop();
  const { prices, billingPortal } = first.context.stripe.plans;
  /** Another installation that sells Starter for 5 dollars. */
  const staging = await billingPortal.configurations.create({
    default_return_url: 'https://staging.example/subscription',
    features: { invoice_history: { enabled: false } },
    metadata: { purpose: 'seller-plans', version: 'staging' },
  });
  const one = await planCatalogue(first.context);
  const stagingPrice = await prices.create({
    product: 'plan_starter',
    currency: 'usd',
    unit_amount: 500,
    recurring: { interval: 'month' },
    lookup_key: 'starter_monthly',
    transfer_lookup_key: true,
  });
  const again = await openShop({ aroundProvider: (own) => first.sandbox?.api ?? own });
  const other = await planCatalogue(again.context);
  expect(other.priceOf('starter')).toBe(one.priceOf('starter'));
  expect(other.portalConfiguration).toBe(one.portalConfiguration);
  expect(one.portalConfiguration).not.toBe(staging.id);
  const { metadata, features } = await billingPortal.configurations.retrieve(staging.id);
  expect([metadata?.version, features.invoice_history.enabled]).toEqual(['staging', false]);
  expect((await prices.list({ lookup_keys: ['starter_monthly'] })).data[0]?.id).toBe(stagingPrice.id);
});

test('starts while Stripe is unavailable and retries at first use', async () => {
  const road = openRoad();
  const shop = await openShop({ aroundProvider: road.aroundProvider });
  road.break(/^GET \/v1\/prices$/, 'time-out before', TRIES);
  await expect(prepareBilling(shop.context)).resolves.toBeUndefined();
  expect((await planCatalogue(shop.context)).priceOf('pro')).toMatch(/^price_/);
});

test('names missing and misconfigured webhook endpoints', async () => {
  const shop = await openShop();
  const endpoint = (url: string, change: object) => ({
    url,
    status: 'enabled',
    application: null,
    api_version: '2026-10-28.endive',
    enabled_events: ['*'],
    ...change,
  });
  const url = (scope: string) => `${shop.context.config.appUrl}/webhooks/stripe/${scope}`;
  const problemsWith = async (...data: object[]) => {
    const webhookEndpoints = { list: async () => ({ data }) } as never;
    return webhookProblems({ ...shop.context, stripe: { ...shop.context.stripe, webhookEndpoints } });
  };
  const right = [endpoint(url('platform'), {}), endpoint(url('connect'), { application: 'ca_1' })];
  expect(await problemsWith(...right)).toEqual([]);
  expect(await problemsWith(right[0] ?? {})).toEqual([
    `No endpoint for ${url('connect')} (events on connected accounts)`,
  ]);
  const wrong = endpoint(url('connect'), {
    status: 'disabled',
    api_version: null,
    enabled_events: ['invoice.paid'],
  });
  const problems = await problemsWith(right[0] ?? {}, wrong);
  expect(problems).toHaveLength(4);
  expect(problems[3]).toContain('checkout.session.completed');
});
