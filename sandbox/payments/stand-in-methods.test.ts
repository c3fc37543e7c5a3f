import { expect, test } from 'vitest';

import {
  createSeller,
  getError,
  getPage,
  idOf,
  openFixture,
  orderParams,
  postForm,
  type SandboxFixture,
} from '../testing/sandbox-fixture.ts';

const DAY_MS = 24 * 3600_000;
const BUYER = { email: 'buyer@example.com', name: 'Bo Buyer' };

/** Opens a seller whose account has these methods turned on, with one session. */
async function openSession(fixture: SandboxFixture, methods: readonly string[], overrides = {}) {
  const seller = await createSeller(fixture);
  for (const method of methods)
    await postForm(fixture.sandbox, `/dashboard/${seller.stripeAccount}/settings`, { act: `${method}_on` });
  const { id, payment_method_types: types } = await fixture.stripe.checkout.sessions.create(
    orderParams(overrides),
    seller,
  );
  const retrieve = () =>
    fixture.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] }, seller);
  const advanceClock = (ms: number) => fixture.sandbox.clock.moveTo(new Date(fixture.sandbox.now().getTime() + ms));
  return { id, types, seller, retrieve, advanceClock };
}

const payBy = (fixture: SandboxFixture, id: string, method: string, fields: Record<string, string> = {}) =>
  postForm(fixture.sandbox, `/pay/${id}/method`, { ...BUYER, method, ...fields });

test('offers the methods that the account has turned on, unless the session filters or excludes them', async () => {
  const fixture = openFixture();
  const all = ['ideal', 'klarna', 'multibanco'];
  const typesOf = async (overrides = {}) => (await openSession(fixture, all, overrides)).types;
  expect(await typesOf()).toEqual(['card', ...all]);
  expect(await typesOf({ allowed_payment_method_types: ['card'] })).toEqual(['card']);
  expect(await typesOf({ excluded_payment_method_types: ['multibanco', 'card'] })).toEqual(['ideal', 'klarna']);
  expect(await typesOf({ mode: 'subscription' })).toEqual(['card']);
  const { stripe } = fixture;
  const { seller } = await openSession(fixture, ['ideal']);
  const { data } = await stripe.paymentMethodConfigurations.list({ limit: 10 }, seller);
  expect(data).toMatchObject([
    { application: 'ca_Sandbox', card: { available: true }, ideal: { available: true }, klarna: { available: false } },
  ]);
  await fixture.sandbox.close();
});

test('a redirect method is approved, fails, or is closed on the page of the bank', async () => {
  const fixture = openFixture();
  const { id, retrieve } = await openSession(fixture, ['ideal']);
  const started = await payBy(fixture, id, 'ideal');
  expect(started.headers.get('location')).toBe(`/sandbox/pay/${id}/bank`);
  const bank = await (await getPage(fixture.sandbox, `/pay/${id}/bank`)).text();
  expect([bank.includes('Approve payment'), bank.includes(`href="/sandbox/pay/${id}"`)]).toEqual([true, true]);
  const failed = await postForm(fixture.sandbox, `/pay/${id}/bank`, { action: 'decline' });
  expect([failed.status, await failed.text()]).toEqual([402, expect.stringContaining('The payment failed.')]);
  expect(await retrieve()).toMatchObject({ status: 'open', payment_status: 'unpaid' });
  await payBy(fixture, id, 'ideal');
  const approved = await postForm(fixture.sandbox, `/pay/${id}/bank`, { action: 'complete' });
  expect(approved.headers.get('location')).toContain('/success');
  expect(await retrieve()).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    payment_intent: { latest_charge: { payment_method_details: { type: 'ideal', ideal: { bank: 'ing' } } } },
  });
  await fixture.sandbox.close();
});

