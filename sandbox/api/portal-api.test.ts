import type Stripe from 'stripe';
import { expect, test } from 'vitest';

import { getError, idOf, openFixture, origin } from '../testing/sandbox-fixture.ts';

type Params = Stripe.BillingPortal.ConfigurationCreateParams;

const openPriceFixture = async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  const createPrice = async (name: string, unit_amount: number): Promise<Stripe.Price> => {
    const product = await stripe.products.create({ name });
    return stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount,
      recurring: { interval: 'month' },
    });
  };
  const prices = [await createPrice('Starter', 900), await createPrice('Growth', 2900)];
  const products = prices.map(({ id, product }) => ({ product: idOf(product), prices: [id] }));
  const features = {
    payment_method_update: { enabled: true },
    subscription_update: { enabled: true, default_allowed_updates: ['price'], products },
  } satisfies Params['features'];
  return { fixture, stripe, prices, products, features };
};

test("creates a configuration with Stripe's defaults and updates only the sent parameters", async () => {
  const { fixture, stripe, features } = await openPriceFixture();
  const created = await stripe.billingPortal.configurations.create({
    business_profile: { headline: 'Your plan' },
    default_return_url: `${origin}/subscription`,
    features: {
      ...features,
      subscription_update: {
        ...features.subscription_update,
        proration_behavior: 'always_invoice',
        schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
      },
    },
    metadata: { version: '1' },
  });
  expect(created).toMatchObject({
    active: true,
    is_default: false,
    features: {
      customer_update: { enabled: false },
      subscription_cancel: { enabled: false, mode: 'at_period_end', proration_behavior: 'none' },
      subscription_update: { proration_behavior: 'always_invoice', trial_update_behavior: 'end_trial' },
    },
  });
  const after = await stripe.billingPortal.configurations.update(created.id, {
    default_return_url: '',
    features: { subscription_cancel: { enabled: true } },
    metadata: { version: '2' },
  });
  expect(after).toMatchObject({
    business_profile: { headline: 'Your plan' },
    default_return_url: null,
    metadata: { version: '2' },
    features: {
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: { schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] } },
    },
  });
  await fixture.sandbox.waitForDeliveries();
  expect(fixture.eventTypes()).toContain('billing_portal.configuration.updated');
  await fixture.sandbox.close();
});

test('returns the offered products only when they are expanded', async () => {
  const { fixture, stripe, features, products } = await openPriceFixture();
  const created = await stripe.billingPortal.configurations.create({ features });
  expect(created.features.subscription_update).not.toHaveProperty('products');
  const list = await stripe.billingPortal.configurations.list({
    active: true,
    is_default: false,
    expand: ['data.features.subscription_update.products'],
  });
  expect(list.data.map(({ features: { subscription_update: update } }) => update.products)).toEqual([
    products.map((entry) => ({
      ...entry,
      adjustable_quantity: { enabled: false, maximum: null, minimum: 1 },
    })),
  ]);
  await stripe.billingPortal.configurations.update(created.id, { active: false });
  expect((await stripe.billingPortal.configurations.list({ active: true })).data).toEqual([]);
  await fixture.sandbox.close();
});

test('refuses an inconsistent configuration and names the parameter', async () => {
  const { fixture, stripe, features, prices } = await openPriceFixture();
  const update = features.subscription_update;
  const getErrorParam = async (overrides: object): Promise<string | undefined> =>
    (await getError(stripe.billingPortal.configurations.create({ features, ...overrides } as Params))).param;
  const withUpdate = (overrides: object) =>
    getErrorParam({ features: { subscription_update: { ...update, ...overrides } } });
  const [starter, growth] = prices;
  const mismatched = [{ product: starter?.product, prices: [growth?.id] }];
  expect([
    await getErrorParam({ features: undefined }),
    await getErrorParam({ features: { subscription_cancel: { mode: 'at_period_end' } } }),
    await getErrorParam({ default_return_url: 'not an address' }),
    await getErrorParam({ surprise: 'x' }),
    await withUpdate({ products: undefined }),
    await withUpdate({ default_allowed_updates: undefined }),
    await withUpdate({ products: mismatched }),
    await withUpdate({ products: [{ product: 'prod_no', prices: [growth?.id] }] }),
    await withUpdate({ trial_update_behavior: 'whatever' }),
  ]).toEqual([
    'features',
    'features[subscription_cancel][enabled]',
    'default_return_url',
    'surprise',
    'features[subscription_update][products]',
    'features[subscription_update][default_allowed_updates]',
    'features[subscription_update][products][0][prices][0]',
    'features[subscription_update][products][0][product]',
    'features[subscription_update][trial_update_behavior]',
  ]);
  await fixture.sandbox.close();
});

test('requires an active configuration for a portal session', async () => {
  const { fixture, stripe, features } = await openPriceFixture();
  const customer = (await stripe.customers.create({ email: 'anna@example.com' })).id;
  const withoutConfiguration = await getError(stripe.billingPortal.sessions.create({ customer }));
  expect([withoutConfiguration.statusCode, withoutConfiguration.message]).toEqual([
    400,
    expect.stringContaining('No configuration provided'),
  ]);
  const { id: configuration } = await stripe.billingPortal.configurations.create({ features });
  const session = await stripe.billingPortal.sessions.create({
    customer,
    configuration,
    return_url: `${origin}/subscription`,
    expand: ['configuration'],
  });
  expect(session).toMatchObject({ customer, flow: null, return_url: `${origin}/subscription` });
  expect(session.configuration).toMatchObject({ id: configuration });
  expect(session.url).toMatch(/^http:\/\/localhost:3000\/sandbox\/portal\/bps_1\w{23}$/);
  await stripe.billingPortal.configurations.update(configuration, { active: false });
  expect((await getError(stripe.billingPortal.sessions.create({ customer, configuration }))).param).toBe(
    'configuration',
  );
  await fixture.sandbox.close();
});

test('refuses a deep link to a disabled feature or a missing subscription', async () => {
  const { fixture, stripe, features } = await openPriceFixture();
  const customer = (await stripe.customers.create({ email: 'anna@example.com' })).id;
  const { id: configuration } = await stripe.billingPortal.configurations.create({ features });
  const createSession = (flow_data: Stripe.BillingPortal.SessionCreateParams.FlowData) =>
    stripe.billingPortal.sessions.create({ customer, configuration, flow_data });
  const card = await createSession({
    type: 'payment_method_update',
    after_completion: { type: 'redirect', redirect: { return_url: `${origin}/subscription` } },
  });
  expect(card.flow).toMatchObject({
    type: 'payment_method_update',
    after_completion: { type: 'redirect', redirect: { return_url: `${origin}/subscription` } },
  });
  const disabledFlow = {
    type: 'subscription_cancel',
    subscription_cancel: { subscription: 'sub_no' },
  } as const;
  const missingFlow = {
    type: 'subscription_update',
    subscription_update: { subscription: 'sub_no' },
  } as const;
  expect([
    (await getError(createSession(disabledFlow))).message,
    (await getError(createSession(missingFlow))).message,
    (await getError(createSession({ type: 'subscription_update' }))).param,
    (await getError(createSession({ type: 'payment_method_update', after_completion: { type: 'redirect' } }))).param,
  ]).toEqual([
    'The subscription_cancel feature is disabled in your portal configuration.',
    "No such subscription: 'sub_no'",
    'flow_data[subscription_update][subscription]',
    'flow_data[after_completion][redirect]',
  ]);
  await fixture.sandbox.close();
});
