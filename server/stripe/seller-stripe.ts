import type Stripe from 'stripe';

type Sessions = Stripe.Checkout.SessionCreateParams;

/**
 * The provider as one seller's account sees it: every call that we make on it, and no other. Only here is an account
 * named in a call, so that none can forget it and land on the platform's own.
 */
export function sellerStripeOf(stripe: Stripe, accountId: string) {
  const onAccount = { stripeAccount: accountId };
  const { charges, checkout, coupons, invoicePayments, invoices, refunds, subscriptions } = stripe;
  return {
    sessions: {
      /** The same key gives the same session, however often it is asked for. */
      create: (params: Sessions, idempotencyKey: string) =>
        checkout.sessions.create(params, { ...onAccount, idempotencyKey }),
      retrieve: (id: string) => checkout.sessions.retrieve(id, undefined, onAccount),
      expire: (id: string) => checkout.sessions.expire(id, undefined, onAccount),
      list: (params: Stripe.Checkout.SessionListParams) => checkout.sessions.list(params, onAccount),
    },
    coupons: {
      create: (params: Stripe.CouponCreateParams) => coupons.create(params, onAccount),
      list: () => coupons.list(undefined, onAccount),
    },
    invoices: {
      /** With the payments that it was paid by. */
      retrieve: (id: string) => invoices.retrieve(id, { expand: ['payments'] }, onAccount),
    },
    invoicePayments: {
      list: (params: Stripe.InvoicePaymentListParams) => invoicePayments.list(params, onAccount),
    },
    charges: { retrieve: (id: string) => charges.retrieve(id, undefined, onAccount) },
    refunds: { retrieve: (id: string) => refunds.retrieve(id, undefined, onAccount) },
    subscriptions: { retrieve: (id: string) => subscriptions.retrieve(id, undefined, onAccount) },
  };
}

export type SellerStripe = ReturnType<typeof sellerStripeOf>;
