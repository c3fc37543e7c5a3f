import { expect, test } from 'vitest';
import { failure } from '../rehearsal.ts';
import {
  invoicesOf,
  middleOf,
  openPlanRehearsal,
  stateOf,
  subscribeTo,
  upgradeTo,
} from './plan-rehearsal.ts';

test('charges ten dollars and applies an upgrade at once at exactly mid-period', async () => {
  const play = await openPlanRehearsal();
  const made = await subscribeTo(play, play.prices.small);
  await play.moveTo(middleOf(made));
  await play.news();
  const after = await upgradeTo(play, made, play.prices.middle, { expand: ['latest_invoice'] });
  const invoice = typeof after.latest_invoice === 'object' ? after.latest_invoice : null;
  expect(
    invoice?.lines.data.map(({ amount, description }) => [amount, description?.split(' on ')[0]]),
  ).toEqual([
    [-450, 'Unused time'],
    [1450, 'Remaining time'],
  ]);
  expect(invoice).toMatchObject({ status: 'paid', amount_paid: 1000, billing_reason: 'subscription_update' });
  expect(after.items.data[0]).toMatchObject({
    id: made.item,
    price: { id: play.prices.middle },
    current_period_end: made.end,
  });
  const news = await play.news();
  expect(news.filter((type) => type.startsWith('customer.subscription'))).toEqual([
    'customer.subscription.updated',
  ]);
  expect(news).toContain('invoice.paid');
  await play.sandbox.close();
});

test('includes the previous attributes in the update event', async () => {
  const play = await openPlanRehearsal();
  const made = await subscribeTo(play, play.prices.small);
  await upgradeTo(play, made, play.prices.large);
  const { data } = await play.stripe.events.list({ type: 'customer.subscription.updated', limit: 1 });
  expect(JSON.stringify(data[0]?.data.previous_attributes)).toContain(play.prices.small);
  expect(JSON.stringify(data[0]?.data.object)).toContain(play.prices.large);
  await play.sandbox.close();
});

test('changes and bills nothing for the current price', async () => {
  const play = await openPlanRehearsal();
  const made = await subscribeTo(play, play.prices.small);
  await play.moveTo(middleOf(made));
  await play.news();
  await upgradeTo(play, made, play.prices.small, {
    items: [{ id: made.item, price: play.prices.small, quantity: 1 }],
  });
  expect(await invoicesOf(play, made.id)).toEqual(['paid 900']);
  expect(await play.news()).toEqual([]);
  await play.sandbox.close();
});

