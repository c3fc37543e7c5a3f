import type Stripe from 'stripe';
import { expect, test } from 'vitest';

import {
  buyOrder,
  getError,
  idOf,
  getPage,
  openFixture,
  createSeller,
  orderParams,
  origin,
  postForm,
  cardForm,
} from '../testing/sandbox-fixture.ts';

const DAY_MS = 24 * 3600_000;
const FEATURES = { payment_method_update: { enabled: true }, invoice_history: { enabled: true } };

/** Opens a buyer's subscription on a seller's account, with the seller's dashboard actions. */
const openSubscribedFixture = async (card = '4242 4242 4242 4242') => {
  const fixture = openFixture();
  const { sandbox, stripe } = fixture;
  const seller = await createSeller(fixture);
  const orderInput = orderParams({ mode: 'subscription', subscription_data: { metadata: { page: 'p1' } } });
  const { session } = await buyOrder(fixture, seller, orderInput, cardForm(card));
  const [id, customer] = [idOf(session.subscription), idOf(session.customer)];
  const dashboard = `/dashboard/${seller.stripeAccount}/subscriptions/${id}`;
  return {
    ...fixture,
    seller,
    id,
    customer,
    failNext: () => postForm(sandbox, dashboard, { act: 'fail' }),
    advanceDays: (days: number) => sandbox.clock.moveTo(new Date(sandbox.now().getTime() + days * DAY_MS)),
    subscription: () => stripe.subscriptions.retrieve(id, undefined, seller),
    invoices: async (params: Stripe.InvoiceListParams = {}) =>
      (await stripe.invoices.list({ subscription: id, ...params }, seller)).data,
    listEventTypes: async (prefix: string) => {
      await sandbox.waitForDeliveries();
      const sellerEvents = fixture.received.filter(({ event }) => event.account === seller.stripeAccount);
      return sellerEvents.map(({ event }) => event.type).filter((type) => type.startsWith(prefix));
    },
  };
};

test("renews a buyer's subscription monthly on the seller's account", async () => {
  const fixture = await openSubscribedFixture();
  fixture.advanceDays(32);
  fixture.advanceDays(31);
  expect((await fixture.invoices()).map(({ billing_reason, status }) => [billing_reason, status])).toEqual([
    ['subscription_cycle', 'paid'],
    ['subscription_cycle', 'paid'],
    ['subscription_create', 'paid'],
  ]);
  const [newest] = await fixture.invoices({ limit: 1 });
  expect(newest?.parent?.subscription_details).toMatchObject({
    metadata: { page: 'p1' },
    subscription: fixture.id,
  });
  expect(await fixture.listEventTypes('invoice.paid')).toHaveLength(3);
  expect((await fixture.stripe.charges.list({ customer: fixture.customer }, fixture.seller)).data).toHaveLength(3);
  await fixture.sandbox.close();
});

test('reports a failed renewal with its page and next retry; the buyer pays it with another card', async () => {
  const fixture = await openSubscribedFixture();
  await fixture.failNext();
  fixture.advanceDays(32);
  expect(await fixture.subscription()).toMatchObject({ status: 'past_due' });
  const [failed] = await fixture.invoices({ status: 'open' });
  expect(failed).toMatchObject({
    attempt_count: 1,
    hosted_invoice_url: `${origin}/sandbox/invoice/${failed?.id}`,
    next_payment_attempt: expect.any(Number),
  });
  expect(await fixture.listEventTypes('invoice.payment_failed')).toHaveLength(1);
  const url = failed?.hosted_invoice_url ?? '';
  expect(await (await getPage(fixture.sandbox, url)).text()).toContain('Anna’s Shop');
  const declinedResponse = await postForm(fixture.sandbox, url, cardForm('4000 0000 0000 0002'));
  expect(declinedResponse.status).toBe(402);
  const paidResponse = await postForm(fixture.sandbox, url, cardForm('5555 5555 5555 4444'));
  expect(paidResponse.status).toBe(303);
  expect(await fixture.subscription()).toMatchObject({ status: 'active' });
  expect(await fixture.invoices({ status: 'open' })).toEqual([]);
  expect(await fixture.listEventTypes('customer.subscription.updated')).toEqual(
    expect.arrayContaining(['customer.subscription.updated']),
  );
  expect(await fixture.listEventTypes('invoice.paid')).toHaveLength(2);
  await fixture.sandbox.close();
});

test('retries an unpaid renewal four more times and then cancels the subscription', async () => {
  const fixture = await openSubscribedFixture();
  await fixture.failNext();
  fixture.advanceDays(45);
  expect(await fixture.subscription()).toMatchObject({ status: 'canceled' });
  expect((await fixture.invoices())[0]).toMatchObject({ status: 'uncollectible', attempt_count: 5 });
  expect(await fixture.listEventTypes('invoice.payment_failed')).toHaveLength(5);
  expect(await fixture.listEventTypes('customer.subscription.deleted')).toHaveLength(1);
  await fixture.sandbox.close();
});

