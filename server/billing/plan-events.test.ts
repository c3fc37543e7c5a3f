import { expect, test } from 'vitest';

import type { ShopParts } from '#server/app.ts';
import { openShop } from '#server/testing.ts';
import { openRoad } from '#server/testing-faults.ts';
import {
  atProvider,
  giveCard,
  mailsOf,
  passDays,
  planRowOf,
  sellerOnTrial,
  statusOf,
} from '#server/testing-plans.ts';

type Around = NonNullable<ShopParts['aroundEvents']>;

/** Delivers each event twice, the second time after the next event. */
const doubledAndLate: Around = (next) => {
  let held: (() => Promise<unknown>) | null = null;
  return async (...delivery) => {
    const answer = await next(...delivery);
    await held?.();
    held = () => next(...delivery);
    return answer;
  };
};

test('ignores repeated and late events', async () => {
  const shop = await openShop({ aroundEvents: doubledAndLate });
  const seller = await sellerOnTrial(shop, 'starter', 'pm_card_visa');
  await passDays(shop, 7.1);
  const userId = seller.session.user.id;
  await seller.call('upgrade-subscription', { targetPlan: 'growth', userId });
  await shop.settled();
  await seller.call('cancel-subscription', {});
  await passDays(shop, 31);
  expect(await statusOf(seller)).toMatchObject({ status: 'canceled', currentPlan: 'growth', access: false });
  expect((await atProvider(shop)).charged).toHaveLength(2);
  expect(await mailsOf(shop)).toEqual(['welcome_trial', 'plan_canceled', 'plan_canceled']);
});

test('ignores the state of a delayed event', async () => {
  const held: (() => Promise<unknown>)[] = [];
  let holding = false;
  const shop = await openShop({
    aroundEvents:
      (next) =>
      async (...delivery) => {
        if (!holding) return next(...delivery);
        held.push(() => next(...delivery));
        return { status: 200 };
      },
  });
  const seller = await sellerOnTrial(shop);
  holding = true;
  await giveCard(shop, seller, 'pm_card_visa');
  await passDays(shop, 7.1);
  holding = false;
  for (const deliver of held.toReversed()) await deliver();
  await shop.settled();
  expect(await statusOf(seller)).toMatchObject({ status: 'active', card: { last4: '4242' } });
});

test('fetches the plan again when a change overtakes a response', async () => {
  const road = openRoad();
  const shop = await openShop({ aroundProvider: road.aroundProvider });
  const seller = await sellerOnTrial(shop);
  road.hold(/^GET \/v1\/subscriptions\/sub_/, async () => {
    await seller.call('create-subscription', { planId: 'pro' });
  });
  expect((await statusOf(seller, true)).currentPlan).toBe('pro');
});

test('accepts concurrent refreshes', async () => {
  const shop = await openShop();
  const seller = await sellerOnTrial(shop, 'starter', 'pm_card_visa');
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => seller.call('check-subscription-status', { refresh: true })),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});

test('applies changes that were made in the Stripe portal', async () => {
  const shop = await openShop();
  const seller = await sellerOnTrial(shop, 'starter', 'pm_card_visa');
  const { subscriptionId, customerId } = await planRowOf(shop, seller);
  const { subscriptions, paymentMethods } = shop.context.stripe.plans;
  await subscriptions.update(subscriptionId ?? '', { cancel_at_period_end: true });
  await shop.settled();
  expect((await statusOf(seller)).cancelAt).not.toBeNull();
  for (const { id } of (await paymentMethods.list({ customer: customerId ?? '' })).data)
    await paymentMethods.detach(id);
  await shop.settled();
  expect((await statusOf(seller)).card).toBeNull();
});

test('ignores another subscription of the same customer', async () => {
  const shop = await openShop();
  const seller = await sellerOnTrial(shop, 'starter', 'pm_card_visa');
  const { customerId } = await planRowOf(shop, seller);
  const { subscriptions, prices } = shop.context.stripe.plans;
  const { data } = await prices.list({ lookup_keys: ['pro_monthly'] });
  await subscriptions.create({ customer: customerId ?? '', items: [{ price: data[0]?.id ?? '' }] });
  await shop.settled();
  expect(await statusOf(seller, true)).toMatchObject({ status: 'trialing', currentPlan: 'starter' });
});

test('ignores events of unknown customers', async () => {
  const shop = await openShop();
  const { customers, prices, subscriptions, products } = shop.context.stripe.plans;
  const { id: customer } = await customers.create({ email: 'stranger@example.com' });
  const { id: product } = await products.create({ name: 'Something else' });
  const price = await prices.create({
    product,
    currency: 'usd',
    unit_amount: 100,
    recurring: { interval: 'month' },
  });
  await subscriptions.create({ customer, items: [{ price: price.id }], trial_period_days: 7 });
  await shop.settled();
  const seller = await shop.seller();
  expect((await statusOf(seller)).hasSubscription).toBe(false);
});
