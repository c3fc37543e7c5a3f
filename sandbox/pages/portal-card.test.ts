import { expect, test } from 'vitest';

import { cardFields, openPayingFixture, openPortalFixture, TRIAL_PARAMS } from '../testing/portal-fixture.ts';
import { origin } from '../testing/sandbox-fixture.ts';

const GOOD_CARD = '4242 4242 4242 4242';

test('makes an added card the default of the customer and the subscription', async () => {
  const fixture = await openPortalFixture();
  const { id } = await fixture.subscribe(fixture.prices[0], TRIAL_PARAMS);
  const portal = await fixture.openPortal();
  expect((await fixture.getPage(portal)).text).toContain('Your plan pauses then unless you add a payment method.');
  const saved = await fixture.postForm(`${portal}/card`, cardFields(GOOD_CARD));
  expect([saved.status, saved.to]).toEqual([303, `/sandbox${portal}?done=card`]);
  const subscription = await fixture.subscription(id);
  const customer = await fixture.stripe.customers.retrieve(fixture.customer);
  const [method] = (await fixture.stripe.paymentMethods.list({ customer: fixture.customer })).data;
  expect(subscription.default_payment_method).toBe(method?.id);
  expect(customer).toMatchObject({ invoice_settings: { default_payment_method: method?.id } });
  expect((await fixture.getPage(portal)).text).toContain('After that, $9.00 is charged to Visa ending in 4242.');
  fixture.advanceDays(8);
  expect((await fixture.subscription(id)).status).toBe('active');
  await fixture.sandbox.close();
});

test('does not save a card that the bank refuses and shows the reason', async () => {
  const fixture = await openPortalFixture();
  const portal = await fixture.openPortal();
  const responses = [
    await fixture.postForm(`${portal}/card`, cardFields('4000 0000 0000 9995')),
    await fixture.postForm(`${portal}/card`, cardFields('4242 4242 4242 4241')),
    await fixture.postForm(`${portal}/card`, { ...cardFields(GOOD_CARD), name: '' }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([422, 422, 422]);
  const messages = ['insufficient funds', 'number is incorrect', 'Enter the cardholder’s name.'];
  responses.forEach(({ text }, index) => expect(text).toContain(messages[index]));
  expect((await fixture.stripe.paymentMethods.list({ customer: fixture.customer })).data).toEqual([]);
  await fixture.sandbox.close();
});

test('saves a card with 3D Secure only after authentication', async () => {
  const fixture = await openPortalFixture();
  const portal = await fixture.openPortal();
  const authenticate = async (action: string) => {
    const cardResponse = await fixture.postForm(`${portal}/card`, cardFields('4000 0025 0000 3155'));
    expect(cardResponse.to).toBe(`/sandbox${portal}/card/3ds`);
    expect((await fixture.getPage(cardResponse.to ?? '')).text).toContain('Complete authentication');
    return fixture.postForm(`${portal}/card/3ds`, { action });
  };
  const countSavedCards = async () =>
    (await fixture.stripe.paymentMethods.list({ customer: fixture.customer })).data.length;
  expect([(await authenticate('decline')).status, await countSavedCards()]).toEqual([422, 0]);
  expect([(await authenticate('complete')).status, await countSavedCards()]).toEqual([303, 1]);
  await fixture.sandbox.close();
});

test('pays a past due plan with a good card and leaves it past due with a bad one', async () => {
  const fixture = await openPayingFixture();
  const portal = async () => `${await fixture.openPortal()}/card`;
  await fixture.postForm(await portal(), cardFields('4000 0000 0000 0341'));
  fixture.advanceDays(32);
  expect((await fixture.subscription(fixture.id)).status).toBe('past_due');
  const declinedResponse = await fixture.postForm(await portal(), cardFields('4000 0000 0000 0341'));
  expect([declinedResponse.status, declinedResponse.text]).toEqual([
    402,
    expect.stringContaining('the payment of $9.00 was declined'),
  ]);
  expect((await fixture.subscription(fixture.id)).status).toBe('past_due');
  const paidResponse = await fixture.postForm(await portal(), cardFields(GOOD_CARD));
  expect(paidResponse.to).toMatch(/done=paid$/);
  const after = await fixture.subscription(fixture.id);
  expect([after.status, after.latest_invoice]).toEqual(['active', expect.objectContaining({ status: 'paid' })]);
  await fixture.sandbox.close();
});

test('asks for a card and a confirmation before it starts a paused plan', async () => {
  const fixture = await openPortalFixture();
  const { id } = await fixture.subscribe(fixture.prices[1], TRIAL_PARAMS);
  fixture.advanceDays(8);
  expect((await fixture.subscription(id)).status).toBe('paused');
  const portal = await fixture.openPortal({
    return_url: `${origin}/subscription`,
    flow_data: {
      type: 'payment_method_update',
      after_completion: { type: 'redirect', redirect: { return_url: `${origin}/subscription?back=1` } },
    },
  });
  expect((await fixture.getPage(portal)).to).toBe(`/sandbox${portal}/card`);
  const cardResponse = await fixture.postForm(`${portal}/card`, cardFields(GOOD_CARD));
  expect(cardResponse.to).toBe(`/sandbox${portal}/start/${id}`);
  expect((await fixture.getPage(cardResponse.to ?? '')).text).toContain('Resuming it charges $29.00 today');
  const started = await fixture.postForm(`${portal}/start/${id}`);
  expect(started.to).toBe(`${origin}/subscription?back=1`);
  const after = await fixture.subscription(id);
  expect([after.status, after.latest_invoice]).toEqual([
    'active',
    expect.objectContaining({ status: 'paid', amount_paid: 2900 }),
  ]);
  await fixture.sandbox.close();
});

test("ends a deep link on a confirmation page with the platform's message", async () => {
  const fixture = await openPortalFixture();
  const portal = await fixture.openPortal({
    return_url: `${origin}/subscription`,
    flow_data: {
      type: 'payment_method_update',
      after_completion: {
        type: 'hosted_confirmation',
        hosted_confirmation: { custom_message: 'Thank you, <Anna>.' },
      },
    },
  });
  const saved = await fixture.postForm(`${portal}/card`, cardFields(GOOD_CARD));
  expect(saved.to).toBe(`/sandbox${portal}/done`);
  const done = await fixture.getPage(saved.to ?? '');
  expect(done.text).toContain('Thank you, &lt;Anna&gt;.');
  expect(done.text).toContain(`href="${origin}/subscription"`);
  await fixture.sandbox.close();
});
