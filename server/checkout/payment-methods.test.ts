import { expect, test } from 'vitest';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { createAddedFields } from '#domain/checkout-page.ts';
import { DELAYED_METHODS } from '#domain/payment-methods.ts';
import { DAY_MS, HOUR_MS } from '#domain/time-units.ts';
import { checkoutAttempts, orders, sales } from '#server/db/schema-orders.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { pageVersions, providerAccounts } from '#server/db/schema-pages.ts';
import { monthlySales } from '#server/db/schema-plans.ts';
import { createPublicServices } from '#server/routes/public-services.ts';
import { advanceBusinessClock } from '#server/testing/dropped-events.ts';
import { getStripeAccountId } from '#server/testing/sold-orders.ts';
import { createTestApp, type TestApp, type TestSeller } from '#server/testing/test-app.ts';

const BUYER = { email: 'buyer@example.com', name: 'Bo Buyer' };
const EVERYTHING = { methods: 'stripe' as const, excluded: [] as string[], instantOnly: false };

async function turnOn(app: TestApp, seller: TestSeller, actions: readonly string[]): Promise<void> {
  const account = await getStripeAccountId(seller);
  for (const act of actions)
    await app.request(`/sandbox/dashboard/${account}/settings`, { method: 'POST', body: new URLSearchParams({ act }) });
}

/** A seller with every stand-in method of the sandbox, and a page that offers what its config says. */
async function createPage(config: Partial<CheckoutPageConfig> = {}, options: Parameters<typeof createTestApp>[0] = {}) {
  const bodies: string[] = [];
  const app = await createTestApp({
    wrapStripe: (next) => async (input, init) => {
      const request = new Request(input, init);
      const isSession = request.method === 'POST' && new URL(request.url).pathname === '/v1/checkout/sessions';
      if (isSession) bodies.push(decodeURIComponent(await request.clone().text()));
      return next(request);
    },
    ...options,
  });
  const seller = await app.signUpSeller();
  await seller.publishPage({ currency: 'EUR', payment: EVERYTHING, ...config }, 'taller');
  await turnOn(app, seller, ['ideal_on', 'klarna_on', 'multibanco_on', 'debits_on']);
  const start = async (input: object = {}) => {
    const { body } = await app.rpc('create-checkout-session', { slug: 'taller', ...input });
    return body;
  };
  const payBy = async (url: string, method: string, outcome = 'voucher_paid') => {
    const path = new URL(url).pathname;
    const post = (action: string, fields: Record<string, string>) =>
      app.request(`${path}${action}`, { method: 'POST', body: new URLSearchParams({ ...BUYER, ...fields }) });
    const started = await post('/method', { method, outcome });
    if (method === 'ideal' || method === 'klarna') await post('/bank', { action: 'complete', plan: 'later' });
    await app.waitUntilIdle();
    return started.status;
  };
  const listOrders = async () => (await seller.rpc('list-orders', {})).body.orders;
  return { app, seller, bodies, start, payBy, listOrders };
}

test('a page stored before payment methods existed asks for cards, in the same request as before', async () => {
  const { app, bodies, start } = await createPage({ payment: createAddedFields().payment });
  const [version] = await app.context.db.select().from(pageVersions);
  if (!version) throw new Error('The page has no version');
  const { payment: _, ...config } = version.config as CheckoutPageConfig;
  await app.context.db.update(pageVersions).set({ schema: 3, config: config as CheckoutPageConfig });
  await start();
  expect(bodies[0]).toContain('&allowed_payment_method_types[0]=card&adaptive_pricing[enabled]=false&');
  expect(bodies[0]).not.toContain('excluded_payment_method_types');
});

test('a page on everything offers what the account has turned on, and its orders say how they were paid', async () => {
  const { seller, app, bodies, start, payBy, listOrders } = await createPage();
  const { url } = await start();
  expect(bodies[0]).not.toContain('payment_method_types');
  const payPage = await (await app.request(new URL(url).pathname)).text();
  expect(payPage).toContain('Pay with Test iDEAL');
  await payBy(url, 'ideal');
  await app.payAtStripe((await start({ email: 'card@example.com' })).url);
  expect(await listOrders()).toMatchObject([
    { state: 'paid', paymentMethod: { type: 'card', brand: 'visa', last4: '4242' } },
    { state: 'paid', paymentMethod: { type: 'ideal', brand: null, last4: null } },
  ]);
  const { orders: found } = (await seller.rpc('list-orders', { paymentMethod: 'ideal' })).body;
  expect(found).toHaveLength(1);
  expect((await seller.rpc('list-order-choices', {})).body.paymentMethods).toEqual(['card', 'ideal']);
  const { rows } = (await seller.rpc('get-breakdown', { period: '7d', by: 'payment_method' })).body;
  expect(Object.fromEntries(rows.map(({ label, paid }) => [label, paid]))).toMatchObject({ Card: 1, iDEAL: 1 });
});

