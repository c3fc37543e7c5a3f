import { expect, test } from 'vitest';
import { origin } from '../rehearsal.ts';
import { cardOf, openPaying, openPortalRehearsal, trial } from './portal-rehearsal.ts';

const good = '4242 4242 4242 4242';

test('makes an added card the default of the customer and the subscription', async () => {
  const rehearsal = await openPortalRehearsal();
  const { id } = await rehearsal.subscribe(rehearsal.prices[0], trial);
  const portal = await rehearsal.open();
  expect((await rehearsal.see(portal)).text).toContain('Without a card the plan pauses then.');
  const saved = await rehearsal.send(`${portal}/card`, cardOf(good));
  expect([saved.status, saved.to]).toEqual([303, `/sandbox${portal}?done=card`]);
  const subscription = await rehearsal.subscription(id);
  const customer = await rehearsal.stripe.customers.retrieve(rehearsal.customer);
  const [method] = (await rehearsal.stripe.paymentMethods.list({ customer: rehearsal.customer })).data;
  expect(subscription.default_payment_method).toBe(method?.id);
  expect(customer).toMatchObject({ invoice_settings: { default_payment_method: method?.id } });
  expect((await rehearsal.see(portal)).text).toContain('Then $9.00 to Visa ending in 4242.');
  rehearsal.wait(8);
  expect((await rehearsal.subscription(id)).status).toBe('active');
  await rehearsal.sandbox.close();
});

test('does not save a card that the bank refuses and shows the reason', async () => {
  const rehearsal = await openPortalRehearsal();
  const portal = await rehearsal.open();
  const answers = [
    await rehearsal.send(`${portal}/card`, cardOf('4000 0000 0000 9995')),
    await rehearsal.send(`${portal}/card`, cardOf('4242 4242 4242 4241')),
    await rehearsal.send(`${portal}/card`, { ...cardOf(good), name: '' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422]);
  const words = ['insufficient funds', 'number is incorrect', 'Enter the name on the card.'];
  answers.forEach(({ text }, index) => expect(text).toContain(words[index]));
  expect((await rehearsal.stripe.paymentMethods.list({ customer: rehearsal.customer })).data).toEqual([]);
  await rehearsal.sandbox.close();
});

test('saves a card with 3-D Secure only after authentication', async () => {
  const rehearsal = await openPortalRehearsal();
  const portal = await rehearsal.open();
  const answer = async (action: string) => {
    const asked = await rehearsal.send(`${portal}/card`, cardOf('4000 0025 0000 3155'));
    expect(asked.to).toBe(`/sandbox${portal}/card/3ds`);
    expect((await rehearsal.see(asked.to ?? '')).text).toContain('Complete authentication');
    return rehearsal.send(`${portal}/card/3ds`, { action });
  };
  const kept = async () =>
    (await rehearsal.stripe.paymentMethods.list({ customer: rehearsal.customer })).data.length;
  expect([(await answer('decline')).status, await kept()]).toEqual([422, 0]);
  expect([(await answer('complete')).status, await kept()]).toEqual([303, 1]);
  await rehearsal.sandbox.close();
});

test('pays a past due plan with a good card and leaves it past due with a bad one', async () => {
  const rehearsal = await openPaying();
  const portal = async () => `${await rehearsal.open()}/card`;
  await rehearsal.send(await portal(), cardOf('4000 0000 0000 0341'));
  rehearsal.wait(32);
  expect((await rehearsal.subscription(rehearsal.id)).status).toBe('past_due');
  const bad = await rehearsal.send(await portal(), cardOf('4000 0000 0000 0341'));
  expect([bad.status, bad.text]).toEqual([402, expect.stringContaining('the payment of $9.00 was declined')]);
  expect((await rehearsal.subscription(rehearsal.id)).status).toBe('past_due');
  const paid = await rehearsal.send(await portal(), cardOf(good));
  expect(paid.to).toMatch(/done=paid$/);
  const after = await rehearsal.subscription(rehearsal.id);
  expect([after.status, after.latest_invoice]).toEqual([
    'active',
    expect.objectContaining({ status: 'paid' }),
  ]);
  await rehearsal.sandbox.close();
});

test('asks for a card and a confirmation before it starts a paused plan', async () => {
  const rehearsal = await openPortalRehearsal();
  const { id } = await rehearsal.subscribe(rehearsal.prices[1], trial);
  rehearsal.wait(8);
  expect((await rehearsal.subscription(id)).status).toBe('paused');
  const portal = await rehearsal.open({
    return_url: `${origin}/subscription`,
    flow_data: {
      type: 'payment_method_update',
      after_completion: { type: 'redirect', redirect: { return_url: `${origin}/subscription?back=1` } },
    },
  });
  expect((await rehearsal.see(portal)).to).toBe(`/sandbox${portal}/card`);
  const asked = await rehearsal.send(`${portal}/card`, cardOf(good));
  expect(asked.to).toBe(`/sandbox${portal}/start/${id}`);
  expect((await rehearsal.see(asked.to ?? '')).text).toContain('Starting it charges $29.00 today');
  const started = await rehearsal.send(`${portal}/start/${id}`);
  expect(started.to).toBe(`${origin}/subscription?back=1`);
  const after = await rehearsal.subscription(id);
  expect([after.status, after.latest_invoice]).toEqual([
    'active',
    expect.objectContaining({ status: 'paid', amount_paid: 2900 }),
  ]);
  await rehearsal.sandbox.close();
});

test("ends a deep link on a confirmation page with the platform's message", async () => {
  const rehearsal = await openPortalRehearsal();
  const portal = await rehearsal.open({
    return_url: `${origin}/subscription`,
    flow_data: {
      type: 'payment_method_update',
      after_completion: {
        type: 'hosted_confirmation',
        hosted_confirmation: { custom_message: 'Thank you, <Anna>.' },
      },
    },
  });
  const saved = await rehearsal.send(`${portal}/card`, cardOf(good));
  expect(saved.to).toBe(`/sandbox${portal}/done`);
  const done = await rehearsal.see(saved.to ?? '');
  expect(done.text).toContain('Thank you, &lt;Anna&gt;.');
  expect(done.text).toContain(`href="${origin}/subscription"`);
  await rehearsal.sandbox.close();
});
