import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { type CustomerSort, MAX_NOTE_LENGTH } from '#domain/customer.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';
import { MINUTE_MS } from '#domain/time-units.ts';
import { buyerSubscriptions, orderEvents } from '#server/db/schema-ledger.ts';
import { checkoutAttempts, customerNotes, emailOptOuts, orders, sales } from '#server/db/schema-orders.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { auditEntries } from '#server/db/schema-protection.ts';
import { deliveryAttempts, webhookDeliveries, webhookEvents } from '#server/db/schema-webhooks.ts';
import { sellerIdOf } from '#server/testing/seller-plans.ts';
import { buyPage, createSoldOrder, insertOrders, refundNewest, type SoldOrder } from '#server/testing/sold-orders.ts';

type ListBody = RpcContract['list-customers']['body'];

async function listCustomers({ seller }: SoldOrder, body: ListBody = {}) {
  const { status, body: answer } = await seller.rpc('list-customers', body);
  expect(status).toBe(200);
  return answer;
}

const listEmails = async (soldOrder: SoldOrder, body: ListBody = {}) =>
  (await listCustomers(soldOrder, body)).customers.map(({ email }) => email);

const AIKO = { email: 'Aiko@Kiln.example', buyerName: 'Aiko Lindqvist', country: 'SE' };

test('groups orders by email address in any case and sums them per currency', async () => {
  const soldOrder = await createSoldOrder({}, {}, { email: 'aiko@kiln.example', name: 'Aiko' });
  const { createdAt, received } = await soldOrder.detail();
  const later = new Date(Date.parse(createdAt) + MINUTE_MS);
  await insertOrders(soldOrder, [
    { ...AIKO, createdAt: later, received, refunded: 400 },
    { ...AIKO, createdAt: later, currency: 'EUR', received: 700, refunded: 0, buyerName: '' },
    { email: 'bo@kiln.example', buyerName: 'Bo', createdAt: later },
    { email: null, buyerName: null },
  ]);
  const { customers, count, any } = await listCustomers(soldOrder, { search: 'AIKO' });
  expect([count, any]).toEqual([1, true]);
  expect(customers).toEqual([
    {
      id: soldOrder.orderId,
      email: 'Aiko@Kiln.example',
      name: 'Aiko Lindqvist',
      country: 'SE',
      orderCount: 3,
      activeSubscriptions: 0,
      totals: [
        { currency: 'USD', count: 2, received: 2 * received, refunded: 400, lost: 0, net: 2 * received - 400 },
        { currency: 'EUR', count: 1, received: 700, refunded: 0, lost: 0, net: 700 },
      ],
      firstOrderAt: createdAt,
      lastOrderAt: later.toISOString(),
      updatedAt: expect.stringMatching(/Z$/) as string,
    },
  ]);
  expect((await listCustomers(soldOrder)).count).toBe(2);
});

test('finds parts of email addresses and names in one order and treats nothing as syntax', async () => {
  const soldOrder = await createSoldOrder();
  await insertOrders(soldOrder, [AIKO, { email: 'bo_b@kiln.example', buyerName: 'Bo % Berg' }]);
  const find = (search: string) => listEmails(soldOrder, { search });
  expect(await find('kiln.ex')).toHaveLength(2);
  expect(await find('LIND aiko@')).toEqual([AIKO.email]);
  expect(await find('lind bo')).toEqual([]);
  expect(await find('o_b')).toEqual(['bo_b@kiln.example']);
  expect(await find('%')).toEqual(['bo_b@kiln.example']);
  expect(await find('   ')).toHaveLength(3);
  for (const search of ["');drop table orders;--", '\\', '\0', '\ud800', '(', ':*']) await find(search);
});

