import { expect, test } from 'vitest';

import type { AppOptions } from '#server/app.ts';
import { createFaultyStripe } from '#server/testing/faulty-stripe.ts';
import {
  listStripeBilling,
  attachCard,
  listPlanEmails,
  advanceDays,
  getPlanRow,
  createTrialSeller,
  getPlanStatus,
} from '#server/testing/seller-plans.ts';
import { createTestApp } from '#server/testing/test-app.ts';

type EventWrapper = NonNullable<AppOptions['wrapEventDelivery']>;

/** Delivers each event twice, the second time after the next event. */
const deliverTwiceAndLate: EventWrapper = (next) => {
  let deliverAgain: (() => Promise<unknown>) | null = null;
  return async (...delivery) => {
    const response = await next(...delivery);
    await deliverAgain?.();
    deliverAgain = () => next(...delivery);
    return response;
  };
};

test('ignores repeated and late events', async () => {
  const app = await createTestApp({ wrapEventDelivery: deliverTwiceAndLate });
  const seller = await createTrialSeller(app, 'starter', 'pm_card_visa');
  await advanceDays(app, 7.1);
  const userId = seller.session.user.id;
  await seller.rpc('upgrade-subscription', { targetPlan: 'growth', userId });
  await app.waitUntilIdle();
  await seller.rpc('cancel-subscription', {});
  await advanceDays(app, 31);
  expect(await getPlanStatus(seller)).toMatchObject({
    status: 'canceled',
    currentPlan: 'growth',
    access: false,
  });
  expect((await listStripeBilling(app)).chargedAmounts).toHaveLength(2);
  expect(await listPlanEmails(app)).toEqual(['welcome_trial', 'plan_canceled', 'plan_canceled']);
});

test('ignores the state of a delayed event', async () => {
  const delayedDeliveries: (() => Promise<unknown>)[] = [];
  let isDelaying = false;
  const app = await createTestApp({
    wrapEventDelivery:
      (next) =>
      async (...delivery) => {
        if (!isDelaying) return next(...delivery);
        delayedDeliveries.push(() => next(...delivery));
        return { status: 200 };
      },
  });
  const seller = await createTrialSeller(app);
  isDelaying = true;
  await attachCard(app, seller, 'pm_card_visa');
  await advanceDays(app, 7.1);
  isDelaying = false;
  for (const deliver of delayedDeliveries.toReversed()) await deliver();
  await app.waitUntilIdle();
  expect(await getPlanStatus(seller)).toMatchObject({ status: 'active', card: { last4: '4242' } });
});

test('fetches the plan again when a change overtakes a response', async () => {
  const transport = createFaultyStripe();
  const app = await createTestApp({ wrapStripe: transport.wrapStripe });
  const seller = await createTrialSeller(app);
  transport.delayOnce(/^GET \/v1\/subscriptions\/sub_/, async () => {
    await seller.rpc('create-subscription', { planId: 'pro' });
  });
  expect((await getPlanStatus(seller, true)).currentPlan).toBe('pro');
});

test('accepts concurrent refreshes', async () => {
  const app = await createTestApp();
  const seller = await createTrialSeller(app, 'starter', 'pm_card_visa');
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => seller.rpc('check-subscription-status', { refresh: true })),
  );
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
});

test('applies changes that were made in the Stripe portal', async () => {
  const app = await createTestApp();
  const seller = await createTrialSeller(app, 'starter', 'pm_card_visa');
  const { subscriptionId, customerId } = await getPlanRow(app, seller);
  const { subscriptions, paymentMethods } = app.context.stripe.plans;
  await subscriptions.update(subscriptionId ?? '', { cancel_at_period_end: true });
  await app.waitUntilIdle();
  expect((await getPlanStatus(seller)).cancelAt).not.toBeNull();
  for (const { id } of (await paymentMethods.list({ customer: customerId ?? '' })).data)
    await paymentMethods.detach(id);
  await app.waitUntilIdle();
  expect((await getPlanStatus(seller)).card).toBeNull();
});

test('ignores another subscription of the same customer', async () => {
  const app = await createTestApp();
  const seller = await createTrialSeller(app, 'starter', 'pm_card_visa');
  const { customerId } = await getPlanRow(app, seller);
  const { subscriptions, prices } = app.context.stripe.plans;
  const { data } = await prices.list({ lookup_keys: ['pro_monthly'] });
  await subscriptions.create({ customer: customerId ?? '', items: [{ price: data[0]?.id ?? '' }] });
  await app.waitUntilIdle();
  expect(await getPlanStatus(seller, true)).toMatchObject({ status: 'trialing', currentPlan: 'starter' });
});

test('ignores events of unknown customers', async () => {
  const app = await createTestApp();
  const { customers, prices, subscriptions, products } = app.context.stripe.plans;
  const { id: customer } = await customers.create({ email: 'stranger@example.com' });
  const { id: product } = await products.create({ name: 'Something else' });
  const price = await prices.create({
    product,
    currency: 'usd',
    unit_amount: 100,
    recurring: { interval: 'month' },
  });
  await subscriptions.create({ customer, items: [{ price: price.id }], trial_period_days: 7 });
  await app.waitUntilIdle();
  const seller = await app.signUpSeller();
  expect((await getPlanStatus(seller)).hasSubscription).toBe(false);
});
