import type Stripe from 'stripe';

import { openFixture, type SandboxFixture } from './sandbox-fixture.ts';

export const DAY_S = 24 * 3600;
type TestMethod = 'pm_card_visa' | 'pm_card_chargeCustomerFail' | 'pm_card_authenticationRequired' | null;

export type PlanFixture = SandboxFixture & {
  prices: { small: string; middle: string; large: string };
  customer: string;
  now: () => number;
  /** Moves the clock to a time in seconds and waits for the deliveries that this causes. */
  moveClockTo: (seconds: number) => Promise<void>;
  /** Makes another card the customer's default. */
  setDefaultCard: (card: Exclude<TestMethod, null>) => Promise<void>;
  /** Returns the types of the platform's events since the last call, oldest first. */
  drainEventTypes: () => Promise<string[]>;
};

const createPrices = async (stripe: Stripe): Promise<PlanFixture['prices']> => {
  const amounts = { small: 900, middle: 2900, large: 9900 };
  const created = Object.entries(amounts).map(async ([size, unit_amount]) => {
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
  return Object.fromEntries(await Promise.all(created)) as PlanFixture['prices'];
};

/** Opens a platform with three monthly prices and one customer who pays with `card`. */
export const openPlanFixture = async (card: TestMethod = 'pm_card_visa'): Promise<PlanFixture> => {
  const fixture = openFixture();
  const { stripe, sandbox } = fixture;
  const prices = await createPrices(stripe);
  const { id: customer } = await stripe.customers.create({ email: 'anna@example.com' });
  const seenIds = new Set<string>();
  const setDefaultCard: PlanFixture['setDefaultCard'] = async (token) => {
    const method = await stripe.paymentMethods.attach(token, { customer });
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } });
  };
  if (card !== null) await setDefaultCard(card);
  return {
    ...fixture,
    prices,
    customer,
    setDefaultCard,
    now: () => Math.floor(sandbox.now().getTime() / 1000),
    moveClockTo: async (seconds) => {
      sandbox.clock.moveTo(new Date(seconds * 1000));
      await sandbox.waitForDeliveries();
    },
    drainEventTypes: async () => {
      const { data } = await stripe.events.list({ limit: 100 });
      const newEvents = data.filter(({ id }) => !seenIds.has(id)).toReversed();
      for (const { id } of newEvents) seenIds.add(id);
      return newEvents.map(({ type }) => type);
    },
  };
};

/** Subscribes the customer to `price` and returns the item id that an update needs. */
export const subscribeTo = async (
  { stripe, customer }: PlanFixture,
  price: string,
  overrides: Partial<Stripe.SubscriptionCreateParams> = {},
): Promise<{ id: string; item: string; start: number; end: number }> => {
  const subscription = await stripe.subscriptions.create({ customer, items: [{ price }], ...overrides });
  const [item] = subscription.items.data;
  return {
    id: subscription.id,
    item: item?.id ?? '',
    start: item?.current_period_start ?? 0,
    end: item?.current_period_end ?? 0,
  };
};

/** Parameters of a change that is billed at once and stays pending while its payment fails. */
const UPGRADE_PARAMS = {
  proration_behavior: 'always_invoice',
  payment_behavior: 'pending_if_incomplete',
} as const;

/** Requests such a change to another price; `params` adds parameters. */
export const upgradeTo = (
  { stripe }: PlanFixture,
  { id, item }: { id: string; item: string },
  price: string,
  params: Stripe.SubscriptionUpdateParams = {},
): Promise<Stripe.Subscription> =>
  stripe.subscriptions.update(id, { items: [{ id: item, price }], ...UPGRADE_PARAMS, ...params });

export const midpointOf = ({ start, end }: { start: number; end: number }): number => start + (end - start) / 2;

/** Returns the price and the state of a subscription. */
export const stateOf = async (
  { stripe }: PlanFixture,
  id: string,
): Promise<{ price: string | undefined; status: string; waits: boolean; schedule: unknown }> => {
  const { items, status, pending_update, schedule } = await stripe.subscriptions.retrieve(id);
  return { price: items.data[0]?.price.id, status, waits: pending_update !== null, schedule };
};

/** Returns all invoices of a subscription, oldest first, as states and totals. */
export const invoicesOf = async ({ stripe }: PlanFixture, subscription: string): Promise<string[]> => {
  const { data } = await stripe.invoices.list({ subscription, limit: 100 });
  return data.toReversed().map(({ status, total }) => `${status} ${total}`);
};
