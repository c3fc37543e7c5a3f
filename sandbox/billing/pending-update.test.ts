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

/** Opens a subscription to the small price whose card is declined from now on. */
const openDeclined = async () => {
  const play = await openPlanRehearsal();
  const made = await subscribeTo(play, play.prices.small);
  await play.giveCard('pm_card_chargeCustomerFail');
  return { play, made };
};

test('keeps a declined change pending, applies it when its invoice is paid, and charges once', async () => {
  const { play, made } = await openDeclined();
  await play.moveTo(middleOf(made));
  const asked = await upgradeTo(play, made, play.prices.middle, { expand: ['latest_invoice'] });
  const invoice = typeof asked.latest_invoice === 'object' ? asked.latest_invoice : null;
  expect(asked.status).toBe('active');
  expect(asked.items.data[0]?.price.id).toBe(play.prices.small);
  expect(asked.pending_update).toMatchObject({ expires_at: (invoice?.created ?? 0) + 23 * 3600 });
  expect(asked.pending_update?.subscription_items?.[0]?.price.id).toBe(play.prices.middle);
  expect(invoice).toMatchObject({ status: 'open', amount_due: 1000 });
  expect(invoice?.hosted_invoice_url).toContain('/sandbox/invoice/');
  await play.giveCard('pm_card_visa');
  await play.news();
  await play.stripe.invoices.pay(invoice?.id ?? '');
  expect(await stateOf(play, made.id)).toMatchObject({
    price: play.prices.middle,
    waits: false,
    status: 'active',
  });
  expect((await play.news()).filter((type) => type.startsWith('customer.subscription'))).toEqual([
    'customer.subscription.updated',
    'customer.subscription.pending_update_applied',
  ]);
  expect((await failure(play.stripe.invoices.pay(invoice?.id ?? ''))).message).toMatch(/already paid/);
  await play.sandbox.close();
});

test('keeps a change pending while the card requires 3-D Secure', async () => {
  const play = await openPlanRehearsal();
  const made = await subscribeTo(play, play.prices.small);
  await play.giveCard('pm_card_authenticationRequired');
  await upgradeTo(play, made, play.prices.middle);
  expect(await stateOf(play, made.id)).toMatchObject({ price: play.prices.small, waits: true });
  expect(await play.news()).toContain('invoice.payment_action_required');
  await play.sandbox.close();
});

test('drops an unpaid change with its invoice after 23 hours', async () => {
  const { play, made } = await openDeclined();
  await upgradeTo(play, made, play.prices.middle);
  await play.news();
  await play.moveTo(play.now() + 23 * 3600 + 1);
  expect(await stateOf(play, made.id)).toMatchObject({
    price: play.prices.small,
    waits: false,
    status: 'active',
  });
  expect(await invoicesOf(play, made.id)).toEqual(['paid 900', 'void 2000']);
  expect(await play.news()).toEqual(
    expect.arrayContaining(['invoice.voided', 'customer.subscription.pending_update_expired']),
  );
  await play.sandbox.close();
});

test('drops a pending change at the end of its period and renews at the old price', async () => {
  const { play, made } = await openDeclined();
  await play.moveTo(made.end - 20 * 3600);
  const asked = await upgradeTo(play, made, play.prices.large);
  expect(asked.pending_update?.expires_at).toBe(made.end);
  await play.giveCard('pm_card_visa');
  await play.moveTo(made.end + 2 * 3600);
  expect(await stateOf(play, made.id)).toMatchObject({
    price: play.prices.small,
    waits: false,
    status: 'active',
  });
  const totals = await invoicesOf(play, made.id);
  expect(totals.map((one) => one.split(' ')[0])).toEqual(['paid', 'void', 'paid']);
  expect(totals[2]).toBe('paid 900');
  await play.sandbox.close();
});

test('replaces a pending change with a second one', async () => {
  const { play, made } = await openDeclined();
  await upgradeTo(play, made, play.prices.middle);
  await play.giveCard('pm_card_visa');
  await upgradeTo(play, made, play.prices.large);
  expect(await stateOf(play, made.id)).toMatchObject({ price: play.prices.large, waits: false });
  expect(await invoicesOf(play, made.id)).toEqual(['paid 900', 'void 2000', 'paid 9000']);
  await play.sandbox.close();
});

test('refuses parameters that cannot be deferred', async () => {
  const play = await openPlanRehearsal();
  const made = await subscribeTo(play, play.prices.small);
  const { middle } = play.prices;
  const error = await failure(upgradeTo(play, made, middle, { description: 'Growth' }));
  expect(error).toMatchObject({ statusCode: 400, param: 'description' });
  await upgradeTo(play, made, middle, { metadata: { plan: 'growth' } });
  expect((await play.stripe.subscriptions.retrieve(made.id)).metadata).toEqual({ plan: 'growth' });
  await play.sandbox.close();
});

test('drops a change whose invoice is voided and restores the credit that it used', async () => {
  const play = await openPlanRehearsal();
  const made = await subscribeTo(play, play.prices.middle);
  await upgradeTo(play, made, play.prices.small);
  const balance = async () => (await play.stripe.customers.retrieve(play.customer)) as { balance?: number };
  expect(await balance()).toMatchObject({ balance: -2000 });
  await play.giveCard('pm_card_chargeCustomerFail');
  const waiting = await upgradeTo(play, made, play.prices.large);
  expect(await balance()).toMatchObject({ balance: 0 });
  await play.stripe.invoices.voidInvoice(waiting.latest_invoice as string);
  expect(await stateOf(play, made.id)).toMatchObject({ price: play.prices.small, waits: false });
  expect(await balance()).toMatchObject({ balance: -2000 });
  await play.sandbox.close();
});

test('does not count a pending change as a past due payment', async () => {
  const { play, made } = await openDeclined();
  await play.moveTo(made.end + 2 * 3600);
  expect(await stateOf(play, made.id)).toMatchObject({ status: 'past_due' });
  const { data } = await play.stripe.invoices.list({ subscription: made.id, status: 'open' });
  await upgradeTo(play, made, play.prices.middle);
  await play.giveCard('pm_card_visa');
  await play.stripe.invoices.pay(data[0]?.id ?? '');
  expect(await stateOf(play, made.id)).toMatchObject({
    price: play.prices.small,
    status: 'active',
    waits: true,
  });
  await play.sandbox.close();
});