test('Klarna asks a question before it approves', async () => {
  const fixture = openFixture();
  const { id, retrieve } = await openSession(fixture, ['klarna']);
  await payBy(fixture, id, 'klarna');
  const question = await postForm(fixture.sandbox, `/pay/${id}/bank`, { action: 'complete' });
  expect(await question.text()).toContain('Choose when you want to pay.');
  await postForm(fixture.sandbox, `/pay/${id}/bank`, { action: 'complete', plan: 'later' });
  expect(await retrieve()).toMatchObject({ payment_status: 'paid' });
  await fixture.sandbox.close();
});

test('a voucher leads to its page and is paid after three days; its refund asks the buyer for an account', async () => {
  const fixture = openFixture();
  const { id, seller, retrieve, advanceClock } = await openSession(fixture, ['multibanco']);
  const started = await payBy(fixture, id, 'multibanco', { outcome: 'voucher_paid' });
  const intent = idOf((await retrieve()).payment_intent);
  expect(started.headers.get('location')).toBe(`/sandbox/voucher/${intent}`);
  expect(await retrieve()).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
    payment_intent: {
      status: 'requires_action',
      latest_charge: null,
      next_action: { multibanco_display_details: { hosted_voucher_url: expect.stringContaining(intent) } },
    },
  });
  advanceClock(3 * DAY_MS);
  expect(await retrieve()).toMatchObject({
    payment_status: 'paid',
    payment_intent: { status: 'succeeded', next_action: null },
  });
  const refund = await fixture.stripe.refunds.create({ payment_intent: intent }, seller);
  expect([refund.status, refund.next_action?.display_details?.email_sent.email_sent_to]).toEqual([
    'requires_action',
    'buyer@example.com',
  ]);
  advanceClock(DAY_MS);
  expect((await fixture.stripe.refunds.retrieve(refund.id, undefined, seller)).status).toBe('succeeded');
  await fixture.sandbox.waitForDeliveries();
  expect(fixture.eventTypes()).toEqual(
    expect.arrayContaining(['checkout.session.completed', 'checkout.session.async_payment_succeeded']),
  );
  await fixture.sandbox.close();
});

test('a voucher expires by itself, or is paid from the dashboard', async () => {
  const fixture = openFixture();
  const expiring = await openSession(fixture, ['multibanco']);
  await payBy(fixture, expiring.id, 'multibanco', { outcome: 'voucher_expires' });
  expiring.advanceClock(7 * DAY_MS);
  expect(await expiring.retrieve()).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
    payment_intent: { status: 'requires_payment_method' },
  });
  const paid = await openSession(fixture, ['multibanco']);
  await payBy(fixture, paid.id, 'multibanco', { outcome: 'voucher_expires' });
  const intent = idOf((await paid.retrieve()).payment_intent);
  const account = paid.seller.stripeAccount;
  expect(await (await getPage(fixture.sandbox, `/dashboard/${account}`)).text()).toContain('Open vouchers');
  await postForm(fixture.sandbox, `/dashboard/${account}/vouchers/${intent}`, { act: 'pay' });
  paid.advanceClock(8 * DAY_MS);
  expect(await paid.retrieve()).toMatchObject({ payment_status: 'paid' });
  await fixture.sandbox.close();
});

test('rejects a method that the session does not offer', async () => {
  const fixture = openFixture();
  const { id, seller, retrieve } = await openSession(fixture, ['ideal', 'multibanco'], {
    excluded_payment_method_types: ['multibanco'],
  });
  expect((await payBy(fixture, id, 'multibanco')).status).toBe(422);
  const debit = await postForm(fixture.sandbox, `/pay/${id}/debit`, { ...BUYER, bank: 'debit_succeeds' });
  expect([debit.status, (await retrieve()).status]).toEqual([403, 'open']);
  const nothingLeft = fixture.stripe.checkout.sessions.create(
    orderParams({ excluded_payment_method_types: ['card', 'ideal', 'multibanco'] }),
    seller,
  );
  expect((await getError(nothingLeft)).statusCode).toBe(400);
  await fixture.sandbox.close();
});
