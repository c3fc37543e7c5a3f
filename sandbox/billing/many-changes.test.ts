import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openPlanRehearsal, subscribeTo } from './plan-rehearsal.ts';

const cents = { small: 900, middle: 2900, large: 9900 };
const hour = 3600;
/** Changes: the new price and the hours since the previous change, together shorter than the shortest month. */
const histories = fc.array(
  fc.record({ size: fc.constantFrom('small', 'middle', 'large'), hours: fc.integer({ min: 1, max: 100 }) }),
  { minLength: 1, maxLength: 6 },
);

test('charges each price for the time it was active, whatever the sequence of changes', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (changes) => {
      const play = await openPlanRehearsal();
      const made = await subscribeTo(play, play.prices.small);
      let [at, held, worth] = [made.start, cents.small, 0];
      for (const { size, hours } of changes) {
        worth += held * hours * hour;
        at += hours * hour;
        held = cents[size];
        await play.moveTo(at);
        await play.stripe.subscriptions.update(made.id, {
          items: [{ id: made.item, price: play.prices[size] }],
          proration_behavior: 'always_invoice',
          payment_behavior: 'pending_if_incomplete',
          proration_date: at,
        });
      }
      worth += held * (made.end - at);
      const { data } = await play.stripe.invoices.list({ subscription: made.id, limit: 100 });
      const paid = data.reduce((sum, { amount_paid }) => sum + amount_paid, 0);
      const { balance } = (await play.stripe.customers.retrieve(play.customer)) as { balance: number };
      await play.sandbox.close();
      // Each change creates two lines, each rounded by at most half a cent.
      expect(Math.abs(paid + balance - worth / (made.end - made.start))).toBeLessThanOrEqual(changes.length);
    }),
    { numRuns: 20 },
  );
});
