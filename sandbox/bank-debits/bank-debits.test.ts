import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { failure, idOf, look, openRehearsal, openSeller, order, post, type Rehearsal } from '../rehearsal.ts';
import { kindsIn } from '../object-kinds.ts';

const day = 24 * 3600_000;
const cardsOnly = { allowed_payment_method_types: ['card' as const] };

const debit = (tag: string) => ({ email: 'buyer@example.com', name: 'Bo Buyer', bank: tag });

const openTaking = async (rehearsal: Rehearsal): Promise<{ stripeAccount: string }> => {
  const seller = await openSeller(rehearsal);
  await post(rehearsal.sandbox, `/dashboard/${seller.stripeAccount}/settings`, { act: 'debits_always' });
  return seller;
};

/** Opens an order paid by bank debit, as the app sees it. */
const openOrdered = async (tag: string) => {
  const rehearsal = openRehearsal();
  const { sandbox, stripe } = rehearsal;
  const seller = await openTaking(rehearsal);
  const made = await stripe.checkout.sessions.create(order(cardsOnly), seller);
  const answer = await post(sandbox, `/pay/${made.id}/debit`, debit(tag));
  const session = async (): Promise<Stripe.Checkout.Session> =>
    stripe.checkout.sessions.retrieve(made.id, { expand: ['payment_intent.latest_charge'] }, seller);
  const pass = (milliseconds: number): void =>
    sandbox.clock.moveTo(new Date(sandbox.now().getTime() + milliseconds));
  const told = async (): Promise<string[]> => {
    await sandbox.settled();
    return rehearsal.types();
  };
  return { rehearsal, sandbox, stripe, seller, made, answer, session, pass, told };
};

test('offers bank debits when the seller accepts them and the session allows them', async () => {
  const rehearsal = openRehearsal();
  const { sandbox, stripe } = rehearsal;
  const seller = await openSeller(rehearsal);
  const offered = async (change: Partial<Stripe.Checkout.SessionCreateParams> = {}) => {
    const session = await stripe.checkout.sessions.create(order(change), seller);
    const words = await (await look(sandbox, session.url ?? '')).text();
    return [session.payment_method_types.join(), words.includes('Pay by bank debit')];
  };
  const [both, card] = [
    ['card,us_bank_account', true],
    ['card', false],
  ];
  expect(await offered()).toEqual(card);
  const withDebits = { allowed_payment_method_types: ['card' as const, 'us_bank_account' as const] };
  expect(await offered(withDebits)).toEqual(card);
  await post(sandbox, `/dashboard/${seller.stripeAccount}/settings`, { act: 'debits_on' });
  expect(await offered()).toEqual(both);
  expect(await offered(withDebits)).toEqual(both);
  expect(await offered(cardsOnly)).toEqual(card);
  await post(sandbox, `/dashboard/${seller.stripeAccount}/settings`, { act: 'debits_always' });
  expect(await offered(cardsOnly)).toEqual(both);
  expect(await offered({ excluded_payment_method_types: ['us_bank_account'] })).toEqual(card);
  expect(await offered({ mode: 'subscription' })).toEqual(card);
  await post(sandbox, `/dashboard/${seller.stripeAccount}/settings`, { act: 'debits_off' });
  expect(await offered(cardsOnly)).toEqual(card);
  await sandbox.close();
});

test('completes an order by debit at once and marks it as paid after three days', async () => {
  const play = await openOrdered('debit_succeeds');
  expect([play.answer.status, play.answer.headers.get('location')]).toEqual([
    303,
    `http://localhost:3000/success?session_id=${play.made.id}`,
  ]);
  expect(await play.session()).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
    customer_details: { email: 'buyer@example.com' },
    payment_intent: {
      status: 'processing',
      amount_received: 0,
      latest_charge: { status: 'pending', paid: false, balance_transaction: null },
    },
  });
  expect(await play.told()).toEqual(
    expect.arrayContaining(['payment_intent.processing', 'charge.pending', 'checkout.session.completed']),
  );
  const refund = play.stripe.refunds.create(
    { payment_intent: idOf((await play.session()).payment_intent) },
    play.seller,
  );
  expect((await failure(refund)).statusCode).toBe(400);
  play.pass(3 * day);
  expect(await play.session()).toMatchObject({
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
  const told = await play.told();
  expect(told.filter((type) => type.startsWith('checkout.session'))).toEqual([
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
  ]);
  expect(told).toEqual(expect.arrayContaining(['charge.succeeded', 'payment_intent.succeeded']));
  await play.sandbox.close();
});

