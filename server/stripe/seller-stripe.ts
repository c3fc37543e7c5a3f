import type Stripe from 'stripe';

type Sessions = Stripe.Checkout.SessionCreateParams;

/**
 * The provider as one seller's account sees it: every call that we make on it, and no other. Only here is an account
 * named in a call, so that none can forget it and land on the platform's own.
 */
export function sellerStripeOf(stripe: Stripe, accountId: string, knownCoupons: Set<string>) {
  const onAccount = { stripeAccount: accountId };
  return {
    ...checkoutCalls(stripe, onAccount),
    coupons: couponCalls(stripe, onAccount, knownCoupons),
    ...paymentCalls(stripe, onAccount),
    ...subscriptionCalls(stripe, onAccount),
    ...catalogueCalls(stripe, onAccount),
  };
}

type OnAccount = { stripeAccount: string };

const checkoutCalls = ({ checkout, events }: Stripe, onAccount: OnAccount) => ({
  sessions: {
    /** The same key gives the same session, however often it is asked for. */
    create: (params: Sessions, idempotencyKey: string) =>
      checkout.sessions.create(params, { ...onAccount, idempotencyKey }),
    /** With its payment and the charge of that. */
    retrieve: (id: string) =>
      checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] }, onAccount),
    expire: (id: string) => checkout.sessions.expire(id, undefined, onAccount),
    list: (params: Stripe.Checkout.SessionListParams) => checkout.sessions.list(params, onAccount),
  },
  events: { list: (params: Stripe.EventListParams) => events.list(params, onAccount) },
});

const MAX_KNOWN_COUPONS = 10_000;

/** `known`: coupons that this process has seen on their accounts. */
function couponCalls({ coupons }: Stripe, onAccount: OnAccount, known: Set<string>) {
  const keyOf = (id: string) => `${onAccount.stripeAccount} ${id}`;
  return {
    /** Creates a coupon unless it is known to exist. The id is made from the content: an existing coupon is the same one. */
    ensure: async (params: Stripe.CouponCreateParams & { id: string }): Promise<void> => {
      if (known.has(keyOf(params.id))) return;
      await coupons.create(params, onAccount).catch((error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === 'resource_already_exists'))
          throw error;
      });
      if (known.size >= MAX_KNOWN_COUPONS) known.clear();
      known.add(keyOf(params.id));
    },
    /** For a coupon that its seller has deleted at Stripe. */
    forget: (id: string) => void known.delete(keyOf(id)),
    list: () => coupons.list(undefined, onAccount),
  };
}

const paymentCalls = ({ charges, disputes, paymentIntents, refunds }: Stripe, onAccount: OnAccount) => ({
  paymentIntents: { retrieve: (id: string) => paymentIntents.retrieve(id, undefined, onAccount) },
  charges: {
    /** With its newest refunds. */
    retrieve: (id: string) => charges.retrieve(id, { expand: ['refunds'] }, onAccount),
    list: (params: Stripe.ChargeListParams) => charges.list(params, onAccount),
  },
  refunds: {
    retrieve: (id: string) => refunds.retrieve(id, undefined, onAccount),
    list: (params: Stripe.RefundListParams) => refunds.list(params, onAccount),
    /** The same key gives the same refund, however often it is asked for. */
    create: (params: Stripe.RefundCreateParams, idempotencyKey: string) =>
      refunds.create(params, { ...onAccount, idempotencyKey }),
  },
  disputes: {
    retrieve: (id: string) => disputes.retrieve(id, undefined, onAccount),
    list: (params: Stripe.DisputeListParams) => disputes.list(params, onAccount),
  },
});

/** What a seller already has at the provider, to make pages from. */
const catalogueCalls = ({ prices, products }: Stripe, onAccount: OnAccount) => ({
  products: { list: (params: Stripe.ProductListParams) => products.list(params, onAccount) },
  prices: { list: (params: Stripe.PriceListParams) => prices.list(params, onAccount) },
});

const subscriptionCalls = (
  { billingPortal, customers, invoicePayments, invoices, subscriptions }: Stripe,
  onAccount: OnAccount,
) => ({
  invoices: {
    /** With the payments that it was paid by. */
    retrieve: (id: string) =>
      invoices.retrieve(id, { expand: ['payments.data.payment.payment_intent'] }, onAccount),
    list: (params: Stripe.InvoiceListParams) => invoices.list(params, onAccount),
  },
  invoicePayments: {
    list: (params: Stripe.InvoicePaymentListParams) => invoicePayments.list(params, onAccount),
  },
  subscriptions: {
    retrieve: (id: string) => subscriptions.retrieve(id, undefined, onAccount),
    list: (params: Stripe.SubscriptionListParams) => subscriptions.list(params, onAccount),
    update: (id: string, params: Stripe.SubscriptionUpdateParams) =>
      subscriptions.update(id, params, onAccount),
    cancel: (id: string) => subscriptions.cancel(id, undefined, onAccount),
  },
  customers: { retrieve: (id: string) => customers.retrieve(id, undefined, onAccount) },
  portal: {
    configurations: (params: Stripe.BillingPortal.ConfigurationListParams) =>
      billingPortal.configurations.list(params, onAccount),
    configure: (params: Stripe.BillingPortal.ConfigurationCreateParams, idempotencyKey: string) =>
      billingPortal.configurations.create(params, { ...onAccount, idempotencyKey }),
    open: (params: Stripe.BillingPortal.SessionCreateParams) =>
      billingPortal.sessions.create(params, onAccount),
  },
});

export type SellerStripe = ReturnType<typeof sellerStripeOf>;
