import { expect, test } from 'vitest';
import { failure } from '../rehearsal.ts';
import { invoicesOf, openPlanRehearsal, subscribeTo } from './plan-rehearsal.ts';

test('previews to the cent what the update then charges and stores nothing', async () => {
  const play = await openPlanRehearsal();
  const made = await subscribeTo(play, play.prices.small);
  await play.moveTo(made.start + Math.floor((made.end - made.start) / 3));
  await play.news();
  const change = {
    items: [{ id: made.item, price: play.prices.large, quantity: 1 }],
    proration_behavior: 'always_invoice' as const,
    proration_date: play.now() - 60,
  };
  const seen = await play.stripe.invoices.createPreview({
    customer: play.customer,
    subscription: made.id,
    subscription_details: change,
  });
  expect(seen.lines.data).toHaveLength(2);
  expect(await invoicesOf(play, made.id)).toEqual(['paid 900']);
  expect(await play.news()).toEqual([]);
  await play.moveTo(play.now() + 45);
  const { latest_invoice } = await play.stripe.subscriptions.update(made.id, {
    ...change,
    payment_behavior: 'pending_if_incomplete',
    expand: ['latest_invoice'],
  });
  expect(latest_invoice).toMatchObject({ amount_paid: seen.amount_due, status: 'paid' });
  await play.sandbox.close();
});

test('previews the next period at the price of the next phase when nothing changes', async () => {
  const play = await openPlanRehearsal();
  const made = await subscribeTo(play, play.prices.large);
  const next = await play.stripe.invoices.createPreview({ subscription: made.id });
  expect(next).toMatchObject({ total: 9900, next_payment_attempt: made.end });
  const { id } = await play.stripe.subscriptionSchedules.create({ from_subscription: made.id });
  await play.stripe.subscriptionSchedules.update(id, {
    phases: [
      { items: [{ price: play.prices.large }], start_date: made.start, end_date: made.end },
      { items: [{ price: play.prices.small }], duration: { interval: 'month' } },
    ],
  });
  expect(await play.stripe.invoices.createPreview({ subscription: made.id })).toMatchObject({ total: 900 });
  await play.sandbox.close();
});

test('refuses a preview of a subscription that has ended or will end', async () => {
  const play = await openPlanRehearsal();
  const made = await subscribeTo(play, play.prices.small);
  await play.stripe.subscriptions.update(made.id, { cancel_at_period_end: true });
  const preview = () => failure(play.stripe.invoices.createPreview({ subscription: made.id }));
  expect(await preview()).toMatchObject({ code: 'invoice_upcoming_none' });
  await play.stripe.subscriptions.cancel(made.id);
  expect(await preview()).toMatchObject({ code: 'invoice_upcoming_none' });
  await play.sandbox.close();
});
