import { readFileSync, rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { testCards } from '../payments/test-cards.ts';
import {
  buyOrder,
  getPage,
  openFixture,
  createSeller,
  orderParams,
  origin,
  postForm,
  cardForm,
} from '../testing/sandbox-fixture.ts';

test('pays with or declines every card without 3D Secure, with the documented message', async () => {
  const fixture = openFixture();
  const seller = await createSeller(fixture);
  for (const card of testCards.filter((candidate) => !candidate.requiresAuthentication)) {
    const cvc = card.brand === 'amex' ? '1234' : '123';
    const { response, session } = await buyOrder(fixture, seller, orderParams(), cardForm(card.number, { cvc }));
    if (card.decline) {
      const text = (await response.text()).replaceAll('&#39;', "'");
      expect([card.tag, response.status, session.status, session.payment_status]).toEqual([
        card.tag,
        402,
        'open',
        'unpaid',
      ]);
      expect(text).toContain(card.decline.message);
      expect(text).toContain('value="buyer@example.com"');
      expect(text).toContain('value="Bo Buyer"');
      expect(text).not.toContain(`value="${card.number}"`);
    } else {
      expect([card.tag, response.status, session.status, session.payment_status]).toEqual([
        card.tag,
        303,
        'complete',
        'paid',
      ]);
      expect(response.headers.get('location')).toBe(`${origin}/success?session_id=${session.id}`);
    }
  }
  await fixture.sandbox.close();
});

test('ends every 3D Secure card as documented after authentication', async () => {
  const fixture = openFixture();
  const seller = await createSeller(fixture);
  for (const card of testCards.filter((candidate) => candidate.requiresAuthentication)) {
    const { response, session } = await buyOrder(fixture, seller, orderParams(), cardForm(card.number));
    expect([response.status, response.headers.get('location'), session.status]).toEqual([
      303,
      `/sandbox/pay/${session.id}/3ds`,
      'open',
    ]);
    const authenticationPage = await getPage(fixture.sandbox, `/pay/${session.id}/3ds`);
    expect(await authenticationPage.text()).toContain('Complete authentication');
    const after = await postForm(fixture.sandbox, `/pay/${session.id}/3ds`, { action: 'complete' });
    expect([card.tag, after.status]).toEqual([card.tag, card.decline ? 402 : 303]);
  }
  await fixture.sandbox.close();
});

test('keeps the session open and charges nothing when authentication is declined', async () => {
  const fixture = openFixture();
  const seller = await createSeller(fixture);
  const { session } = await buyOrder(fixture, seller, orderParams(), cardForm('4000002760003184'));
  const response = await postForm(fixture.sandbox, `/pay/${session.id}/3ds`, { action: 'decline' });
  expect(await response.text()).toContain('We are unable to authenticate your payment method.');
  const charges = await fixture.stripe.charges.list(undefined, seller);
  expect(charges.data).toEqual([]);
  const paid = await postForm(fixture.sandbox, `/pay/${session.id}`, cardForm('4242424242424242'));
  expect(paid.status).toBe(303);
  await fixture.sandbox.waitForDeliveries();
  expect(
    fixture
      .eventTypes()
      .filter((type) => type.startsWith('payment_intent'))
      .toSorted(),
  ).toEqual([
    'payment_intent.created',
    'payment_intent.payment_failed',
    'payment_intent.requires_action',
    'payment_intent.succeeded',
  ]);
  await fixture.sandbox.close();
});

test('leaves a failed charge after a decline and pays the same intent with the next card', async () => {
  const fixture = openFixture();
  const seller = await createSeller(fixture);
  const { session } = await buyOrder(fixture, seller, orderParams(), cardForm('4000000000009995'));
  const [intent] = (await fixture.stripe.paymentIntents.list(undefined, seller)).data;
  expect(intent?.status).toBe('requires_payment_method');
  expect(intent?.last_payment_error).toMatchObject({
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    type: 'card_error',
  });
  await postForm(fixture.sandbox, `/pay/${session.id}`, cardForm('4242424242424242'));
  const intents = await fixture.stripe.paymentIntents.list(undefined, seller);
  expect(intents.data.map(({ id, status }) => [id, status])).toEqual([[intent?.id, 'succeeded']]);
  const charges = await fixture.stripe.charges.list({ payment_intent: intent?.id ?? '' }, seller);
  expect(charges.data.map(({ status, failure_code: code }) => [status, code])).toEqual([
    ['succeeded', null],
    ['failed', 'card_declined'],
  ]);
  await fixture.sandbox.close();
});

test('marks invalid fields in place, keeps the input and tries no payment', async () => {
  const fixture = openFixture();
  const seller = await createSeller(fixture);
  const invalidInputs: [Record<string, string>, string][] = [
    [{ number: '4242 4242 4242 4241' }, 'Your card number is incorrect.'],
    [{ number: '4242' }, 'Your card number is incomplete.'],
    [{ number: '4111 1111 1111 1111' }, 'Use a test card, such as 4242 4242 4242 4242.'],
    [{ expiry: '13/40' }, 'expiration date is invalid'],
    [{ expiry: '01/20' }, 'expiration date is in the past'],
    [{ expiry: 'soon' }, 'expiration date is incomplete'],
    [{ cvc: '12' }, 'security code is incomplete'],
    [{ email: 'nobody' }, 'Enter your email address.'],
    [{ name: ' ' }, 'Enter the cardholder’s name.'],
  ];
  for (const [overrides, message] of invalidInputs) {
    const { response, session } = await buyOrder(
      fixture,
      seller,
      orderParams(),
      cardForm('4242424242424242', overrides),
    );
    const text = await response.text();
    expect([response.status, session.status]).toEqual([422, 'open']);
    expect(text).toContain(message);
    expect(text).toContain('aria-invalid');
  }
  expect((await fixture.stripe.paymentIntents.list(undefined, seller)).data).toEqual([]);
  await fixture.sandbox.close();
});

test('creates one charge for parallel payment requests and redirects them all to the success page', async () => {
  const fixture = openFixture();
  const seller = await createSeller(fixture);
  const session = await fixture.stripe.checkout.sessions.create(orderParams(), seller);
  const requests = Array.from({ length: 5 }, () =>
    postForm(fixture.sandbox, session.url ?? '', cardForm('4242424242424242')),
  );
  const responses = await Promise.all(requests);
  const success = `${origin}/success?session_id=${session.id}`;
  expect(responses.map((response) => response.headers.get('location'))).toEqual(responses.map(() => success));
  expect((await fixture.stripe.charges.list(undefined, seller)).data).toHaveLength(1);
  await fixture.sandbox.waitForDeliveries();
  expect(fixture.eventTypes().filter((type) => type === 'checkout.session.completed')).toHaveLength(1);
  await fixture.sandbox.close();
});

test('never writes a refused card number, or the number and CVC of a test card, to the file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const file = join(folder, 'sandbox.sqlite');
  const fixture = openFixture({ file });
  const seller = await createSeller(fixture);
  const { session } = await buyOrder(fixture, seller, orderParams(), cardForm('4111 1111 1111 1111', { cvc: '739' }));
  await postForm(fixture.sandbox, `/pay/${session.id}`, cardForm('5555555555554444', { cvc: '846' }));
  await fixture.sandbox.close();
  const bytes = readFileSync(file, 'latin1');
  expect(bytes).toContain(session.id);
  for (const forbidden of ['4111111111111111', '4111 1111', '5555555555554444', '"739"', '"846"'])
    expect(bytes).not.toContain(forbidden);
  rmSync(folder, { recursive: true });
});

