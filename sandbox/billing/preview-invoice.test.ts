import { expect, test } from 'vitest';

import { invoicesOf, openPlanFixture, subscribeTo } from '../testing/plan-fixture.ts';
import { getError } from '../testing/sandbox-fixture.ts';

test('previews to the cent what the update then charges and stores nothing', async () => {
  const fixture = await openPlanFixture();
  const subscription = await subscribeTo(fixture, fixture.prices.small);
  await fixture.moveClockTo(subscription.start + Math.floor((subscription.end - subscription.start) / 3));
  await fixture.drainEventTypes();
  const overrides = {
    items: [{ id: subscription.item, price: fixture.prices.large, quantity: 1 }],
    proration_behavior: 'always_invoice' as const,
    proration_date: fixture.now() - 60,
  };
  const preview = await fixture.stripe.invoices.createPreview({
    customer: fixture.customer,
    subscription: subscription.id,
    subscription_details: overrides,
  });
  expect(preview.lines.data).toHaveLength(2);
  expect(await invoicesOf(fixture, subscription.id)).toEqual(['paid 900']);
  expect(await fixture.drainEventTypes()).toEqual([]);
  await fixture.moveClockTo(fixture.now() + 45);
  const { latest_invoice } = await fixture.stripe.subscriptions.update(subscription.id, {
    ...overrides,
    payment_behavior: 'pending_if_incomplete',
    expand: ['latest_invoice'],
  });
  expect(latest_invoice).toMatchObject({ amount_paid: preview.amount_due, status: 'paid' });
  await fixture.sandbox.close();
});

test('previews the next period at the price of the next phase when nothing changes', async () => {
  const fixture = await openPlanFixture();
  const subscription = await subscribeTo(fixture, fixture.prices.large);
  const nextInvoice = await fixture.stripe.invoices.createPreview({ subscription: subscription.id });
  expect(nextInvoice).toMatchObject({ total: 9900, next_payment_attempt: subscription.end });
  const { id } = await fixture.stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
  await fixture.stripe.subscriptionSchedules.update(id, {
    phases: [
      {
        items: [{ price: fixture.prices.large }],
        start_date: subscription.start,
        end_date: subscription.end,
      },
      { items: [{ price: fixture.prices.small }], duration: { interval: 'month' } },
    ],
  });
  expect(await fixture.stripe.invoices.createPreview({ subscription: subscription.id })).toMatchObject({
    total: 900,
  });
  await fixture.sandbox.close();
});

test('refuses a preview of a subscription that has ended or will end', async () => {
  const fixture = await openPlanFixture();
  const subscription = await subscribeTo(fixture, fixture.prices.small);
  await fixture.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  const previewError = () => getError(fixture.stripe.invoices.createPreview({ subscription: subscription.id }));
  expect(await previewError()).toMatchObject({ code: 'invoice_upcoming_none' });
  await fixture.stripe.subscriptions.cancel(subscription.id);
  expect(await previewError()).toMatchObject({ code: 'invoice_upcoming_none' });
  await fixture.sandbox.close();
});
