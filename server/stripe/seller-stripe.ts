import type Stripe from 'stripe';

import { hasStripeCode } from './stripe-errors.ts';

type Sessions = Stripe.Checkout.SessionCreateParams;

/**
 * Stripe's API for one connected account, limited to the calls that we make. Only this file sets `stripeAccount`, so that
 * no call can reach the platform's own account by mistake.
 */
export function createSellerStripe(stripe: Stripe, accountId: string, cachedCouponIds: Set<string>) {
  const onAccount = { stripeAccount: accountId };
  return {
    ...checkoutApi(stripe, onAccount),
    coupons: couponApi(stripe, onAccount, cachedCouponIds),
    ...paymentApi(stripe, onAccount),
    ...subscriptionApi(stripe, onAccount),
    ...catalogApi(stripe, onAccount),
  };
}

type OnAccount = { stripeAccount: string };

const checkoutApi = ({ checkout, events }: Stripe, onAccount: OnAccount) => ({
  sessions: {
    /** Repeated calls with the same key return the same session. */
    create: (params: Sessions, idempotencyKey: string) =>
      checkout.sessions.create(params, { ...onAccount, idempotencyKey }),
    /** Expands the payment intent and its charge. */
    retrieve: (id: string) => checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] }, onAccount),
    expire: (id: string) => checkout.sessions.expire(id, undefined, onAccount),
    list: (params: Stripe.Checkout.SessionListParams) => checkout.sessions.list(params, onAccount),
  },
  events: { list: (params: Stripe.EventListParams) => events.list(params, onAccount) },
});

const MAX_CACHED_COUPONS = 10_000;

/** `cachedIds`: ids of coupons that this process has seen on their accounts. */
function couponApi({ coupons }: Stripe, onAccount: OnAccount, cachedIds: Set<string>) {
  const keyOf = (id: string) => `${onAccount.stripeAccount} ${id}`;
  return {
    /** Creates a coupon unless it is known to exist. The id is a hash of the content, so an existing coupon is the same. */
    ensure: async (params: Stripe.CouponCreateParams & { id: string }): Promise<void> => {
      if (cachedIds.has(keyOf(params.id))) return;
      await coupons.create(params, onAccount).catch((error: unknown) => {
        if (!hasStripeCode(error, 'resource_already_exists')) throw error;
      });
      if (cachedIds.size >= MAX_CACHED_COUPONS) cachedIds.clear();
      cachedIds.add(keyOf(params.id));
    },
    /** For a coupon that the seller has deleted at Stripe. */
    invalidate: (id: string) => void cachedIds.delete(keyOf(id)),
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

/** The seller's existing products and prices, for importing pages. */
const catalogApi = ({ prices, products }: Stripe, onAccount: OnAccount) => ({
  products: { list: (params: Stripe.ProductListParams) => products.list(params, onAccount) },
  prices: { list: (params: Stripe.PriceListParams) => prices.list(params, onAccount) },
});

const subscriptionApi = (
  { billingPortal, customers, invoicePayments, invoices, subscriptions }: Stripe,
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
    retrieve: (id: string) => subscriptions.retrieve(id, undefined, onAccount),
    list: (params: Stripe.SubscriptionListParams) => subscriptions.list(params, onAccount),
    update: (id: string, params: Stripe.SubscriptionUpdateParams) => subscriptions.update(id, params, onAccount),
    cancel: (id: string) => subscriptions.cancel(id, undefined, onAccount),
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