test('links to the success page from a completed session and back from an expired one', async () => {
  const fixture = openFixture();
  const seller = await createSeller(fixture);
  const { session } = await buyOrder(fixture, seller);
  const completedHtml = await (await getPage(fixture.sandbox, `/pay/${session.id}`)).text();
  expect(completedHtml).toContain('<h1>Order complete</h1>');
  expect(completedHtml).toContain(`${origin}/success?session_id=${session.id}`);
  const otherSession = await fixture.stripe.checkout.sessions.create(orderParams(), seller);
  await fixture.stripe.checkout.sessions.expire(otherSession.id, undefined, seller);
  const expiredHtml = await (await getPage(fixture.sandbox, `/pay/${otherSession.id}`)).text();
  expect(expiredHtml).toContain('This checkout session has expired');
  expect(expiredHtml).toContain(`${origin}/c/course?canceled=true`);
  const lateResponse = await postForm(fixture.sandbox, `/pay/${otherSession.id}`, cardForm('4242424242424242'));
  expect(lateResponse.headers.get('location')).toBe(`/sandbox/pay/${otherSession.id}`);
  await fixture.sandbox.close();
});

test('shows product, image, discount and billing interval, with Pay first', async () => {
  const fixture = openFixture();
  const seller = await createSeller(fixture);
  await fixture.stripe.coupons.create(
    { id: 'co_10', percent_off: 10, duration: 'forever', name: 'SAVE10 (10% off)' },
    seller,
  );
  const params = orderParams({
    mode: 'subscription',
    discounts: [{ coupon: 'co_10' }],
    customer_email: 'fixed@example.com',
  });
  const data = params.line_items?.[0]?.price_data?.product_data;
  if (data) data.images = ['https://shop.example/media/a.png'];
  const session = await fixture.stripe.checkout.sessions.create(params, seller);
  const response = await getPage(fixture.sandbox, session.url ?? '');
  const text = await response.text();
  for (const message of [
    'Course',
    'Ten lessons',
    'https://shop.example/media/a.png',
    'SAVE10 (10% off)',
    '−$2.90',
    '$26.10 per month',
    'Anna’s Shop',
    'No real money',
  ])
    expect(text).toContain(message);
  expect(text).toMatch(/name="email"[^>]*value="fixed@example.com"[^>]*readonly/);
  expect(text.match(/<button[^>]*>\s*([^<]*?)\s*</)?.[1]).toBe('Pay $26.10');
  expect(response.headers.get('x-sandbox')).toBe('1');
  expect(response.headers.get('content-security-policy')).not.toContain('form-action');
  expect(text).not.toContain('<script');
  await fixture.sandbox.close();
});
