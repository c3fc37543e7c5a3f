import fc from 'fast-check';
import { expect, test } from 'vitest';

import { openPlanFixture, subscribeTo } from '../testing/plan-fixture.ts';

const AMOUNTS = { small: 900, middle: 2900, large: 9900 };
const HOUR_S = 3600;
/** Changes: the new price and the hours since the previous change, together shorter than the shortest month. */
const histories = fc.array(
  fc.record({ size: fc.constantFrom('small', 'middle', 'large'), hours: fc.integer({ min: 1, max: 100 }) }),
  { minLength: 1, maxLength: 6 },
);

test('charges each price for the time it was active, whatever the sequence of changes', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (changes) => {
      const fixture = await openPlanFixture();
      const subscription = await subscribeTo(fixture, fixture.prices.small);
      let [time, currentPrice, expectedTotal] = [subscription.start, AMOUNTS.small, 0];
      for (const { size, hours } of changes) {
        expectedTotal += currentPrice * hours * HOUR_S;
        time += hours * HOUR_S;
        currentPrice = AMOUNTS[size];
        await fixture.moveClockTo(time);
        await fixture.stripe.subscriptions.update(subscription.id, {
          items: [{ id: subscription.item, price: fixture.prices[size] }],
          proration_behavior: 'always_invoice',
          payment_behavior: 'pending_if_incomplete',
          proration_date: time,
        });
      }
      expectedTotal += currentPrice * (subscription.end - time);
      const { data } = await fixture.stripe.invoices.list({ subscription: subscription.id, limit: 100 });
      const paid = data.reduce((sum, { amount_paid }) => sum + amount_paid, 0);
      const { balance } = (await fixture.stripe.customers.retrieve(fixture.customer)) as { balance: number };
      await fixture.sandbox.close();
      // Each change creates two lines, each rounded by at most half a cent.
      expect(Math.abs(paid + balance - expectedTotal / (subscription.end - subscription.start))).toBeLessThanOrEqual(
        changes.length,
      );
    }),
    { numRuns: 20 },
  );
});