test.each([
  ['debit_insufficient_funds', 'insufficient_funds'],
  ['debit_account_closed', 'account_closed'],
])('fails a debit from an account like %s after three days', async (tag, code) => {
  const play = await openOrdered(tag);
  play.pass(3 * day - 1000);
  expect(await play.session()).toMatchObject({ payment_intent: { status: 'processing' } });
  play.pass(2000);
  expect(await play.session()).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
    payment_intent: {
      status: 'requires_payment_method',
      last_payment_error: { code },
      latest_charge: { status: 'failed', paid: false, failure_code: code, amount_captured: 0 },
    },
  });
  const told = await play.told();
  expect(told).toEqual(
    expect.arrayContaining([
      'charge.failed',
      'payment_intent.payment_failed',
      'checkout.session.async_payment_failed',
    ]),
  );
  expect(told).not.toContain('checkout.session.async_payment_succeeded');
  await play.sandbox.close();
});

test("resolves a debit from the seller's dashboard once", async () => {
  const play = await openOrdered('debit_succeeds');
  const { sandbox, seller, stripe } = play;
  const [charge] = (await stripe.charges.list({}, seller)).data;
  const dashboard = `/dashboard/${seller.stripeAccount}`;
  expect(await (await look(sandbox, dashboard)).text()).toContain('Let it come in');
  const act = (name: string) => post(sandbox, `${dashboard}/charges/${charge?.id}/debit`, { act: name });
  expect((await act('fail')).status).toBe(303);
  expect(await play.session()).toMatchObject({ payment_status: 'unpaid' });
  expect((await act('settle')).status).toBe(422);
  play.pass(4 * day);
  expect((await stripe.charges.list({}, seller)).data).toMatchObject([{ status: 'failed' }]);
  expect((await play.told()).filter((type) => type.includes('async_payment'))).toEqual([
    'checkout.session.async_payment_failed',
  ]);
  await sandbox.close();
});

test('shows missing fields of the form and creates no order', async () => {
  const rehearsal = openRehearsal();
  const { sandbox, stripe } = rehearsal;
  const seller = await openTaking(rehearsal);
  const made = await stripe.checkout.sessions.create(order(cardsOnly), seller);
  const answer = await post(sandbox, `/pay/${made.id}/debit`, { email: 'no', name: '', bank: 'mine' });
  const words = await answer.text();
  expect(answer.status).toBe(422);
  for (const problem of [
    'Enter your e-mail address.',
    'Enter the name on the account.',
    'Choose an account.',
  ])
    expect(words).toContain(problem);
  const ids = [...words.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids).toEqual([...new Set(ids)]);
  expect((await stripe.checkout.sessions.retrieve(made.id, undefined, seller)).status).toBe('open');
  await sandbox.close();
});

test('returns every required and nullable key for the objects of a bank debit', async () => {
  const play = await openOrdered('debit_succeeds');
  play.pass(3 * day);
  const payment_intent = idOf((await play.session()).payment_intent);
  await play.stripe.refunds.create({ payment_intent }, play.seller);
  const expand = ['payment_intent.payment_method', 'payment_intent.latest_charge'];
  const seen = await play.stripe.checkout.sessions.retrieve(play.made.id, { expand }, play.seller);
  await play.sandbox.settled();
  const found = kindsIn([seen, play.rehearsal.received.map(({ event }) => event)]);
  expect(found).toEqual(expect.arrayContaining(['charge', 'payment_method', 'refund']));
  await play.sandbox.close();
});