test('a subscription names the card of its first payment, and its renewals the method of the order', async () => {
  const { app, start, listOrders } = await createPage({ paymentType: 'subscription' });
  await app.payAtStripe((await start()).url);
  expect(await listOrders()).toMatchObject([{ paymentMethod: { type: 'card', brand: 'visa', last4: '4242' } }]);
  await advanceBusinessClock(app, 32 * DAY_MS);
  const rows = await app.context.db.select().from(sales);
  expect(rows.map(({ paymentMethod }) => paymentMethod)).toEqual(['card', 'card']);
});

test('with one piece in stock, no request can choose a delayed method, and 50 buyers get one order', async () => {
  const availability = { ...createAddedFields().availability, stock: 1 };
  const { app, bodies, payBy, start, listOrders } = await createPage({ availability });
  const results = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      start({ attempt: crypto.randomUUID(), email: `buyer-${index}@example.com` }),
    ),
  );
  const accepted = results.filter(({ url }) => url);
  expect(accepted).toHaveLength(1);
  const url = accepted[0]?.url ?? '';
  for (const type of DELAYED_METHODS) expect(bodies[0]).toContain(`]=${type}`);
  expect(await payBy(url, 'multibanco')).toBe(422);
  const debit = await app.request(`${new URL(url).pathname}/debit`, {
    method: 'POST',
    body: new URLSearchParams({ ...BUYER, bank: 'debit_succeeds' }),
  });
  expect([debit.status, await listOrders()]).toEqual([403, []]);
  await payBy(url, 'ideal');
  expect(await listOrders()).toMatchObject([{ state: 'paid' }]);
});

test('a voucher stays pending with its link, and is paid once, in the month in which its money arrives', async () => {
  const { app, seller, start, payBy, listOrders } = await createPage();
  const { url } = await start({ email: BUYER.email });
  await payBy(url, 'multibanco');
  const [attempt] = await app.context.db.select().from(checkoutAttempts);
  const paidOrder = () => createPublicServices(app.context).findPaidOrder(attempt?.id ?? '');
  const expiresAt = expect.stringMatching(/^\d{4}-/);
  expect(await paidOrder()).toMatchObject({
    state: 'pending',
    order: {
      pending: { paymentMethod: 'multibanco', url: expect.stringContaining('/sandbox/voucher/pi_'), expiresAt },
    },
  });
  const kinds = async () => (await app.context.db.select().from(outbox)).map(({ kind }) => kind);
  expect(await kinds()).toContain('order_pending');
  expect(await kinds()).not.toContain('receipt');
  expect(await app.context.db.select().from(monthlySales)).toEqual([]);
  await advanceBusinessClock(app, 3 * DAY_MS);
  await advanceBusinessClock(app, 5 * DAY_MS);
  expect(await listOrders()).toMatchObject([{ state: 'paid', received: 2900, paymentMethod: { type: 'multibanco' } }]);
  expect((await kinds()).filter((kind) => kind === 'receipt')).toHaveLength(1);
  const [sale] = await app.context.db.select().from(sales);
  const [month] = await app.context.db.select().from(monthlySales);
  expect(month?.month).toBe(sale?.paidAt.toISOString().slice(0, 7));
  const { id = '' } = (await listOrders())[0] ?? {};
  const { payments } = (await seller.rpc('get-order', { orderId: id })).body;
  const refund = { orderId: id, paymentId: payments[0]?.id ?? '', reason: 'duplicate' as const };
  const { body } = await seller.rpc('refund-order', { ...refund, request: crypto.randomUUID() });
  expect(body.order.refunds).toMatchObject([{ state: 'needs_buyer', amount: 2900 }]);
  await advanceBusinessClock(app, 2 * DAY_MS);
  expect((await seller.rpc('get-order', { orderId: id })).body.refunds).toMatchObject([{ state: 'succeeded' }]);
});

test('a voucher that expires fails its order, gives back what it reserved, and tells buyer and seller', async () => {
  const coupon = { code: 'ONCE', discount: 10, type: 'percentage' as const, limit: 1 };
  const { app, seller, start, payBy, listOrders } = await createPage({ enableCoupon: true, validCoupons: [coupon] });
  const { url } = await start({ email: BUYER.email, appliedCoupon: 'ONCE' });
  await payBy(url, 'multibanco', 'voucher_expires');
  const other = { email: 'other@example.com', appliedCoupon: 'ONCE', attempt: crypto.randomUUID() };
  expect((await start(other)).error?.code).toBe('coupon_used_up');
  await advanceBusinessClock(app, 8 * DAY_MS);
  expect(await listOrders()).toMatchObject([{ state: 'failed', received: 0 }]);
  expect((await start(other)).url).toBeTruthy();
  const mails = (await app.context.db.select().from(outbox)).map(({ kind, recipient }) => [kind, recipient]);
  expect(mails).toContainEqual(['payment_not_arrived', BUYER.email]);
  expect(mails).toContainEqual(['payment_not_arrived_notice', seller.email]);
});

