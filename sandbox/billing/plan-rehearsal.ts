import type Stripe from 'stripe';
import { openRehearsal, type Rehearsal } from '../rehearsal.ts';

export const day = 24 * 3600;
export type Cards = 'pm_card_visa' | 'pm_card_chargeCustomerFail' | 'pm_card_authenticationRequired' | null;

export type PlanRehearsal = Rehearsal & {
  prices: { small: string; middle: string; large: string };
  customer: string;
  now: () => number;
  /** Moves the clock to a time in seconds and waits for the deliveries that this causes. */
  moveTo: (seconds: number) => Promise<void>;
  /** Makes another card the customer's default. */
  giveCard: (card: Exclude<Cards, null>) => Promise<void>;
  /** Returns the types of the platform's events since the last call, oldest first. */
  news: () => Promise<string[]>;
};

const openPrices = async (stripe: Stripe): Promise<PlanRehearsal['prices']> => {
  const amounts = { small: 900, middle: 2900, large: 9900 };
  const made = Object.entries(amounts).map(async ([size, unit_amount]) => {
    const product = await stripe.products.create({ name: `Plan ${size}` });
    const recurring = { interval: 'month' as const };
    const price = await stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount,
      recurring,
    });
    return [size, price.id];
  });
  return Object.fromEntries(await Promise.all(made)) as PlanRehearsal['prices'];
};

/** Opens a platform with three monthly prices and one customer who pays with `card`. */
export const openPlanRehearsal = async (card: Cards = 'pm_card_visa'): Promise<PlanRehearsal> => {
  const rehearsal = openRehearsal();
  const { stripe, sandbox } = rehearsal;
  const prices = await openPrices(stripe);
  const { id: customer } = await stripe.customers.create({ email: 'anna@example.com' });
  const seen = new Set<string>();
  const giveCard: PlanRehearsal['giveCard'] = async (token) => {
    const method = await stripe.paymentMethods.attach(token, { customer });
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } });
  };
  if (card !== null) await giveCard(card);
  return {
    ...rehearsal,
    prices,
    customer,
    giveCard,
    now: () => Math.floor(sandbox.now().getTime() / 1000),
    moveTo: async (seconds) => {
      sandbox.clock.moveTo(new Date(seconds * 1000));
      await sandbox.settled();
    },
    news: async () => {
      const { data } = await stripe.events.list({ limit: 100 });
      const fresh = data.filter(({ id }) => !seen.has(id)).toReversed();
      for (const { id } of fresh) seen.add(id);
      return fresh.map(({ type }) => type);
    },
  };
};

/** Subscribes the customer to `price` and returns the item id that an update needs. */
export const subscribeTo = async (
  { stripe, customer }: PlanRehearsal,
  price: string,
  change: Partial<Stripe.SubscriptionCreateParams> = {},
): Promise<{ id: string; item: string; start: number; end: number }> => {
  const subscription = await stripe.subscriptions.create({ customer, items: [{ price }], ...change });
  const [item] = subscription.items.data;
  return {
    id: subscription.id,
    item: item?.id ?? '',
    start: item?.current_period_start ?? 0,
    end: item?.current_period_end ?? 0,
  };
};

/** Parameters of a change that is billed at once and stays pending while its payment fails. */
const upgrade = { proration_behavior: 'always_invoice', payment_behavior: 'pending_if_incomplete' } as const;

/** Requests such a change to another price; `params` adds parameters. */
export const upgradeTo = (
  { stripe }: PlanRehearsal,
  { id, item }: { id: string; item: string },
  price: string,
  more: Stripe.SubscriptionUpdateParams = {},
): Promise<Stripe.Subscription> =>
  stripe.subscriptions.update(id, { items: [{ id: item, price }], ...upgrade, ...more });

export const middleOf = ({ start, end }: { start: number; end: number }): number => start + (end - start) / 2;

/** Returns the price and the state of a subscription. */
export const stateOf = async (
  { stripe }: PlanRehearsal,
  id: string,
): Promise<{ price: string | undefined; status: string; waits: boolean; schedule: unknown }> => {
  const { items, status, pending_update, schedule } = await stripe.subscriptions.retrieve(id);
  return { price: items.data[0]?.price.id, status, waits: pending_update !== null, schedule };
};

/** Returns all invoices of a subscription, oldest first, as states and totals. */
export const invoicesOf = async ({ stripe }: PlanRehearsal, subscription: string): Promise<string[]> => {
  const { data } = await stripe.invoices.list({ subscription, limit: 100 });
  return data.toReversed().map(({ status, total }) => `${status} ${total}`);
};
