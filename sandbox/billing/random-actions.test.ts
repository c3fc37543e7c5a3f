import fc from 'fast-check';
import type Stripe from 'stripe';
import { expect, test, vi } from 'vitest';

import { openPlanFixture, subscribeTo, type PlanFixture } from '../testing/plan-fixture.ts';

type SubscriptionFixture = PlanFixture & { id: string; item: string };
type Action = (fixture: SubscriptionFixture) => Promise<unknown>;
type Size = 'small' | 'middle' | 'large';

const HOUR_S = 3600;
const size = fc.constantFrom<Size>('small', 'middle', 'large');
const card = fc.constantFrom(
  'pm_card_visa' as const,
  'pm_card_chargeCustomerFail' as const,
  'pm_card_authenticationRequired' as const,
);
const prorations = fc.constantFrom('always_invoice' as const, 'create_prorations' as const, 'none' as const);
const behaviors = fc.constantFrom(
  'pending_if_incomplete' as const,
  'allow_incomplete' as const,
  'error_if_incomplete' as const,
  'default_incomplete' as const,
);

const update = (overrides: (fixture: SubscriptionFixture) => Stripe.SubscriptionUpdateParams): Action => {
  return (fixture) => fixture.stripe.subscriptions.update(fixture.id, overrides(fixture));
};

const downgrade = (to: Size): Action => {
  return async ({ stripe, id, prices }) => {
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
    const [currentPhase] = schedule.phases;
    if (!currentPhase) throw new Error('a schedule without phases');
    const { start_date, end_date } = currentPhase;
    const items = currentPhase.items.map((item) => ({ price: item.price as string }));
    const nextPhase = { items: [{ price: prices[to] }], duration: { interval: 'month' as const } };
    await stripe.subscriptionSchedules.update(schedule.id, {
      phases: [{ items, start_date, end_date }, nextPhase],
    });
  };
};

const releaseSchedule: Action = async ({ stripe, id }) => {
  const { schedule } = await stripe.subscriptions.retrieve(id);
  if (schedule) await stripe.subscriptionSchedules.release(schedule as string);
};

const openInvoices = async ({ stripe, id }: SubscriptionFixture): Promise<Stripe.Invoice[]> =>
  (await stripe.invoices.list({ subscription: id, status: 'open' })).data;

const actions: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.integer({ min: 1, max: 500 }).map(
      (hours): Action =>
        async (fixture) =>
          fixture.moveClockTo(fixture.now() + hours * HOUR_S),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(size, prorations, behaviors).map(([to, proration_behavior, payment_behavior]) =>
      update(({ item, prices }) => ({
        items: [{ id: item, price: prices[to] }],
        proration_behavior,
        payment_behavior,
      })),
    ),
  },
  card.map(
    (token): Action =>
      (fixture) =>
        fixture.setDefaultCard(token),
  ),
  size.map(downgrade),
  fc.constant(releaseSchedule),
  fc.boolean().map((cancel_at_period_end) => update(() => ({ cancel_at_period_end }))),
  fc.constant(update(() => ({ trial_end: 'now' }))),
  fc.constant(update(() => ({ billing_cycle_anchor: { type: 'now' } }))),
  fc.constant<Action>(({ stripe, id }) =>
    stripe.subscriptions.resume(id, { payment_behavior: 'resume_on_payment_success' }),
  ),
  fc.constant<Action>(async (fixture) => {
    for (const invoice of await openInvoices(fixture)) await fixture.stripe.invoices.pay(invoice.id);
  }),
);

/** Checks the invariants of a subscription at any time. */
const checkInvariants = async (fixture: SubscriptionFixture): Promise<void> => {
  const { stripe, id, now } = fixture;
  const [subscription, open] = [
    await stripe.subscriptions.retrieve(id, { expand: ['schedule'] }),
    await openInvoices(fixture),
  ];
  const [item] = subscription.items.data;
  const isRunning = ['active', 'trialing', 'past_due'].includes(subscription.status);
  if (isRunning) expect(item?.current_period_end).toBeGreaterThan(now() - HOUR_S);
  if (subscription.pending_update) {
    expect(open.length).toBeGreaterThan(0);
    expect(subscription.pending_update.expires_at).toBeGreaterThan(now() - HOUR_S);
  }
  if (typeof subscription.schedule === 'object' && subscription.schedule && isRunning)
    expect(subscription.schedule.status).toBe('active');
  if (subscription.status === 'active')
    expect(open.filter(({ billing_reason }) => billing_reason === 'subscription_cycle').length).toBeLessThan(2);
};

test('answers every random sequence of actions on a subscription without an unexpected error', async () => {
  const stderrWrites = vi.spyOn(process.stderr, 'write');
  const scenarios = fc.tuple(fc.boolean(), fc.array(actions, { maxLength: 14 }));
  await fc.assert(
    fc.asyncProperty(scenarios, async ([withTrial, scenarioActions]) => {
      const planFixture = await openPlanFixture(withTrial ? null : 'pm_card_visa');
      const end_behavior = { missing_payment_method: 'pause' as const };
      const trial = { trial_period_days: 7, trial_settings: { end_behavior } };
      const subscription = await subscribeTo(planFixture, planFixture.prices.small, withTrial ? trial : {});
      const fixture = { ...planFixture, id: subscription.id, item: subscription.item };
      for (const action of scenarioActions) {
        const error = await action(fixture).then(
          () => null,
          (error: { statusCode?: number }) => error,
        );
        if (error) expect([400, 402, 404]).toContain(error.statusCode);
        await checkInvariants(fixture);
      }
      await planFixture.sandbox.close();
      // Other code in this process may write to stderr as well.
      expect(stderrWrites.mock.calls.filter(([text]) => String(text).startsWith('sandbox:'))).toEqual([]);
    }),
    { numRuns: 40 },
  );
  stderrWrites.mockRestore();
});