test('sorts customers, and later pages stay the same while orders arrive', async () => {
  const soldOrder = await createSoldOrder({}, {}, { email: 'first@kiln.example', name: 'Zoe' });
  const { createdAt } = await soldOrder.detail();
  const at = (minutes: number) => new Date(Date.parse(createdAt) + minutes * MINUTE_MS);
  await insertOrders(soldOrder, [
    { email: 'second@kiln.example', buyerName: 'Mia', createdAt: at(1) },
    { email: 'second@kiln.example', buyerName: 'Mia', createdAt: at(2) },
    { email: 'third@kiln.example', buyerName: 'Ann', createdAt: at(3) },
    { email: 'first@kiln.example', buyerName: 'Zoe', createdAt: at(4) },
    { email: 'second@kiln.example', buyerName: 'Mia', createdAt: at(2) },
  ]);
  const order = async (sort: CustomerSort) =>
    (await listEmails(soldOrder, { sort })).map((email) => email.split('@')[0]);
  expect(await order('recent')).toEqual(['first', 'third', 'second']);
  expect(await order('newest')).toEqual(['third', 'second', 'first']);
  expect(await order('orders')).toEqual(['second', 'first', 'third']);
  expect(await order('name')).toEqual(['third', 'second', 'first']);
  // Only the first order has a payment.
  expect(await order('spent')).toEqual(['first', 'third', 'second']);

  await insertOrders(
    soldOrder,
    Array.from({ length: 58 }, (_, index) => ({ email: `n${index}@kiln.example`, createdAt: at(10 + index) })),
  );
  const { upTo, pages } = await listCustomers(soldOrder);
  await insertOrders(soldOrder, [{ email: 'late@kiln.example', createdAt: at(900) }]);
  const [firstPage, secondPage] = [
    await listCustomers(soldOrder, { upTo }),
    await listCustomers(soldOrder, { upTo, page: 2 }),
  ];
  expect([pages, firstPage.count, firstPage.customers.length, secondPage.customers.length]).toEqual([2, 61, 50, 11]);
  expect(new Set([...firstPage.customers, ...secondPage.customers].map(({ id }) => id)).size).toBe(61);
  expect(await listCustomers(soldOrder, { upTo, page: 9 })).toMatchObject({ customers: [], count: 61, pages: 2 });
});

test('shows a customer with orders, subscriptions and emails by the id of any order', async () => {
  const soldOrder = await createSoldOrder({}, {}, { email: 'aiko@kiln.example', name: 'Aiko' });
  const { app, seller, orderId } = soldOrder;
  await seller.publishPage({ paymentType: 'subscription', productName: 'Club', price: '9' }, 'club');
  await buyPage(app, 'club', { email: 'Aiko@Kiln.example', name: 'Aiko Lindqvist' });
  const [newest] = (await seller.rpc('list-orders', {})).body.orders;
  const { status, body: customer } = await seller.rpc('get-customer', { customerId: newest?.id ?? '' });
  expect(status).toBe(200);
  expect(customer).toMatchObject({
    id: orderId,
    name: 'Aiko Lindqvist',
    orderCount: 2,
    activeSubscriptions: 1,
    orders: [{ number: 2 }, { number: 1 }],
    subscriptions: [{ productName: 'Club', state: 'active', orderNumber: 2 }],
    hasMoreEmails: false,
    emailBounces: false,
    note: null,
  });
  expect(customer.emails.map(({ kind, orderNumber }) => [kind, orderNumber])).toEqual([
    ['receipt', 2],
    ['receipt', 1],
  ]);
  expect((await soldOrder.detail()).customerId).toBe(orderId);
  const otherSeller = await app.signUpSeller();
  for (const customerId of [orderId, crypto.randomUUID()])
    for (const name of ['get-customer', 'export-customer'] as const)
      expect((await otherSeller.rpc(name, { customerId })).body['error']).toMatchObject({ code: 'not_found' });
  expect((await otherSeller.rpc('list-customers', {})).body).toMatchObject({ customers: [], count: 0, any: false });
});

test('keeps one note per customer, and an empty text deletes it', async () => {
  const soldOrder = await createSoldOrder({}, {}, { email: 'aiko@kiln.example' });
  const { seller, orderId: customerId } = soldOrder;
  const [otherOrderId = ''] = await insertOrders(soldOrder, [AIKO]);
  const save = (text: string, id = customerId) => seller.rpc('save-customer-note', { customerId: id, text });
  const readNote = async () => (await seller.rpc('get-customer', { customerId })).body.note?.text ?? null;
  await save(' Prefers\r\nemail \0 ');
  expect(await readNote()).toBe('Prefers\nemail');
  await save('Second', otherOrderId);
  expect(await readNote()).toBe('Second');
  expect((await save('x'.repeat(MAX_NOTE_LENGTH + 1))).status).toBe(400);
  expect((await save(' \n ')).body.note).toBeNull();
  expect(await readNote()).toBeNull();
  const intruder = await soldOrder.app.signUpSeller();
  expect((await intruder.rpc('save-customer-note', { customerId, text: 'x' })).status).toBe(404);
});

