import type Stripe from 'stripe';

/** What the provider says now about a subject; lists are whole. */
export type Truth =
  | { kind: 'session'; session: Stripe.Checkout.Session }
  | { kind: 'invoice'; invoice: Stripe.Invoice }
  | { kind: 'subscription'; subscription: Stripe.Subscription }
  | {
      kind: 'charge';
      charge: Stripe.Charge;
      refunds: readonly Stripe.Refund[];
      disputes: readonly Stripe.Dispute[];
      /** Of a subscription's payment. */
      invoiceId: string | null;
    };
