import type Stripe from 'stripe';
import { expect, test } from 'vitest';

import {
  getError,
  idOf,
  getPage,
  openFixture,
  createSeller,
  orderParams,
  postForm,
  type SandboxFixture,
  listObjectTypes,
} from '../testing/sandbox-fixture.ts';

const DAY_MS = 24 * 3600_000;
const CARDS_ONLY = { allowed_payment_method_types: ['card' as const] };

const debitForm = (tag: string) => ({ email: 'buyer@example.com', name: 'Bo Buyer', bank: tag });

const openDebitSeller = async (fixture: SandboxFixture): Promise<{ stripeAccount: string }> => {
  const seller = await createSeller(fixture);
  await postForm(fixture.sandbox, `/dashboard/${seller.stripeAccount}/settings`, { act: 'debits_always' });
  return seller;
};

/** Opens an order paid by bank debit, as the app sees it. */
const openDebitFixture = async (tag: string) => {
  const fixture = openFixture();
  const { sandbox, stripe } = fixture;
  const seller = await openDebitSeller(fixture);
  const created = await stripe.checkout.sessions.create(orderParams(CARDS_ONLY), seller);
  const response = await postForm(sandbox, `/pay/${created.id}/debit`, debitForm(tag));
  const session = async (): Promise<Stripe.Checkout.Session> =>
    stripe.checkout.sessions.retrieve(created.id, { expand: ['payment_intent.latest_charge'] }, seller);
  const advanceClock = (milliseconds: number): void =>
    sandbox.clock.moveTo(new Date(sandbox.now().getTime() + milliseconds));
  const listEventTypes = async (): Promise<string[]> => {
    await sandbox.waitForDeliveries();
    return fixture.eventTypes();
  };
  return {
    fixture,
    sandbox,
    stripe,
    seller,
    made: created,
    response,
    session,
    advanceClock,
    listEventTypes,
  };
};

test('offers bank debits when the seller accepts them and the session allows them', async () => {
  const fixture = openFixture();
  const { sandbox, stripe } = fixture;
  const seller = await createSeller(fixture);
  const listOfferedMethods = async (overrides: Partial<Stripe.Checkout.SessionCreateParams> = {}) => {
    const session = await stripe.checkout.sessions.create(orderParams(overrides), seller);
    const html = await (await getPage(sandbox, session.url ?? '')).text();
    return [session.payment_method_types.join(), html.includes('Pay by bank debit')];
  };
  const [both, card] = [
    ['card,us_bank_account', true],
    ['card', false],
  ];
  expect(await listOfferedMethods()).toEqual(card);
  const withDebits = { allowed_payment_method_types: ['card' as const, 'us_bank_account' as const] };
  expect(await listOfferedMethods(withDebits)).toEqual(card);
  await postForm(sandbox, `/dashboard/${seller.stripeAccount}/settings`, { act: 'debits_on' });
  expect(await listOfferedMethods()).toEqual(both);
  expect(await listOfferedMethods(withDebits)).toEqual(both);
  expect(await listOfferedMethods(CARDS_ONLY)).toEqual(card);
  await postForm(sandbox, `/dashboard/${seller.stripeAccount}/settings`, { act: 'debits_always' });
  expect(await listOfferedMethods(CARDS_ONLY)).toEqual(both);
  expect(await listOfferedMethods({ excluded_payment_method_types: ['us_bank_account'] })).toEqual(card);
  expect(await listOfferedMethods({ mode: 'subscription' })).toEqual(card);
  await postForm(sandbox, `/dashboard/${seller.stripeAccount}/settings`, { act: 'debits_off' });
  expect(await listOfferedMethods(CARDS_ONLY)).toEqual(card);
  await sandbox.close();
});

test('completes an order by debit at once and marks it as paid after three days', async () => {
  const fixture = await openDebitFixture('debit_succeeds');
  expect([fixture.response.status, fixture.response.headers.get('location')]).toEqual([
    303,
    `http://localhost:3000/success?session_id=${fixture.made.id}`,
  ]);
  expect(await fixture.session()).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
    customer_details: { email: 'buyer@example.com' },
    payment_intent: {
      status: 'processing',
      amount_received: 0,
      latest_charge: { status: 'pending', paid: false, balance_transaction: null },
    },
  });
  expect(await fixture.listEventTypes()).toEqual(
    expect.arrayContaining(['payment_intent.processing', 'charge.pending', 'checkout.session.completed']),
  );
  const refund = fixture.stripe.refunds.create(
    { payment_intent: idOf((await fixture.session()).payment_intent) },
    fixture.seller,
  );
  expect((await getError(refund)).statusCode).toBe(400);
  fixture.advanceClock(3 * DAY_MS);
  expect(await fixture.session()).toMatchObject({
    payment_status: 'paid',
    payment_intent: {
      status: 'succeeded',
      amount_received: 2900,
      latest_charge: {
        status: 'succeeded',
        paid: true,
        balance_transaction: expect.stringMatching(/^txn_/),
        payment_method_details: { type: 'us_bank_account', us_bank_account: { last4: '6789' } },
      },
    },
  });
  const eventTypes = await fixture.listEventTypes();
  expect(eventTypes.filter((type) => type.startsWith('checkout.session'))).toEqual([
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
  ]);
  expect(eventTypes).toEqual(expect.arrayContaining(['charge.succeeded', 'payment_intent.succeeded']));
  await fixture.sandbox.close();
});

