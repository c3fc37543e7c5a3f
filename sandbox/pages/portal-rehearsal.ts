// oxlint-disable-next-line no-restricted-imports -- only tests import this file, and they use the real SDK
import type Stripe from 'stripe';
import { idOf, look, openRehearsal, origin, post, typed, type Rehearsal } from '../rehearsal.ts';

type Features = Stripe.BillingPortal.ConfigurationCreateParams.Features;
type SessionParams = Omit<Stripe.BillingPortal.SessionCreateParams, 'customer' | 'configuration'>;

const plans = [
  ['Starter', 900],
  ['Growth', 2900],
  ['Pro', 9900],
] as const;

/** A platform with three plans, a portal and one customer. */
export type PortalRehearsal = Rehearsal & {
  customer: string;
  /** Price ids: Starter, Growth, Pro. */
  prices: [string, string, string];
  /** Opens a portal session and returns its path below the sandbox's pages. */
  open: (params?: SessionParams) => Promise<string>;
  subscribe: (price: string, more?: Partial<Stripe.SubscriptionCreateParams>) => Promise<Stripe.Subscription>;
  subscription: (id: string) => Promise<Stripe.Subscription>;
  /** Returns the page's text and status, and its redirect location. */
  see: (path: string) => Promise<Seen>;
  send: (path: string, fields?: Record<string, string>) => Promise<Seen>;
  wait: (days: number) => void;
};
export type Seen = { status: number; to: string | null; text: string };

const seen = async (answer: Response): Promise<Seen> => ({
  status: answer.status,
  to: answer.headers.get('location'),
  text: (await answer.text()).replaceAll(/\s+/g, ' '),
});

const pathOf = (address: string): string => address.replace(origin, '').replace('/sandbox', '');

const featuresOf = (prices: Stripe.Price[]): Features => ({
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: {
    enabled: true,
    cancellation_reason: { enabled: true, options: ['too_expensive', 'other'] },
  },
  subscription_update: {
    enabled: true,
    default_allowed_updates: ['price'],
    products: prices.map(({ id, product }) => ({ product: idOf(product), prices: [id] })),
    proration_behavior: 'always_invoice',
    schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
    trial_update_behavior: 'continue_trial',
  },
});

const makePrices = async (stripe: Stripe): Promise<Stripe.Price[]> => {
  const made: Stripe.Price[] = [];
  for (const [name, unit_amount] of plans) {
    const product = (await stripe.products.create({ name })).id;
    const recurring = { interval: 'month' as const };
    made.push(await stripe.prices.create({ product, currency: 'usd', unit_amount, recurring }));
  }
  return made;
};

export const openPortalRehearsal = async (): Promise<PortalRehearsal> => {
  const rehearsal = openRehearsal();
  const { stripe, sandbox } = rehearsal;
  const made = await makePrices(stripe);
  const [one = '', two = '', three = ''] = made.map(({ id }) => id);
  const customer = (await stripe.customers.create({ email: 'anna@example.com', name: 'Anna' })).id;
  const configuration = (await stripe.billingPortal.configurations.create({ features: featuresOf(made) })).id;
  return {
    ...rehearsal,
    customer,
    prices: [one, two, three],
    open: async (params = { return_url: `${origin}/subscription` }) =>
      pathOf((await stripe.billingPortal.sessions.create({ customer, configuration, ...params })).url),
    subscribe: (price, more = {}) => stripe.subscriptions.create({ customer, items: [{ price }], ...more }),
    subscription: (id) => stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }),
    see: async (path) => seen(await look(sandbox, pathOf(path))),
    send: async (path, fields = {}) => seen(await post(sandbox, pathOf(path), fields)),
    wait: (days) => sandbox.clock.moveTo(new Date(sandbox.now().getTime() + days * 24 * 3600 * 1000)),
  };
};

/** A trial of seven days without a card that pauses at its end. */
export const trial = {
  trial_period_days: 7,
  trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
} satisfies Partial<Stripe.SubscriptionCreateParams>;

/** Returns the fields of a card form. */
export const cardOf = (number: string): Record<string, string> => typed(number, { name: 'Anna' });

/** Opens a fixture whose customer pays for Starter with a good card. */
export const openPaying = async () => {
  const rehearsal = await openPortalRehearsal();
  const before = await rehearsal.open();
  await rehearsal.send(`${before}/card`, cardOf('4242 4242 4242 4242'));
  const { id } = await rehearsal.subscribe(rehearsal.prices[0]);
  return { ...rehearsal, id };
};