test('exports every customer once as CSV, with safe cells and a column per currency', async () => {
  const soldOrder = await createSoldOrder({}, {}, { email: 'aiko@kiln.example', name: '=cmd|"/C calc"!A0' });
  await insertOrders(soldOrder, [
    { email: 'bo@kiln.example', buyerName: 'Bo', currency: 'EUR', received: 700, refunded: 0 },
    ...Array.from({ length: 2600 }, (_, index) => ({ email: `n${index}@kiln.example` })),
  ]);
  const first = (await soldOrder.seller.rpc('export-customers', {})).body;
  expect([first.customers, first.currencies]).toEqual([2500, ['USD', 'EUR']]);
  await insertOrders(soldOrder, [{ email: 'late@kiln.example' }]);
  const { next, upTo, currencies } = first;
  const second = (await soldOrder.seller.rpc('export-customers', { after: next ?? 0, upTo, currencies })).body;
  expect([second.customers, second.next]).toEqual([102, null]);
  const lines = (first.lines + second.lines).split('\r\n').slice(0, -1);
  expect(lines[0]).toBe(
    '\ufeffEmail,Name,Country,Orders,Active subscriptions,First order (UTC),Latest order (UTC),Spent USD,Spent EUR',
  );
  expect(lines[1]).toContain('"\'=cmd|""/C calc""!A0"');
  expect(lines[2]).toMatch(/^"bo@kiln\.example","Bo",.*,1,0,.*,,7\.00$/);
  expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(2603);
  const searched = (await soldOrder.seller.rpc('export-customers', { search: 'bo@' })).body;
  expect(searched.customers).toBe(1);
  const fromStart = (await soldOrder.seller.rpc('export-customers', { search: 'bo@', after: 0 })).body;
  expect(fromStart.lines).toBe(searched.lines);
  const entries = await soldOrder.app.context.db.select().from(auditEntries);
  expect(entries.filter(({ action }) => action === 'customers_exported')).toHaveLength(3);
});

const answerWith = (value: string) => ({ id: 'studio', kind: 'short' as const, label: 'Studio', value });

/** A customer with two orders, an unfinished checkout, answers, a note, declined emails and delivered webhooks. */
async function createKnownCustomer() {
  const soldOrder = await createSoldOrder(
    { productName: 'Throwing' },
    {},
    { email: 'aiko@kiln.example', name: 'Aiko' },
  );
  const { app, seller, orderId } = soldOrder;
  const { db } = app.context;
  await seller.rpc('create-webhook-endpoint', { url: 'https://hooks.example.com/in' });
  await buyPage(app, 'taller', { email: 'AIKO@kiln.example', name: 'Aiko' });
  await app.rpc('create-checkout-session', { slug: 'taller', email: 'Aiko@Kiln.example' });
  const returnTo = 'https://studio.example/thanks?name=Aiko';
  await db.update(checkoutAttempts).set({ answers: [answerWith('Aiko Pottery')], returnTo });
  const sellerId = await sellerIdOf(app, seller);
  const declined = { mode: app.context.mode, sellerId, email: 'aiko@kiln.example', createdAt: app.context.now() };
  await db.insert(emailOptOuts).values(declined);
  await seller.rpc('save-customer-note', { customerId: orderId, text: 'Aiko likes celadon' });
  const deliveries = await db.select().from(webhookDeliveries);
  const response = { responseHeaders: [], responseBody: 'Thanks for Aiko', isResponseTruncated: false };
  await db.insert(deliveryAttempts).values(
    deliveries.map(({ id: deliveryId, createdAt: at }) => ({
      ...response,
      id: crypto.randomUUID(),
      deliveryId,
      at,
      durationMs: 9,
      requestHeaders: [],
    })),
  );
  return soldOrder;
}

