import type Stripe from 'stripe';

/** A Stripe object of a connected account that the ledger follows. */
export type Subject = {
  accountId: string;
  kind: 'session' | 'charge' | 'invoice' | 'subscription';
  id: string;
};

/** Order of writing: payments come before their refunds and disputes. */
const KINDS: readonly Subject['kind'][] = ['session', 'subscription', 'invoice', 'charge'];

export const compareByKind = (a: Subject, b: Subject): number => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind);

export const subjectKey = ({ accountId, kind, id }: Subject): string => `${accountId} ${kind} ${id}`;

/** Current state of a subject at Stripe; lists are complete. */
export type StripeSnapshot =
  /** `line_items`, and `payment_intent` with its `latest_charge`, are expanded. `charge`: that charge; for a subscription, its newest one. */
  | { kind: 'session'; session: Stripe.Checkout.Session; charge: Stripe.Charge | null }
  /** `payments` is expanded; if their payment intents are expanded too, the charges need no extra request. */
  | { kind: 'invoice'; invoice: Stripe.Invoice }
  | { kind: 'subscription'; subscription: Stripe.Subscription }
  | {
      kind: 'charge';
      charge: Stripe.Charge;
      refunds: readonly Stripe.Refund[];
      disputes: readonly Stripe.Dispute[];
      /** Set for a subscription payment. */
      invoiceId: string | null;
    };

export type StripeSnapshotOf<K extends StripeSnapshot['kind']> = Extract<StripeSnapshot, { kind: K }>;

/** Makes external text storable in PostgreSQL: replaces lone surrogates and removes NUL. */
export const toStorableText = (text: string | null | undefined): string | null =>
  text?.toWellFormed().replaceAll('\0', '') ?? null;