test('for a method that Stripe cannot refund, the seller notes once that the money was returned elsewhere', async () => {
  const { app, seller, start, payBy, listOrders } = await createPage();
  await payBy((await start()).url, 'ideal');
  const orderId = (await listOrders())[0]?.id ?? '';
  expect((await seller.rpc('record-outside-refund', { orderId })).status).toBe(404);
  await app.context.db.update(orders).set({ paymentMethod: 'boleto' });
  await app.context.db.update(sales).set({ paymentMethod: 'boleto' });
  expect((await seller.rpc('get-order', { orderId })).body.payments).toMatchObject([{ refundable: 0 }]);
  await seller.rpc('record-outside-refund', { orderId });
  const { order } = (await seller.rpc('record-outside-refund', { orderId })).body;
  expect(order.events.filter(({ kind }) => kind === 'refunded_elsewhere')).toHaveLength(1);
  expect([order.state, order.refunded]).toEqual(['paid', 0]);
});

test('a redirect that fails leaves no order, and the buyer can still pay in another way', async () => {
  const { app, start, payBy, listOrders } = await createPage();
  const { url } = await start();
  const path = new URL(url).pathname;
  const post = (action: string, fields: Record<string, string>) =>
    app.request(`${path}${action}`, { method: 'POST', body: new URLSearchParams({ ...BUYER, ...fields }) });
  await post('/method', { method: 'ideal' });
  await post('/bank', { action: 'decline' });
  await app.waitUntilIdle();
  expect(await listOrders()).toEqual([]);
  await payBy(url, 'klarna');
  expect(await listOrders()).toMatchObject([{ state: 'paid', paymentMethod: { type: 'klarna' } }]);
});

/** In the order in which they are sent. */
const COUNTED_MAILS = ['order_pending', 'receipt', 'sale_notice', 'payment_not_arrived', 'payment_not_arrived_notice'];

test('records each delayed order once, with its emails, when its events arrive twice, shuffled and a day late', async () => {
  const captured: { url: string; init: RequestInit & { body: string } }[] = [];
  const { app, start, payBy, listOrders } = await createPage(
    {},
    {
      wrapEventDelivery: () => async (url, init) => {
        captured.push({ url, init });
        return { status: 200 };
      },
    },
  );
  // It would import the events before they arrive.
  await app.workers.reconcile.close();
  const outcomes = ['voucher_paid', 'voucher_expires', 'voucher_paid'];
  for (const outcome of outcomes)
    await payBy((await start({ attempt: crypto.randomUUID() })).url, 'multibanco', outcome);
  await payBy((await start({ attempt: crypto.randomUUID() })).url, 'ideal');
  const { db } = app.context;
  const countMailsAfter = async (days: number) => {
    await advanceBusinessClock(app, days * DAY_MS + 26 * HOUR_MS);
    const events = captured.splice(0);
    const shuffled = events.toReversed().concat(events);
    await Promise.all(shuffled.map(({ url, init }) => app.request(url, init)));
    await app.waitUntilIdle();
    const kinds = (await db.select().from(outbox)).map(({ kind }) => kind);
    return COUNTED_MAILS.map((counted) => kinds.filter((kind) => kind === counted).length);
  };
  expect(await countMailsAfter(0)).toEqual([3, 1, 1, 0, 0]);
  // Vouchers are paid after three days and expire after seven.
  expect(await countMailsAfter(2)).toEqual([3, 3, 3, 0, 0]);
  expect(await countMailsAfter(3)).toEqual([3, 3, 3, 1, 1]);
  const states = (await listOrders()).map(({ state }) => state).toSorted();
  expect(states).toEqual(['failed', 'paid', 'paid', 'paid']);
  expect(await db.select().from(orders)).toHaveLength(4);
  expect(await db.select().from(sales)).toHaveLength(3);
});

test('the page names what the account has, the list is read once an hour, and a refusal only hides it', async () => {
  let reads = 0;
  let isRefused = false;
  const { app, seller } = await createPage(
    {},
    {
      wrapStripe: (next) => async (input, init) => {
        const request = new Request(input, init);
        if (new URL(request.url).pathname !== '/v1/payment_method_configurations') return next(request);
        reads += 1;
        const error = { type: 'invalid_request_error', message: 'The key lacks a permission.' };
        return isRefused ? Response.json({ error }, { status: 403 }) : next(request);
      },
    },
  );
  const named = async () => {
    const found = await createPublicServices(app.context).findPage('taller');
    return found.kind === 'page' ? found.page.paymentMethods : null;
  };
  const connection = async () => (await seller.rpc('get-connection', {})).body.paymentMethods;
  const passAnHour = () =>
    app.context.db.update(providerAccounts).set({ paymentMethodsCheckedAt: new Date(Date.now() - 61 * 60_000) });
  await passAnHour();
  const before = reads;
  expect((await connection())?.on).toContain('card');
  await connection();
  expect(reads - before).toBe(1);
  await turnOn(app, seller, ['klarna_off']);
  await passAnHour();
  expect((await connection())?.on).not.toContain('klarna');
  expect(await named()).not.toContain('klarna');
  isRefused = true;
  await passAnHour();
  expect([await connection(), await named()]).toEqual([null, null]);
  expect((await app.rpc('create-checkout-session', { slug: 'taller' })).status).toBe(200);
});