test('exports everything about one person', async () => {
  const { app, seller, orderId: customerId } = await createKnownCustomer();
  const { status, body } = await seller.rpc('export-customer', { customerId });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    format: 'tillwright-customer',
    customer: { id: customerId, email: 'AIKO@kiln.example', name: 'Aiko' },
    note: { text: 'Aiko likes celadon' },
    emailsDeclinedAt: expect.any(String) as string,
    orders: [
      { number: 2, answers: [{ value: 'Aiko Pottery' }], payments: [{ renewal: false }], agreement: {} },
      { number: 1, productName: 'Throwing' },
    ],
    emails: [{ kind: 'receipt' }, { kind: 'receipt' }],
    unfinishedCheckouts: [{ page: 'taller', email: 'Aiko@Kiln.example' }],
  });
  app.advance(6 * MINUTE_MS);
  for (const name of ['export-customer', 'export-customers', 'delete-customer'] as const) {
    const input = {
      'export-customer': { customerId },
      'export-customers': {},
      'delete-customer': { customerId, email: '' },
    };
    expect((await seller.rpc(name, input[name] as never)).body.error?.code).toBe('confirmation_needed');
  }
});

test('deletes the personal data of one person everywhere and keeps the orders', async () => {
  const soldOrder = await createKnownCustomer();
  const { app, seller, orderId: customerId } = soldOrder;
  const { db } = app.context;
  const [otherOrderId = ''] = await insertOrders(soldOrder, [{ email: 'other@kiln.example', buyerName: 'Aikon' }]);
  const [other] = await db.select().from(orders).where(eq(orders.id, otherOrderId));
  await db
    .update(checkoutAttempts)
    .set({ answers: [answerWith('Another pottery')], returnTo: null })
    .where(eq(checkoutAttempts.id, other?.attemptId ?? ''));
  const findPerson = async () => {
    const tables = [
      orders,
      checkoutAttempts,
      outbox,
      webhookEvents,
      deliveryAttempts,
      customerNotes,
      emailOptOuts,
      orderEvents,
      auditEntries,
    ];
    const rows = await Promise.all(tables.map((table) => db.select().from(table as typeof orders)));
    return rows.map((list) => list.filter((row) => /aiko(?!n)/i.test(JSON.stringify(row))).length);
  };
  expect((await findPerson()).filter((count) => count > 0)).toHaveLength(7);
  const wrong = await seller.rpc('delete-customer', { customerId, email: 'other@kiln.example' });
  expect(wrong.body.error?.code).toBe('customer_email_differs');
  const before = await db.select().from(sales);
  expect((await seller.rpc('delete-customer', { customerId, email: ' aiko@KILN.example ' })).status).toBe(200);
  expect(await findPerson()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect(await db.select().from(sales)).toEqual(before);

  const list = (await seller.rpc('list-orders', {})).body.orders.toSorted((a, b) => b.number - a.number);
  expect(list.map(({ email, buyerName, anonymized }) => [email, buyerName, anonymized])).toEqual([
    ['other@kiln.example', 'Aikon', false],
    [null, null, true],
    [null, null, true],
  ]);
  const attempts = await db.select().from(checkoutAttempts);
  expect(attempts.filter(({ answers }) => answers.length > 0)).toHaveLength(1);
  expect(list[2]).toMatchObject({ state: 'paid', received: before[0]?.amount, productName: 'Throwing' });
  expect((await seller.rpc('list-orders', { search: 'throwing' })).body.count).toBe(3);
  expect((await seller.rpc('get-customer', { customerId })).status).toBe(404);
  const entries = await db.select().from(auditEntries).where(eq(auditEntries.action, 'customer_deleted'));
  expect(entries).toMatchObject([{ actor: 'seller', subject: customerId, facts: { orders: 2 } }]);

  // A later change at Stripe does not bring the data back and causes no email to the buyer.
  await refundNewest(app, seller, '1.00');
  expect((await findPerson())[0]).toBe(0);
  expect((await db.select().from(outbox)).filter(({ kind }) => kind === 'refund_made')).toEqual([]);
});

test('does not delete the data of a customer with a running subscription', async () => {
  const soldOrder = await createSoldOrder(
    { paymentType: 'subscription', price: '9' },
    {},
    { email: 'aiko@kiln.example' },
  );
  const { seller, orderId: customerId, app } = soldOrder;
  const deleteData = () => seller.rpc('delete-customer', { customerId, email: 'aiko@kiln.example' });
  expect((await deleteData()).body.error?.code).toBe('customer_subscribed');
  await app.context.db.update(buyerSubscriptions).set({ status: 'canceled', endedAt: app.context.now() });
  expect((await deleteData()).status).toBe(200);
});
