import type { Dispute, Refund, Sale } from './leaf.ts';

/** A renewal that could not be taken; `tries` so far. Minor units. */
export type FailedRenewal = {
  invoiceId: string;
  tries: number;
  amount: number;
  currency: string;
  payUrl: string | null;
  nextTryAt: Date | null;
};

/** Something that has happened to an order, as far as it is new to our books. `at`: when it happened. */
export type News = { at: Date } & (
  | { kind: 'pending' | 'payment_failed' }
  /** The first payment; null where it was over nothing. */
  | { kind: 'paid'; sale: Sale | null }
  | { kind: 'renewed'; sale: Sale }
  | { kind: 'renewal_failed'; renewal: FailedRenewal }
  | { kind: 'renewal_recovered'; invoiceId: string; amount: number; currency: string }
  | { kind: 'refund_asked' | 'refunded' | 'refund_failed'; refund: Refund }
  | { kind: 'disputed' | 'dispute_answered' | 'dispute_won' | 'dispute_lost'; dispute: Dispute }
  /** `key` tells one cancellation from the next. */
  | { kind: 'cancellation_set'; key: string; endsAt: Date }
  | { kind: 'cancellation_undone'; key: string }
  /** `expected`: its end was set before, and told. */
  | { kind: 'subscription_ended'; expected: boolean }
);

/** News about such a thing. */
export type NewsWith<P extends PropertyKey> = Extract<News, Record<P, unknown>>;