test("lets a buyer change the card of a subscription in the portal of the seller's account", async () => {
  const fixture = await openSubscribedFixture();
  const { sandbox, stripe, seller, customer } = fixture;
  await fixture.failNext();
  const configuration = await stripe.billingPortal.configurations.create({ features: FEATURES }, seller);
  const platformSession = stripe.billingPortal.sessions.create({ customer, configuration: configuration.id });
  expect(await getError(platformSession)).toMatchObject({ code: 'resource_missing' });
  const portal = await stripe.billingPortal.sessions.create(
    {
      customer,
      configuration: configuration.id,
      return_url: `${origin}/purchases`,
      flow_data: {
        type: 'payment_method_update',
        after_completion: { type: 'redirect', redirect: { return_url: `${origin}/purchases?card=changed` } },
      },
    },
    seller,
  );
  const first = await getPage(sandbox, portal.url);
  const form = first.status === 303 ? (first.headers.get('location') ?? '') : portal.url;
  const page = await (await getPage(sandbox, form.replace('/sandbox', ''))).text();
  expect(page).toContain('Anna’s Shop');
  const action = /<form[^>]*action="(\/sandbox\/portal\/[^"]*)"/.exec(page)?.[1] ?? '';
  const response = await postForm(sandbox, action.replace('/sandbox', ''), cardForm('5555 5555 5555 4444'));
  expect([response.status, response.headers.get('location')]).toEqual([303, `${origin}/purchases?card=changed`]);
  fixture.advanceDays(33);
  expect(await fixture.subscription()).toMatchObject({ status: 'active' });
  expect(await fixture.invoices({ status: 'paid' })).toHaveLength(2);
  await sandbox.close();
});

test("lists the objects of a seller's account by time, in pages and by related object", async () => {
  const fixture = await openSubscribedFixture();
  const { stripe, seller, id, customer } = fixture;
  const middleTime = Math.floor(fixture.sandbox.now().getTime() / 1000) + 10;
  fixture.advanceDays(32);
  const laterOrder = await buyOrder(
    { ...fixture, eventTypes: () => [] },
    seller,
    orderParams({ customer_email: 'eve@example.com' }),
  );
  const payment_intent = idOf(laterOrder.session.payment_intent);
  await stripe.refunds.create({ payment_intent, amount: 500 }, seller);
  const createdSince = { created: { gte: middleTime } };
  const countAll = async (...lists: Promise<{ data: unknown[] }>[]) =>
    (await Promise.all(lists)).map(({ data }) => data.length);
  const { charges, invoices, refunds, subscriptions, checkout } = stripe;
  expect(
    await countAll(
      charges.list({}, seller),
      charges.list(createdSince, seller),
      charges.list({ ...createdSince, payment_intent }, seller),
      charges.list({ customer }, seller),
      charges.list({ created: { lt: middleTime } }, seller),
    ),
  ).toEqual([3, 2, 1, 2, 1]);
  const charge = idOf((await charges.list({ payment_intent }, seller)).data[0]);
  expect(
    await countAll(
      refunds.list({ charge }, seller),
      refunds.list({ payment_intent, created: { lt: middleTime } }, seller),
      invoices.list(createdSince, seller),
      invoices.list({ customer, status: 'paid' }, seller),
      invoices.list({ subscription: 'sub_other' }, seller),
      subscriptions.list({ customer, status: 'active' }, seller),
      subscriptions.list({ status: 'canceled' }, seller),
      subscriptions.list({ ...createdSince, status: 'all' }, seller),
    ),
  ).toEqual([1, 0, 1, 2, 0, 1, 0, 0]);
  expect(
    await countAll(
      checkout.sessions.list(createdSince, seller),
      checkout.sessions.list({ subscription: id }, seller),
      checkout.sessions.list({ payment_intent, status: 'complete' }, seller),
      checkout.sessions.list({ customer_details: { email: 'eve@example.com' } }, seller),
      checkout.sessions.list({ customer_details: { email: 'bo@example.com' } }, seller),
      checkout.sessions.list({ status: 'open' }, seller),
    ),
  ).toEqual([1, 1, 1, 1, 0, 0]);
  const first = await charges.list({ limit: 2 }, seller);
  const rest = await charges.list({ limit: 2, starting_after: first.data[1]?.id ?? '' }, seller);
  expect([first.has_more, first.data.length, rest.has_more, rest.data.length]).toEqual([true, 2, false, 1]);
  await fixture.sandbox.close();
});

test('lists events by time and type, separately for each account and the platform', async () => {
  const fixture = await openSubscribedFixture();
  const { stripe, seller } = fixture;
  await stripe.customers.create({ email: 'plan@example.com' });
  const middleTime = Math.floor(fixture.sandbox.now().getTime() / 1000) + 10;
  fixture.advanceDays(32);
  const listTypes = async (
    params: Stripe.EventListParams,
    requestOptions?: Stripe.RequestOptions,
  ): Promise<string[]> => {
    const types: string[] = [];
    for await (const event of stripe.events.list({ limit: 3, ...params }, requestOptions)) types.push(event.type);
    return types;
  };
  const types = ['invoice.paid', 'customer.subscription.*', 'charge.succeeded'];
  expect((await listTypes({ types }, seller)).toSorted()).toEqual([
    'charge.succeeded',
    'charge.succeeded',
    'customer.subscription.created',
    'customer.subscription.updated',
    'invoice.paid',
    'invoice.paid',
  ]);
  expect(await listTypes({ types, created: { gte: middleTime } }, seller)).toHaveLength(3);
  expect(await listTypes({ types, created: { lt: middleTime } }, seller)).toHaveLength(3);
  expect(await listTypes({ created: { lt: middleTime } })).toEqual(['customer.created']);
  expect(await listTypes({ type: 'invoice.paid' })).toEqual([]);
  const times = (await stripe.events.list({ limit: 100 }, seller)).data.map(({ created }) => created);
  expect(times).toEqual(times.toSorted((one, other) => other - one));
  await fixture.sandbox.close();
});
