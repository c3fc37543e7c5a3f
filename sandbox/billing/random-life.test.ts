import type Stripe from 'stripe';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { openPlanRehearsal, subscribeTo, type PlanRehearsal } from './plan-rehearsal.ts';

type Life = PlanRehearsal & { id: string; item: string };
type Step = (life: Life) => Promise<unknown>;
type Size = 'small' | 'middle' | 'large';

const hour = 3600;
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

const update = (change: (life: Life) => Stripe.SubscriptionUpdateParams): Step => {
  return (life) => life.stripe.subscriptions.update(life.id, change(life));
};

const downgrade = (to: Size): Step => {
  return async ({ stripe, id, prices }) => {
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
    const [present] = schedule.phases;
    if (!present) throw new Error('a schedule without phases');
    const { start_date, end_date } = present;
    const items = present.items.map((item) => ({ price: item.price as string }));
    const next = { items: [{ price: prices[to] }], duration: { interval: 'month' as const } };
    await stripe.subscriptionSchedules.update(schedule.id, {
      phases: [{ items, start_date, end_date }, next],
    });
  };
};

const release: Step = async ({ stripe, id }) => {
  const { schedule } = await stripe.subscriptions.retrieve(id);
  if (schedule) await stripe.subscriptionSchedules.release(schedule as string);
};

const openInvoices = async ({ stripe, id }: Life): Promise<Stripe.Invoice[]> =>
  (await stripe.invoices.list({ subscription: id, status: 'open' })).data;

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.integer({ min: 1, max: 500 }).map(
      (hours): Step =>
        async (life) =>
          life.moveTo(life.now() + hours * hour),
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
    (token): Step =>
      (life) =>
        life.giveCard(token),
  ),
  size.map(downgrade),
  fc.constant(release),
  fc.boolean().map((cancel_at_period_end) => update(() => ({ cancel_at_period_end }))),
  fc.constant(update(() => ({ trial_end: 'now' }))),
  fc.constant(update(() => ({ billing_cycle_anchor: { type: 'now' } }))),
  fc.constant<Step>(({ stripe, id }) =>
    stripe.subscriptions.resume(id, { payment_behavior: 'resume_on_payment_success' }),
  ),
  fc.constant<Step>(async (life) => {
    for (const invoice of await openInvoices(life)) await life.stripe.invoices.pay(invoice.id);
  }),
);

/** Checks the invariants of a subscription at any time. */
const check = async (life: Life): Promise<void> => {
  const { stripe, id, now } = life;
  const [subscription, open] = [
    await stripe.subscriptions.retrieve(id, { expand: ['schedule'] }),
    await openInvoices(life),
  ];
  const [item] = subscription.items.data;
  const lives = ['active', 'trialing', 'past_due'].includes(subscription.status);
  if (lives) expect(item?.current_period_end).toBeGreaterThan(now() - hour);
  if (subscription.pending_update) {
    expect(open.length).toBeGreaterThan(0);
    expect(subscription.pending_update.expires_at).toBeGreaterThan(now() - hour);
  }
  if (typeof subscription.schedule === 'object' && subscription.schedule && lives)
    expect(subscription.schedule.status).toBe('active');
  if (subscription.status === 'active')
    expect(open.filter(({ billing_reason }) => billing_reason === 'subscription_cycle').length).toBeLessThan(
      2,
    );
};

test('answers every random sequence of actions on a subscription without an unexpected error', async () => {
  const complaints = vi.spyOn(process.stderr, 'write');
  const lives = fc.tuple(fc.boolean(), fc.array(steps, { maxLength: 14 }));
  await fc.assert(
    fc.asyncProperty(lives, async ([withTrial, story]) => {
      const play = await openPlanRehearsal(withTrial ? null : 'pm_card_visa');
      const end_behavior = { missing_payment_method: 'pause' as const };
      const trial = { trial_period_days: 7, trial_settings: { end_behavior } };
      const made = await subscribeTo(play, play.prices.small, withTrial ? trial : {});
      const life = { ...play, id: made.id, item: made.item };
      for (const step of story) {
        const refused = await step(life).then(
          () => null,
          (error: { statusCode?: number }) => error,
        );
        if (refused) expect([400, 402, 404]).toContain(refused.statusCode);
        await check(life);
      }
      await play.sandbox.close();
    // Other code in this process may write to stderr as well.
      expect(complaints.mock.calls.filter(([text]) => String(text).startsWith('sandbox:'))).toEqual([]);
    }),
    { numRuns: 40 },
  );
  complaints.mockRestore();
});
