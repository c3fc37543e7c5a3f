import type Stripe from 'stripe';

import { hasStripeCode } from './stripe-errors.ts';

type Sessions = Stripe.Checkout.SessionCreateParams;

/**
 * Stripe's API for one connected account, limited to the calls that we make. Only this file sets `stripeAccount`, so that
 * no call can reach the platform's own account by mistake.
 */
export function createSellerStripe(stripe: Stripe, accountId: string, knownObjects: Set<string>) {
  const onAccount = { stripeAccount: accountId };
  return {
    ...checkoutApi(stripe, onAccount),
    coupons: couponApi(stripe, onAccount, knownObjects),
    ...paymentApi(stripe, onAccount),
    ...subscriptionApi(stripe, onAccount),
    ...catalogApi(stripe, onAccount, knownObjects),
  };
}

type OnAccount = { stripeAccount: string };

const checkoutApi = ({ checkout, events }: Stripe, onAccount: OnAccount) => ({
  sessions: {
    /** Repeated calls with the same key return the same session. */
    create: (params: Sessions, idempotencyKey: string) =>
      checkout.sessions.create(params, { ...onAccount, idempotencyKey }),
    /** Expands the line items, the payment intent and its charge. */
    retrieve: (id: string) =>
      checkout.sessions.retrieve(id, { expand: ['line_items', 'payment_intent.latest_charge'] }, onAccount),
    expire: (id: string) => checkout.sessions.expire(id, undefined, onAccount),
    list: (params: Stripe.Checkout.SessionListParams) => checkout.sessions.list(params, onAccount),
  },
  events: { list: (params: Stripe.EventListParams) => events.list(params, onAccount) },
});

const MAX_KNOWN_OBJECTS = 20_000;

/**
 * Creates an object unless this process knows that the account has it. The id is a hash of the content, so an existing object
 * is the same.
 */
async function ensureObject(key: string, knownObjects: Set<string>, create: () => Promise<unknown>): Promise<void> {
  if (knownObjects.has(key)) return;
  await create().catch((error: unknown) => {
    if (!hasStripeCode(error, 'resource_already_exists')) throw error;
  });
  if (knownObjects.size >= MAX_KNOWN_OBJECTS) knownObjects.clear();
  knownObjects.add(key);
}

function couponApi({ coupons }: Stripe, onAccount: OnAccount, knownObjects: Set<string>) {
  type Params = Stripe.CouponCreateParams & { id: string };
  const keyOf = ({ id }: Params) => `${onAccount.stripeAccount} ${id}`;
  const ensure = (params: Params) => ensureObject(keyOf(params), knownObjects, () => coupons.create(params, onAccount));
  return {
    ensure,
    /** Creates a coupon again that the seller has deleted at Stripe. */
    restore: async (params: Params): Promise<void> => {
      knownObjects.delete(keyOf(params));
      await ensure(params);
    },
    list: () => coupons.list(undefined, onAccount),
  };
}

const paymentApi = (
  { charges, disputes, paymentIntents, paymentMethodConfigurations, refunds }: Stripe,
  onAccount: OnAccount,
) => ({
  paymentMethodConfigurations: { list: () => paymentMethodConfigurations.list({ limit: 10 }, onAccount) },
  paymentIntents: { retrieve: (id: string) => paymentIntents.retrieve(id, undefined, onAccount) },
  charges: {
    /** Expands the newest refunds. */
    retrieve: (id: string) => charges.retrieve(id, { expand: ['refunds'] }, onAccount),
    list: (params: Stripe.ChargeListParams) => charges.list(params, onAccount),
  },
  refunds: {
    list: (params: Stripe.RefundListParams) => refunds.list(params, onAccount),
    /** Repeated calls with the same key return the same refund. */
    create: (params: Stripe.RefundCreateParams, idempotencyKey: string) =>
      refunds.create(params, { ...onAccount, idempotencyKey }),
  },
  disputes: { list: (params: Stripe.DisputeListParams) => disputes.list(params, onAccount) },
});

/** Products and prices: the seller's own ones are listed for imports, those of our pages are created. */
function catalogApi({ prices, products }: Stripe, onAccount: OnAccount, knownObjects: Set<string>) {
  type Params = Stripe.ProductCreateParams & { id: string };
  const keyOf = ({ id }: Params) => `${onAccount.stripeAccount} ${id}`;
  const ensure = (params: Params) =>
    ensureObject(keyOf(params), knownObjects, () => products.create(params, onAccount));
  return {
    products: {
      ensure,
      /** Creates a product again that the seller has deleted at Stripe, or activates one that they have archived. */
      restore: async (params: Params): Promise<void> => {
        knownObjects.delete(keyOf(params));
        await ensure(params);
        await products.update(params.id, { active: true }, onAccount);
      },
      list: (params: Stripe.ProductListParams) => products.list(params, onAccount),
    },
    prices: { list: (params: Stripe.PriceListParams) => prices.list(params, onAccount) },
  };
}

const subscriptionApi = (
  { billingPortal, customers, invoicePayments, invoices, subscriptions, subscriptionSchedules }: Stripe,
  onAccount: OnAccount,
) => ({
  invoices: {
    /** Expands the payments. */
    retrieve: (id: string) => invoices.retrieve(id, { expand: ['payments.data.payment.payment_intent'] }, onAccount),
    list: (params: Stripe.InvoiceListParams) => invoices.list(params, onAccount),
  },
  invoicePayments: {
    list: (params: Stripe.InvoicePaymentListParams) => invoicePayments.list(params, onAccount),
  },
  subscriptions: {
    /** Expands the discounts. */
    retrieve: (id: string) => subscriptions.retrieve(id, { expand: ['discounts.source.coupon'] }, onAccount),
    list: (params: Stripe.SubscriptionListParams) => subscriptions.list(params, onAccount),
    update: (id: string, params: Stripe.SubscriptionUpdateParams) => subscriptions.update(id, params, onAccount),
    cancel: (id: string, params?: Stripe.SubscriptionCancelParams) => subscriptions.cancel(id, params, onAccount),
  },
  schedules: {
    /** Repeated calls with the same key return the same schedule. */
    create: (params: Stripe.SubscriptionScheduleCreateParams, idempotencyKey: string) =>
      subscriptionSchedules.create(params, { ...onAccount, idempotencyKey }),
    retrieve: (id: string) => subscriptionSchedules.retrieve(id, undefined, onAccount),
    update: (id: string, params: Stripe.SubscriptionScheduleUpdateParams) =>
      subscriptionSchedules.update(id, params, onAccount),
  },
  customers: { retrieve: (id: string) => customers.retrieve(id, undefined, onAccount) },
  portal: {
    configurations: (params: Stripe.BillingPortal.ConfigurationListParams) =>
      billingPortal.configurations.list(params, onAccount),
    configure: (params: Stripe.BillingPortal.ConfigurationCreateParams, idempotencyKey: string) =>
      billingPortal.configurations.create(params, { ...onAccount, idempotencyKey }),
    open: (params: Stripe.BillingPortal.SessionCreateParams) => billingPortal.sessions.create(params, onAccount),
  },
});

export type SellerStripe = ReturnType<typeof createSellerStripe>;
