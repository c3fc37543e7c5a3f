import type Stripe from 'stripe';

import type { SandboxFixture } from './sandbox-fixture.ts';

const SECOND_MS = 1000;
export const SECONDS = { hour: 3600, day: 24 * 3600 };

/** Moves the sandbox's clock forward by seconds. */
export const advanceClock = ({ sandbox }: SandboxFixture, duration: number): void =>
  sandbox.clock.moveTo(new Date(sandbox.now().getTime() + duration * SECOND_MS));

/** Moves the sandbox's clock to a time in seconds, plus two seconds. */
export const advanceClockTo = ({ sandbox }: SandboxFixture, time: number): void =>
  sandbox.clock.moveTo(new Date((time + 2) * SECOND_MS));

export type Plan = { customer: string; price: string };

/** Creates a customer of the platform, optionally with a card, and a monthly price. */
export const createPlan = async ({ stripe }: SandboxFixture, testMethod?: string, amount = 900): Promise<Plan> => {
  const product = await stripe.products.create({ name: 'Starter' });
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: amount,
    recurring: { interval: 'month' },
  });
  const { id: customer } = await stripe.customers.create({ email: 'anna@example.com' });
  if (testMethod !== undefined) await setDefaultCard(stripe, customer, testMethod);
  return { customer, price: price.id };
};

/** Attaches one of Stripe's test payment methods and makes it the customer's default. */
export const setDefaultCard = async (stripe: Stripe, customer: string, testMethod: string): Promise<string> => {
  const { id } = await stripe.paymentMethods.attach(testMethod, { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
  return id;
};

type SubscriptionParams = Partial<Stripe.SubscriptionCreateParams>;

/** Creates a monthly subscription, with its parameters merged with `overrides`. */
export const subscribe = (
  stripe: Stripe,
  plan: Plan,
  overrides: SubscriptionParams = {},
): Promise<Stripe.Subscription> =>
  stripe.subscriptions.create({ customer: plan.customer, items: [{ price: plan.price }], ...overrides });

/** A trial of one week that pauses when there is no payment method. */
export const TRIAL_PARAMS: SubscriptionParams = {
  trial_period_days: 7,
  trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
};

/** Returns the end of a subscription's current period, in seconds. */
export const periodEndOf = (subscription: Stripe.Subscription): number =>
  subscription.items.data[0]?.current_period_end ?? 0;
