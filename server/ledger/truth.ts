import type Stripe from 'stripe';

/** What the provider says now about a subject; lists are whole. */
export type Truth =
  /** With its `payment_intent`, and the `latest_charge` of that, expanded. */
  | { kind: 'session'; session: Stripe.Checkout.Session }
  /** With its `payments`; where the payment intents of those are expanded, their charges are known at once. */
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

export type TruthOf<K extends Truth['kind']> = Extract<Truth, { kind: K }>;

/** The id of what the provider names, or has laid in as a whole. */
export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/** What it has laid in as a whole; null where it only names it. */
export const wholeOf = <T extends object>(reference: string | T | null | undefined): T | null =>
  typeof reference === 'object' ? reference : null;

export const dateOf = (seconds: number): Date => new Date(seconds * 1000);

/** Words of others as a database can keep them: without halves of characters, and without the one that is none. */
export const wordsOf = (text: string | null | undefined): string | null =>
  text?.toWellFormed().replaceAll('\0', '') ?? null;
