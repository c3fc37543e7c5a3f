import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import {
  buy,
  failure,
  idOf,
  look,
  openRehearsal,
  openSeller,
  order,
  origin,
  post,
  typed,
} from './rehearsal.ts';

const day = 24 * 3600_000;
const features = { payment_method_update: { enabled: true }, invoice_history: { enabled: true } };

/** Opens a buyer's subscription on a seller's account, with the seller's dashboard actions. */
const openSubscribed = async (card = '4242 4242 4242 4242') => {
  const rehearsal = openRehearsal();
  const { sandbox, stripe } = rehearsal;
  const seller = await openSeller(rehearsal);
  const bought = order({ mode: 'subscription', subscription_data: { metadata: { page: 'p1' } } });
  const { session } = await buy(rehearsal, seller, bought, typed(card));
  const [id, customer] = [idOf(session.subscription), idOf(session.customer)];
  const dashboard = `/dashboard/${seller.stripeAccount}/subscriptions/${id}`;
  return {
    ...rehearsal,
    seller,
    id,
    customer,
    failNext: () => post(sandbox, dashboard, { act: 'fail' }),
    pass: (days: number) => sandbox.clock.moveTo(new Date(sandbox.now().getTime() + days * day)),
    subscription: () => stripe.subscriptions.retrieve(id, undefined, seller),
    invoices: async (params: Stripe.InvoiceListParams = {}) =>
      (await stripe.invoices.list({ subscription: id, ...params }, seller)).data,
    told: async (prefix: string) => {
      await sandbox.settled();
      const ours = rehearsal.received.filter(({ event }) => event.account === seller.stripeAccount);
      return ours.map(({ event }) => event.type).filter((type) => type.startsWith(prefix));
    },
  };
};

test("renews a buyer's subscription monthly on the seller's account", async () => {
  const play = await openSubscribed();
  play.pass(32);
  play.pass(31);
  expect((await play.invoices()).map(({ billing_reason, status }) => [billing_reason, status])).toEqual([
    ['subscription_cycle', 'paid'],
    ['subscription_cycle', 'paid'],
    ['subscription_create', 'paid'],
  ]);
  const [newest] = await play.invoices({ limit: 1 });
  expect(newest?.parent?.subscription_details).toMatchObject({
    metadata: { page: 'p1' },
    subscription: play.id,
  });
  expect(await play.told('invoice.paid')).toHaveLength(3);
  expect((await play.stripe.charges.list({ customer: play.customer }, play.seller)).data).toHaveLength(3);
  await play.sandbox.close();
});

test('reports a failed renewal with its page and next retry; the buyer pays it with another card', async () => {
  const play = await openSubscribed();
  await play.failNext();
  play.pass(32);
  expect(await play.subscription()).toMatchObject({ status: 'past_due' });
  const [failed] = await play.invoices({ status: 'open' });
  expect(failed).toMatchObject({
    attempt_count: 1,
    hosted_invoice_url: `${origin}/sandbox/invoice/${failed?.id}`,
    next_payment_attempt: expect.any(Number),
  });
  expect(await play.told('invoice.payment_failed')).toHaveLength(1);
  const url = failed?.hosted_invoice_url ?? '';
  expect(await (await look(play.sandbox, url)).text()).toContain('Anna’s Shop');
  const poor = await post(play.sandbox, url, typed('4000 0000 0000 0002'));
  expect(poor.status).toBe(402);
  const paid = await post(play.sandbox, url, typed('5555 5555 5555 4444'));
  expect(paid.status).toBe(303);
  expect(await play.subscription()).toMatchObject({ status: 'active' });
  expect(await play.invoices({ status: 'open' })).toEqual([]);
  expect(await play.told('customer.subscription.updated')).toEqual(
    expect.arrayContaining(['customer.subscription.updated']),
  );
  expect(await play.told('invoice.paid')).toHaveLength(2);
  await play.sandbox.close();
});

test('retries an unpaid renewal four more times and then cancels the subscription', async () => {
  const play = await openSubscribed();
  await play.failNext();
  play.pass(45);
  expect(await play.subscription()).toMatchObject({ status: 'canceled' });
  expect((await play.invoices())[0]).toMatchObject({ status: 'uncollectible', attempt_count: 5 });
  expect(await play.told('invoice.payment_failed')).toHaveLength(5);
  expect(await play.told('customer.subscription.deleted')).toHaveLength(1);
  await play.sandbox.close();
});

