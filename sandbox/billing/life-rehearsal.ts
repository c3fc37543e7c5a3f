import type Stripe from 'stripe';
import type { Rehearsal } from '../rehearsal.ts';

const second = 1000;
export const seconds = { hour: 3600, day: 24 * 3600 };

/** Moves the sandbox's clock forward by seconds. */
export const pass = ({ sandbox }: Rehearsal, by: number): void =>
  sandbox.clock.moveTo(new Date(sandbox.now().getTime() + by * second));

/** Moves the sandbox's clock to a time in seconds, plus two seconds. */
export const passTo = ({ sandbox }: Rehearsal, moment: number): void =>
  sandbox.clock.moveTo(new Date((moment + 2) * second));

export type Plan = { customer: string; price: string };

/** Creates a customer of the platform, optionally with a card, and a monthly price. */
export const openPlan = async ({ stripe }: Rehearsal, card?: string, amount = 900): Promise<Plan> => {
  const product = await stripe.products.create({ name: 'Starter' });
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: amount,
    recurring: { interval: 'month' },
  });
  const { id: customer } = await stripe.customers.create({ email: 'anna@example.com' });
  if (card !== undefined) await giveCard(stripe, customer, card);
  return { customer, price: price.id };
};

/** Attaches one of Stripe's test payment methods and makes it the customer's default. */
export const giveCard = async (stripe: Stripe, customer: string, card: string): Promise<string> => {
  const { id } = await stripe.paymentMethods.attach(card, { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
  return id;
};

type Creation = Partial<Stripe.SubscriptionCreateParams>;

/** Creates a monthly subscription, with its parameters merged with `overrides`. */
export const begin = (stripe: Stripe, plan: Plan, change: Creation = {}): Promise<Stripe.Subscription> =>
  stripe.subscriptions.create({ customer: plan.customer, items: [{ price: plan.price }], ...change });

/** A trial of one week that pauses when there is no payment method. */
export const trial: Creation = {
  trial_period_days: 7,
  trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
};

/** Returns the end of a subscription's current period, in seconds. */
export const endOf = (subscription: Stripe.Subscription): number =>
  subscription.items.data[0]?.current_period_end ?? 0;
