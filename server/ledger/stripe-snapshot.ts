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

/** Unique key of a subject. */
export const subjectKey = ({ accountId, kind, id }: Subject): string => `${accountId} ${kind} ${id}`;

/** Current state of a subject at Stripe; lists are complete. */
export type StripeSnapshot =
  /** `payment_intent` and its `latest_charge` are expanded. */
  | { kind: 'session'; session: Stripe.Checkout.Session }
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

/** Returns the id of a reference, expanded or not. */
export const idOfReference = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/** Returns the expanded object, or null if the reference is only an id. */
export const expandedObject = <T extends object>(reference: string | T | null | undefined): T | null =>
  typeof reference === 'object' ? reference : null;

export const dateOf = (seconds: number): Date => new Date(seconds * 1000);

/** Makes external text storable in PostgreSQL: replaces lone surrogates and removes NUL. */
export const toStorableText = (text: string | null | undefined): string | null =>
  text?.toWellFormed().replaceAll('\0', '') ?? null;