test("lets a buyer change the card of a subscription in the portal of the seller's account", async () => {
  const play = await openSubscribed();
  const { sandbox, stripe, seller, customer } = play;
  await play.failNext();
  const configuration = await stripe.billingPortal.configurations.create({ features }, seller);
  const elsewhere = stripe.billingPortal.sessions.create({ customer, configuration: configuration.id });
  expect(await failure(elsewhere)).toMatchObject({ code: 'resource_missing' });
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
  const first = await look(sandbox, portal.url);
  const form = first.status === 303 ? (first.headers.get('location') ?? '') : portal.url;
  const page = await (await look(sandbox, form.replace('/sandbox', ''))).text();
  expect(page).toContain('Anna’s Shop');
  const action = /<form[^>]*action="(\/sandbox\/portal\/[^"]*)"/.exec(page)?.[1] ?? '';
  const answer = await post(sandbox, action.replace('/sandbox', ''), typed('5555 5555 5555 4444'));
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${origin}/purchases?card=changed`]);
  play.pass(33);
  expect(await play.subscription()).toMatchObject({ status: 'active' });
  expect(await play.invoices({ status: 'paid' })).toHaveLength(2);
  await sandbox.close();
});

test("lists the objects of a seller's account by time, in pages and by related object", async () => {
  const play = await openSubscribed();
  const { stripe, seller, id, customer } = play;
  const middle = Math.floor(play.sandbox.now().getTime() / 1000) + 10;
  play.pass(32);
  const later = await buy({ ...play, types: () => [] }, seller, order({ customer_email: 'eve@example.com' }));
  const payment_intent = idOf(later.session.payment_intent);
  await stripe.refunds.create({ payment_intent, amount: 500 }, seller);
  const since = { created: { gte: middle } };
  const sizes = async (...lists: Promise<{ data: unknown[] }>[]) =>
    (await Promise.all(lists)).map(({ data }) => data.length);
  const { charges, invoices, refunds, subscriptions, checkout } = stripe;
  expect(
    await sizes(
      charges.list({}, seller),
      charges.list(since, seller),
      charges.list({ ...since, payment_intent }, seller),
      charges.list({ customer }, seller),
      charges.list({ created: { lt: middle } }, seller),
    ),
  ).toEqual([3, 2, 1, 2, 1]);
  const charge = idOf((await charges.list({ payment_intent }, seller)).data[0]);
  expect(
    await sizes(
      refunds.list({ charge }, seller),
      refunds.list({ payment_intent, created: { lt: middle } }, seller),
      invoices.list(since, seller),
      invoices.list({ customer, status: 'paid' }, seller),
      invoices.list({ subscription: 'sub_other' }, seller),
      subscriptions.list({ customer, status: 'active' }, seller),
      subscriptions.list({ status: 'canceled' }, seller),
      subscriptions.list({ ...since, status: 'all' }, seller),
    ),
  ).toEqual([1, 0, 1, 2, 0, 1, 0, 0]);
  expect(
    await sizes(
      checkout.sessions.list(since, seller),
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
  await play.sandbox.close();
});

test('lists events by time and type, separately for each account and the platform', async () => {
  const play = await openSubscribed();
  const { stripe, seller } = play;
  await stripe.customers.create({ email: 'plan@example.com' });
  const middle = Math.floor(play.sandbox.now().getTime() / 1000) + 10;
  play.pass(32);
  const kinds = async (params: Stripe.EventListParams, of?: Stripe.RequestOptions): Promise<string[]> => {
    const types: string[] = [];
    for await (const event of stripe.events.list({ limit: 3, ...params }, of)) types.push(event.type);
    return types;
  };
  const types = ['invoice.paid', 'customer.subscription.*', 'charge.succeeded'];
  expect((await kinds({ types }, seller)).toSorted()).toEqual([
    'charge.succeeded',
    'charge.succeeded',
    'customer.subscription.created',
    'customer.subscription.updated',
    'invoice.paid',
    'invoice.paid',
  ]);
  expect(await kinds({ types, created: { gte: middle } }, seller)).toHaveLength(3);
  expect(await kinds({ types, created: { lt: middle } }, seller)).toHaveLength(3);
  expect(await kinds({ created: { lt: middle } })).toEqual(['customer.created']);
  expect(await kinds({ type: 'invoice.paid' })).toEqual([]);
  const times = (await stripe.events.list({ limit: 100 }, seller)).data.map(({ created }) => created);
  expect(times).toEqual(times.toSorted((one, other) => other - one));
  await play.sandbox.close();
});