test.each([
  ['debit_insufficient_funds', 'insufficient_funds'],
  ['debit_account_closed', 'account_closed'],
])('fails a debit from an account like %s after three days', async (tag, code) => {
  const fixture = await openDebitFixture(tag);
  fixture.advanceClock(3 * DAY_MS - 1000);
  expect(await fixture.session()).toMatchObject({ payment_intent: { status: 'processing' } });
  fixture.advanceClock(2000);
  expect(await fixture.session()).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
    payment_intent: {
      status: 'requires_payment_method',
      last_payment_error: { code },
      latest_charge: { status: 'failed', paid: false, failure_code: code, amount_captured: 0 },
    },
  });
  const eventTypes = await fixture.listEventTypes();
  expect(eventTypes).toEqual(
    expect.arrayContaining(['charge.failed', 'payment_intent.payment_failed', 'checkout.session.async_payment_failed']),
  );
  expect(eventTypes).not.toContain('checkout.session.async_payment_succeeded');
  await fixture.sandbox.close();
});

test("resolves a debit from the seller's dashboard once", async () => {
  const fixture = await openDebitFixture('debit_succeeds');
  const { sandbox, seller, stripe } = fixture;
  const [charge] = (await stripe.charges.list({}, seller)).data;
  const dashboard = `/dashboard/${seller.stripeAccount}`;
  expect(await (await getPage(sandbox, dashboard)).text()).toContain('Mark as succeeded');
  const resolveDebit = (name: string) => postForm(sandbox, `${dashboard}/charges/${charge?.id}/debit`, { act: name });
  expect((await resolveDebit('fail')).status).toBe(303);
  expect(await fixture.session()).toMatchObject({ payment_status: 'unpaid' });
  expect((await resolveDebit('settle')).status).toBe(422);
  fixture.advanceClock(4 * DAY_MS);
  expect((await stripe.charges.list({}, seller)).data).toMatchObject([{ status: 'failed' }]);
  expect((await fixture.listEventTypes()).filter((type) => type.includes('async_payment'))).toEqual([
    'checkout.session.async_payment_failed',
  ]);
  await sandbox.close();
});

test('shows missing fields of the form and creates no order', async () => {
  const fixture = openFixture();
  const { sandbox, stripe } = fixture;
  const seller = await openDebitSeller(fixture);
  const created = await stripe.checkout.sessions.create(orderParams(CARDS_ONLY), seller);
  const response = await postForm(sandbox, `/pay/${created.id}/debit`, {
    email: 'no',
    name: '',
    bank: 'mine',
  });
  const html = await response.text();
  expect(response.status).toBe(422);
  for (const message of ['Enter your email address.', 'Enter the name on the account.', 'Choose an account.'])
    expect(html).toContain(message);
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids).toEqual([...new Set(ids)]);
  expect((await stripe.checkout.sessions.retrieve(created.id, undefined, seller)).status).toBe('open');
  await sandbox.close();
});

test('returns every required and nullable key for the objects of a bank debit', async () => {
  const fixture = await openDebitFixture('debit_succeeds');
  fixture.advanceClock(3 * DAY_MS);
  const payment_intent = idOf((await fixture.session()).payment_intent);
  await fixture.stripe.refunds.create({ payment_intent }, fixture.seller);
  const expand = ['payment_intent.payment_method', 'payment_intent.latest_charge'];
  const retrieved = await fixture.stripe.checkout.sessions.retrieve(fixture.made.id, { expand }, fixture.seller);
  await fixture.sandbox.waitForDeliveries();
  const objectTypes = listObjectTypes([retrieved, fixture.fixture.received.map(({ event }) => event)]);
  expect(objectTypes).toEqual(expect.arrayContaining(['charge', 'payment_method', 'refund']));
  await fixture.sandbox.close();
});
