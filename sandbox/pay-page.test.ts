import { readFileSync, rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testCards } from './cards.ts';
import { buy, look, openRehearsal, openSeller, order, origin, post, typed } from './rehearsal.ts';

test('pays with or declines every card without 3-D Secure, with the documented message', async () => {
  const rehearsal = openRehearsal();
  const seller = await openSeller(rehearsal);
  for (const card of testCards.filter((candidate) => !candidate.authenticate)) {
    const cvc = card.brand === 'amex' ? '1234' : '123';
    const { answer, session } = await buy(rehearsal, seller, order(), typed(card.number, { cvc }));
    if (card.decline) {
      const text = (await answer.text()).replaceAll('&#39;', "'");
      expect([card.tag, answer.status, session.status, session.payment_status]).toEqual([
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
      expect([card.tag, answer.status, session.status, session.payment_status]).toEqual([
        card.tag,
        303,
        'complete',
        'paid',
      ]);
      expect(answer.headers.get('location')).toBe(`${origin}/success?session_id=${session.id}`);
    }
  }
  await rehearsal.sandbox.close();
});

test('ends every 3-D Secure card as documented after authentication', async () => {
  const rehearsal = openRehearsal();
  const seller = await openSeller(rehearsal);
  for (const card of testCards.filter((candidate) => candidate.authenticate)) {
    const { answer, session } = await buy(rehearsal, seller, order(), typed(card.number));
    expect([answer.status, answer.headers.get('location'), session.status]).toEqual([
      303,
      `/sandbox/pay/${session.id}/3ds`,
      'open',
    ]);
    const bank = await look(rehearsal.sandbox, `/pay/${session.id}/3ds`);
    expect(await bank.text()).toContain('Complete authentication');
    const after = await post(rehearsal.sandbox, `/pay/${session.id}/3ds`, { action: 'complete' });
    expect([card.tag, after.status]).toEqual([card.tag, card.decline ? 402 : 303]);
  }
  await rehearsal.sandbox.close();
});

test('keeps the session open and charges nothing when authentication is declined', async () => {
  const rehearsal = openRehearsal();
  const seller = await openSeller(rehearsal);
  const { session } = await buy(rehearsal, seller, order(), typed('4000002760003184'));
  const answer = await post(rehearsal.sandbox, `/pay/${session.id}/3ds`, { action: 'decline' });
  expect(await answer.text()).toContain('We are unable to authenticate your payment method.');
  const charges = await rehearsal.stripe.charges.list(undefined, seller);
  expect(charges.data).toEqual([]);
  const paid = await post(rehearsal.sandbox, `/pay/${session.id}`, typed('4242424242424242'));
  expect(paid.status).toBe(303);
  await rehearsal.sandbox.settled();
  expect(
    rehearsal
      .types()
      .filter((type) => type.startsWith('payment_intent'))
      .toSorted(),
  ).toEqual([
    'payment_intent.created',
    'payment_intent.payment_failed',
    'payment_intent.requires_action',
    'payment_intent.succeeded',
  ]);
  await rehearsal.sandbox.close();
});

test('leaves a failed charge after a decline and pays the same intent with the next card', async () => {
  const rehearsal = openRehearsal();
  const seller = await openSeller(rehearsal);
  const { session } = await buy(rehearsal, seller, order(), typed('4000000000009995'));
  const [intent] = (await rehearsal.stripe.paymentIntents.list(undefined, seller)).data;
  expect(intent?.status).toBe('requires_payment_method');
  expect(intent?.last_payment_error).toMatchObject({
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    type: 'card_error',
  });
  await post(rehearsal.sandbox, `/pay/${session.id}`, typed('4242424242424242'));
  const intents = await rehearsal.stripe.paymentIntents.list(undefined, seller);
  expect(intents.data.map(({ id, status }) => [id, status])).toEqual([[intent?.id, 'succeeded']]);
  const charges = await rehearsal.stripe.charges.list({ payment_intent: intent?.id ?? '' }, seller);
  expect(charges.data.map(({ status, failure_code: code }) => [status, code])).toEqual([
    ['succeeded', null],
    ['failed', 'card_declined'],
  ]);
  await rehearsal.sandbox.close();
});

test('marks invalid fields in place, keeps the input and tries no payment', async () => {
  const rehearsal = openRehearsal();
  const seller = await openSeller(rehearsal);
  const mistakes: [Record<string, string>, string][] = [
    [{ number: '4242 4242 4242 4241' }, 'Your card number is incorrect.'],
    [{ number: '4242' }, 'Your card number is incomplete.'],
    [{ number: '4111 1111 1111 1111' }, 'Use a test card, for example 4242 4242 4242 4242'],
    [{ expiry: '13/40' }, 'expiration date is invalid'],
    [{ expiry: '01/20' }, 'expiration date is in the past'],
    [{ expiry: 'soon' }, 'expiration date is incomplete'],
    [{ cvc: '12' }, 'security code is incomplete'],
    [{ email: 'nobody' }, 'Enter your e-mail address.'],
    [{ name: ' ' }, 'Enter the name on the card.'],
  ];
  for (const [change, words] of mistakes) {
    const { answer, session } = await buy(rehearsal, seller, order(), typed('4242424242424242', change));
    const text = await answer.text();
    expect([answer.status, session.status]).toEqual([422, 'open']);
    expect(text).toContain(words);
    expect(text).toContain('aria-invalid');
  }
  expect((await rehearsal.stripe.paymentIntents.list(undefined, seller)).data).toEqual([]);
  await rehearsal.sandbox.close();
});

test('creates one charge for parallel payment requests and redirects them all to the success page', async () => {
  const rehearsal = openRehearsal();
  const seller = await openSeller(rehearsal);
  const session = await rehearsal.stripe.checkout.sessions.create(order(), seller);
  const presses = Array.from({ length: 5 }, () =>
    post(rehearsal.sandbox, session.url ?? '', typed('4242424242424242')),
  );
  const answers = await Promise.all(presses);
  const success = `${origin}/success?session_id=${session.id}`;
  expect(answers.map((answer) => answer.headers.get('location'))).toEqual(answers.map(() => success));
  expect((await rehearsal.stripe.charges.list(undefined, seller)).data).toHaveLength(1);
  await rehearsal.sandbox.settled();
  expect(rehearsal.types().filter((type) => type === 'checkout.session.completed')).toHaveLength(1);
  await rehearsal.sandbox.close();
});

test('never writes a refused card number, or the number and CVC of a test card, to the file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const file = join(folder, 'sandbox.sqlite');
  const rehearsal = openRehearsal({ file });
  const seller = await openSeller(rehearsal);
  const { session } = await buy(rehearsal, seller, order(), typed('4111 1111 1111 1111', { cvc: '739' }));
  await post(rehearsal.sandbox, `/pay/${session.id}`, typed('5555555555554444', { cvc: '846' }));
  await rehearsal.sandbox.close();
  const bytes = readFileSync(file, 'latin1');
  expect(bytes).toContain(session.id);
  for (const secret of ['4111111111111111', '4111 1111', '5555555555554444', '"739"', '"846"'])
    expect(bytes).not.toContain(secret);
  rmSync(folder, { recursive: true });
});

test('links to the success page from a completed session and back from an expired one', async () => {
  const rehearsal = openRehearsal();
  const seller = await openSeller(rehearsal);
  const { session } = await buy(rehearsal, seller);
  const done = await (await look(rehearsal.sandbox, `/pay/${session.id}`)).text();
  expect(done).toContain('<h1>Paid</h1>');
  expect(done).toContain(`${origin}/success?session_id=${session.id}`);
  const other = await rehearsal.stripe.checkout.sessions.create(order(), seller);
  await rehearsal.stripe.checkout.sessions.expire(other.id, undefined, seller);
  const expired = await (await look(rehearsal.sandbox, `/pay/${other.id}`)).text();
  expect(expired).toContain('This page has expired');
  expect(expired).toContain(`${origin}/c/course?canceled=true`);
  const late = await post(rehearsal.sandbox, `/pay/${other.id}`, typed('4242424242424242'));
  expect(late.headers.get('location')).toBe(`/sandbox/pay/${other.id}`);
  await rehearsal.sandbox.close();
});

test('shows product, image, discount and billing interval, with Pay first', async () => {
  const rehearsal = openRehearsal();
  const seller = await openSeller(rehearsal);
  await rehearsal.stripe.coupons.create(
    { id: 'co_10', percent_off: 10, duration: 'forever', name: 'SAVE10 (10% off)' },
    seller,
  );
  const params = order({
    mode: 'subscription',
    discounts: [{ coupon: 'co_10' }],
    customer_email: 'fixed@example.com',
  });
  const data = params.line_items?.[0]?.price_data?.product_data;
  if (data) data.images = ['https://shop.example/media/a.png'];
  const session = await rehearsal.stripe.checkout.sessions.create(params, seller);
  const answer = await look(rehearsal.sandbox, session.url ?? '');
  const text = await answer.text();
  for (const words of [
    'Course',
    'Ten lessons',
    'https://shop.example/media/a.png',
    'SAVE10 (10% off)',
    '−$2.90',
    '$26.10 per month',
    'Anna’s Shop',
    'No real money',
  ])
    expect(text).toContain(words);
  expect(text).toMatch(/name="email"[^>]*value="fixed@example.com"[^>]*readonly/);
  expect(text.match(/<button[^>]*>\s*([^<]*?)\s*</)?.[1]).toBe('Pay $26.10');
  expect(answer.headers.get('x-sandbox')).toBe('1');
  expect(answer.headers.get('content-security-policy')).not.toContain('form-action');
  expect(text).not.toContain('<script');
  await rehearsal.sandbox.close();
});
