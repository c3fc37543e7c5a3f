import { expect, test } from 'vitest';

import { invoicesOf, midpointOf, openPlanFixture, stateOf, subscribeTo, upgradeTo } from '../testing/plan-fixture.ts';
import { getError } from '../testing/sandbox-fixture.ts';

/** Opens a subscription to the small price whose card is declined from now on. */
const openDeclinedFixture = async () => {
  const fixture = await openPlanFixture();
  const subscription = await subscribeTo(fixture, fixture.prices.small);
  await fixture.setDefaultCard('pm_card_chargeCustomerFail');
  return { fixture, subscription };
};

test('keeps a declined change pending, applies it when its invoice is paid, and charges once', async () => {
  const { fixture, subscription } = await openDeclinedFixture();
  await fixture.moveClockTo(midpointOf(subscription));
  const updated = await upgradeTo(fixture, subscription, fixture.prices.middle, {
    expand: ['latest_invoice'],
  });
  const invoice = typeof updated.latest_invoice === 'object' ? updated.latest_invoice : null;
  expect(updated.status).toBe('active');
  expect(updated.items.data[0]?.price.id).toBe(fixture.prices.small);
  expect(updated.pending_update).toMatchObject({ expires_at: (invoice?.created ?? 0) + 23 * 3600 });
  expect(updated.pending_update?.subscription_items?.[0]?.price.id).toBe(fixture.prices.middle);
  expect(invoice).toMatchObject({ status: 'open', amount_due: 1000 });
  expect(invoice?.hosted_invoice_url).toContain('/sandbox/invoice/');
  await fixture.setDefaultCard('pm_card_visa');
  await fixture.drainEventTypes();
  await fixture.stripe.invoices.pay(invoice?.id ?? '');
  expect(await stateOf(fixture, subscription.id)).toMatchObject({
    price: fixture.prices.middle,
    waits: false,
    status: 'active',
  });
  expect((await fixture.drainEventTypes()).filter((type) => type.startsWith('customer.subscription'))).toEqual([
    'customer.subscription.updated',
    'customer.subscription.pending_update_applied',
  ]);
  expect((await getError(fixture.stripe.invoices.pay(invoice?.id ?? ''))).message).toMatch(/already paid/);
  await fixture.sandbox.close();
});

test('keeps a change pending while the card requires 3D Secure', async () => {
  const fixture = await openPlanFixture();
  const subscription = await subscribeTo(fixture, fixture.prices.small);
  await fixture.setDefaultCard('pm_card_authenticationRequired');
  await upgradeTo(fixture, subscription, fixture.prices.middle);
  expect(await stateOf(fixture, subscription.id)).toMatchObject({ price: fixture.prices.small, waits: true });
  expect(await fixture.drainEventTypes()).toContain('invoice.payment_action_required');
  await fixture.sandbox.close();
});

test('drops an unpaid change with its invoice after 23 hours', async () => {
  const { fixture, subscription } = await openDeclinedFixture();
  await upgradeTo(fixture, subscription, fixture.prices.middle);
  await fixture.drainEventTypes();
  await fixture.moveClockTo(fixture.now() + 23 * 3600 + 1);
  expect(await stateOf(fixture, subscription.id)).toMatchObject({
    price: fixture.prices.small,
    waits: false,
    status: 'active',
  });
  expect(await invoicesOf(fixture, subscription.id)).toEqual(['paid 900', 'void 2000']);
  expect(await fixture.drainEventTypes()).toEqual(
    expect.arrayContaining(['invoice.voided', 'customer.subscription.pending_update_expired']),
  );
  await fixture.sandbox.close();
});

test('drops a pending change at the end of its period and renews at the old price', async () => {
  const { fixture, subscription } = await openDeclinedFixture();
  await fixture.moveClockTo(subscription.end - 20 * 3600);
  const updated = await upgradeTo(fixture, subscription, fixture.prices.large);
  expect(updated.pending_update?.expires_at).toBe(subscription.end);
  await fixture.setDefaultCard('pm_card_visa');
  await fixture.moveClockTo(subscription.end + 2 * 3600);
  expect(await stateOf(fixture, subscription.id)).toMatchObject({
    price: fixture.prices.small,
    waits: false,
    status: 'active',
  });
  const totals = await invoicesOf(fixture, subscription.id);
  expect(totals.map((one) => one.split(' ')[0])).toEqual(['paid', 'void', 'paid']);
  expect(totals[2]).toBe('paid 900');
  await fixture.sandbox.close();
});

test('replaces a pending change with a second one', async () => {
  const { fixture, subscription } = await openDeclinedFixture();
  await upgradeTo(fixture, subscription, fixture.prices.middle);
  await fixture.setDefaultCard('pm_card_visa');
  await upgradeTo(fixture, subscription, fixture.prices.large);
  expect(await stateOf(fixture, subscription.id)).toMatchObject({
    price: fixture.prices.large,
    waits: false,
  });
  expect(await invoicesOf(fixture, subscription.id)).toEqual(['paid 900', 'void 2000', 'paid 9000']);
  await fixture.sandbox.close();
});

test('refuses parameters that cannot be deferred', async () => {
  const fixture = await openPlanFixture();
  const subscription = await subscribeTo(fixture, fixture.prices.small);
  const { middle } = fixture.prices;
  const error = await getError(upgradeTo(fixture, subscription, middle, { description: 'Growth' }));
  expect(error).toMatchObject({ statusCode: 400, param: 'description' });
  await upgradeTo(fixture, subscription, middle, { metadata: { plan: 'growth' } });
  expect((await fixture.stripe.subscriptions.retrieve(subscription.id)).metadata).toEqual({ plan: 'growth' });
  await fixture.sandbox.close();
});

test('drops a change whose invoice is voided and restores the credit that it used', async () => {
  const fixture = await openPlanFixture();
  const subscription = await subscribeTo(fixture, fixture.prices.middle);
  await upgradeTo(fixture, subscription, fixture.prices.small);
  const balance = async () => (await fixture.stripe.customers.retrieve(fixture.customer)) as { balance?: number };
  expect(await balance()).toMatchObject({ balance: -2000 });
  await fixture.setDefaultCard('pm_card_chargeCustomerFail');
  const pendingUpdate = await upgradeTo(fixture, subscription, fixture.prices.large);
  expect(await balance()).toMatchObject({ balance: 0 });
  await fixture.stripe.invoices.voidInvoice(pendingUpdate.latest_invoice as string);
  expect(await stateOf(fixture, subscription.id)).toMatchObject({
    price: fixture.prices.small,
    waits: false,
  });
  expect(await balance()).toMatchObject({ balance: -2000 });
  await fixture.sandbox.close();
});

test('does not count a pending change as a past due payment', async () => {
  const { fixture, subscription } = await openDeclinedFixture();
  await fixture.moveClockTo(subscription.end + 2 * 3600);
  expect(await stateOf(fixture, subscription.id)).toMatchObject({ status: 'past_due' });
  const { data } = await fixture.stripe.invoices.list({ subscription: subscription.id, status: 'open' });
  await upgradeTo(fixture, subscription, fixture.prices.middle);
  await fixture.setDefaultCard('pm_card_visa');
  await fixture.stripe.invoices.pay(data[0]?.id ?? '');
  expect(await stateOf(fixture, subscription.id)).toMatchObject({
    price: fixture.prices.small,
    status: 'active',
    waits: true,
  });
  await fixture.sandbox.close();
});
