import type Stripe from 'stripe';
import type { Rehearsal } from '../rehearsal.ts';

const second = 1000;
export const seconds = { hour: 3600, day: 24 * 3600 };

/** Lets the sandbox's clock go on by so many seconds. */
export const pass = ({ sandbox }: Rehearsal, by: number): void =>
  sandbox.clock.moveTo(new Date(sandbox.now().getTime() + by * second));

/** Lets the sandbox's clock go on to a moment, in seconds, and two more. */
export const passTo = ({ sandbox }: Rehearsal, moment: number): void =>
  sandbox.clock.moveTo(new Date((moment + 2) * second));

export type Plan = { customer: string; price: string };

/** A customer of the platform, with a card when one is named, and a monthly price. */
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

/** Attaches a card by Stripe's name for it, and makes it the customer's default. */
export const giveCard = async (stripe: Stripe, customer: string, card: string): Promise<string> => {
  const { id } = await stripe.paymentMethods.attach(card, { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
  return id;
};

type Creation = Partial<Stripe.SubscriptionCreateParams>;

/** A monthly subscription, as `change` lays over it. */
export const begin = (stripe: Stripe, plan: Plan, change: Creation = {}): Promise<Stripe.Subscription> =>
  stripe.subscriptions.create({ customer: plan.customer, items: [{ price: plan.price }], ...change });

/** A week's trial that pauses when nobody has given a card. */
export const trial: Creation = {
  trial_period_days: 7,
  trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
};

/** When the paid time of a subscription ends, in seconds. */
export const endOf = (subscription: Stripe.Subscription): number =>
  subscription.items.data[0]?.current_period_end ?? 0;
