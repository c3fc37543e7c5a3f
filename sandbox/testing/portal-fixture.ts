// oxlint-disable-next-line no-restricted-imports -- only tests import this file, and they use the real SDK
import type Stripe from 'stripe';

import { idOf, getPage, openFixture, origin, postForm, cardForm, type SandboxFixture } from './sandbox-fixture.ts';

type Features = Stripe.BillingPortal.ConfigurationCreateParams.Features;
type SessionParams = Omit<Stripe.BillingPortal.SessionCreateParams, 'customer' | 'configuration'>;

const PLANS = [
  ['Starter', 900],
  ['Growth', 2900],
  ['Pro', 9900],
] as const;

/** A platform with three plans, a portal and one customer. */
export type PortalFixture = SandboxFixture & {
  customer: string;
  /** Price ids: Starter, Growth, Pro. */
  prices: [string, string, string];
  /** Opens a portal session and returns its path below the sandbox's pages. */
  openPortal: (params?: SessionParams) => Promise<string>;
  subscribe: (price: string, params?: Partial<Stripe.SubscriptionCreateParams>) => Promise<Stripe.Subscription>;
  subscription: (id: string) => Promise<Stripe.Subscription>;
  /** Returns the page's text and status, and its redirect location. */
  getPage: (path: string) => Promise<PageSnapshot>;
  postForm: (path: string, fields?: Record<string, string>) => Promise<PageSnapshot>;
  advanceDays: (days: number) => void;
};
type PageSnapshot = { status: number; to: string | null; text: string };

const toSnapshot = async (response: Response): Promise<PageSnapshot> => ({
  status: response.status,
  to: response.headers.get('location'),
  text: (await response.text()).replaceAll(/\s+/g, ' '),
});

const toPath = (address: string): string => address.replace(origin, '').replace('/sandbox', '');

const buildFeatures = (prices: Stripe.Price[]): Features => ({
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

const createPrices = async (stripe: Stripe): Promise<Stripe.Price[]> => {
  const prices: Stripe.Price[] = [];
  for (const [name, unit_amount] of PLANS) {
    const product = (await stripe.products.create({ name })).id;
    const recurring = { interval: 'month' as const };
    prices.push(await stripe.prices.create({ product, currency: 'usd', unit_amount, recurring }));
  }
  return prices;
};

export const openPortalFixture = async (): Promise<PortalFixture> => {
  const fixture = openFixture();
  const { stripe, sandbox } = fixture;
  const created = await createPrices(stripe);
  const [starter = '', growth = '', pro = ''] = created.map(({ id }) => id);
  const customer = (await stripe.customers.create({ email: 'anna@example.com', name: 'Anna' })).id;
  const configuration = (await stripe.billingPortal.configurations.create({ features: buildFeatures(created) })).id;
  return {
    ...fixture,
    customer,
    prices: [starter, growth, pro],
    openPortal: async (params = { return_url: `${origin}/subscription` }) =>
      toPath((await stripe.billingPortal.sessions.create({ customer, configuration, ...params })).url),
    subscribe: (price, params = {}) => stripe.subscriptions.create({ customer, items: [{ price }], ...params }),
    subscription: (id) => stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }),
    getPage: async (path) => toSnapshot(await getPage(sandbox, toPath(path))),
    postForm: async (path, fields = {}) => toSnapshot(await postForm(sandbox, toPath(path), fields)),
    advanceDays: (days) => sandbox.clock.moveTo(new Date(sandbox.now().getTime() + days * 24 * 3600 * 1000)),
  };
};

/** A trial of seven days without a card that pauses at its end. */
export const TRIAL_PARAMS = {
  trial_period_days: 7,
  trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
} satisfies Partial<Stripe.SubscriptionCreateParams>;

/** Returns the fields of a card form. */
export const cardFields = (number: string): Record<string, string> => cardForm(number, { name: 'Anna' });

/** Opens a fixture whose customer pays for Starter with a good card. */
export const openPayingFixture = async () => {
  const fixture = await openPortalFixture();
  const portalPath = await fixture.openPortal();
  await fixture.postForm(`${portalPath}/card`, cardFields('4242 4242 4242 4242'));
  const { id } = await fixture.subscribe(fixture.prices[0]);
  return { ...fixture, id };
};