test('answers a decline with 402 under error_if_incomplete and changes nothing', async () => {
  const play = await openPlanRehearsal();
  const made = await subscribeTo(play, play.prices.small);
  await play.giveCard('pm_card_chargeCustomerFail');
  await play.news();
  const error = await failure(
    play.stripe.subscriptions.update(made.id, {
      items: [{ id: made.item, price: play.prices.middle }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
    }),
  );
  expect(error).toMatchObject({ statusCode: 402, code: 'card_declined' });
  expect(await stateOf(play, made.id)).toMatchObject({ price: play.prices.small, status: 'active' });
  expect(await invoicesOf(play, made.id)).toEqual(['paid 900']);
  expect(await play.news()).toEqual([]);
  await play.sandbox.close();
});

test('applies the change under allow_incomplete and marks the subscription past_due until it is paid', async () => {
  const play = await openPlanRehearsal();
  const made = await subscribeTo(play, play.prices.small);
  await play.giveCard('pm_card_chargeCustomerFail');
  const after = await play.stripe.subscriptions.update(made.id, {
    items: [{ id: made.item, price: play.prices.middle }],
    proration_behavior: 'always_invoice',
  });
  expect(await stateOf(play, made.id)).toMatchObject({ price: play.prices.middle, status: 'past_due' });
  await play.giveCard('pm_card_visa');
  await play.stripe.invoices.pay(after.latest_invoice as string);
  expect(await stateOf(play, made.id)).toMatchObject({ price: play.prices.middle, status: 'active' });
  await play.sandbox.close();
});

test('credits the customer for an immediate downgrade and uses the credit on the next invoices', async () => {
  const play = await openPlanRehearsal();
  const made = await subscribeTo(play, play.prices.middle);
  await play.moveTo(middleOf(made));
  await upgradeTo(play, made, play.prices.small);
  const customer = await play.stripe.customers.retrieve(play.customer);
  expect(customer).toMatchObject({ balance: -1000 });
  await play.moveTo(made.end + 2 * 3600);
  expect(await play.stripe.customers.retrieve(play.customer)).toMatchObject({ balance: -100 });
  const { data } = await play.stripe.invoices.list({ subscription: made.id, limit: 1 });
  expect(data[0]).toMatchObject({ total: 900, amount_due: 0, status: 'paid' });
  await play.sandbox.close();
});

test('bills created prorations with the next period', async () => {
  const play = await openPlanRehearsal();
  const made = await subscribeTo(play, play.prices.small);
  await play.moveTo(middleOf(made));
  await play.stripe.subscriptions.update(made.id, { items: [{ id: made.item, price: play.prices.middle }] });
  expect(await invoicesOf(play, made.id)).toEqual(['paid 900']);
  await play.moveTo(made.end + 2 * 3600);
  expect(await invoicesOf(play, made.id)).toEqual(['paid 900', 'paid 3900']);
  await play.sandbox.close();
});

test('credits only the amounts that were really billed after a change without prorations', async () => {
  const play = await openPlanRehearsal();
  const made = await subscribeTo(play, play.prices.small);
  await play.stripe.subscriptions.update(made.id, {
    items: [{ id: made.item, price: play.prices.large }],
    proration_behavior: 'none',
  });
  await play.moveTo(middleOf(made));
  await upgradeTo(play, made, play.prices.middle);
  expect(await invoicesOf(play, made.id)).toEqual(['paid 900', 'paid 1000']);
  await play.sandbox.close();
});

test('sets and clears cancel_at_period_end and refuses changes of a canceled subscription', async () => {
  const play = await openPlanRehearsal();
  const made = await subscribeTo(play, play.prices.small);
  const asked = await play.stripe.subscriptions.update(made.id, {
    cancel_at_period_end: true,
    cancellation_details: { comment: 'Too dear', feedback: 'too_expensive' },
  });
  expect(asked).toMatchObject({ cancel_at_period_end: true, cancel_at: made.end, status: 'active' });
  expect(asked.cancellation_details).toMatchObject({ comment: 'Too dear', reason: 'cancellation_requested' });
  const back = await play.stripe.subscriptions.update(made.id, { cancel_at_period_end: false });
  expect(back).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null });
  await play.stripe.subscriptions.cancel(made.id);
  const items = [{ id: made.item, price: play.prices.middle }];
  expect((await failure(play.stripe.subscriptions.update(made.id, { items }))).message).toMatch(/canceled/);
  await play.stripe.subscriptions.update(made.id, { metadata: { note: 'kept' } });
  await play.sandbox.close();
});

test('refuses mismatched prices and items and names the parameter', async () => {
  const play = await openPlanRehearsal();
  const made = await subscribeTo(play, play.prices.small);
  const { stripe, prices } = play;
  const { product } = await stripe.prices.retrieve(prices.small);
  const wrong = async (change: { currency?: string; once?: boolean; year?: boolean }): Promise<string> => {
    const recurring = { interval: change.year ? ('year' as const) : ('month' as const) };
    const { id } = await stripe.prices.create({
      product: product as string,
      currency: change.currency ?? 'usd',
      unit_amount: 5000,
      ...(!change.once && { recurring }),
    });
    return (await failure(stripe.subscriptions.update(made.id, { items: [{ id: made.item, price: id }] })))
      .message;
  };
  expect(await wrong({ currency: 'eur' })).toMatch(/only supports `eur`/);
  expect(await wrong({ once: true })).toMatch(/type=one_time/);
  expect(await wrong({ year: true })).toMatch(/same billing interval/);
  const strange = stripe.subscriptions.update(made.id, {
    items: [{ id: 'si_strange', price: prices.middle }],
  });
  expect(await failure(strange)).toMatchObject({ statusCode: 404, param: 'items[0][id]' });
  const unknown = stripe.subscriptions.update(made.id, { items: [{ id: made.item, price: 'price_none' }] });
  expect(await failure(unknown)).toMatchObject({ param: 'items[0][price]' });
  const stray = stripe.subscriptions.update(made.id, { default_payment_method: 'pm_none' });
  expect(await failure(stray)).toMatchObject({ param: 'default_payment_method' });
  await play.sandbox.close();
});
