import type { Dispute, Refund, Sale } from './leaf.ts';

/** A renewal whose payment failed after `tries` attempts by Stripe. Amounts in minor units. */
export type FailedRenewal = {
  invoiceId: string;
  tries: number;
  amount: number;
  currency: string;
  payUrl: string | null;
  nextTryAt: Date | null;
};

/** A change of an order that the ledger did not have yet. `at` is when it happened. */
export type DomainEvent = { at: Date } & (
  | { kind: 'pending' | 'payment_failed' }
  /** The first payment; `sale` is null for a free order. */
  | { kind: 'paid'; sale: Sale | null }
  | { kind: 'renewed'; sale: Sale }
  | { kind: 'renewal_failed'; renewal: FailedRenewal }
  | { kind: 'renewal_recovered'; invoiceId: string; amount: number; currency: string }
  | { kind: 'refund_asked' | 'refunded' | 'refund_failed'; refund: Refund }
  | { kind: 'disputed' | 'dispute_answered' | 'dispute_won' | 'dispute_lost'; dispute: Dispute }
  /** `key` distinguishes repeated cancellations. */
  | { kind: 'cancellation_set'; key: string; endsAt: Date }
  | { kind: 'cancellation_undone'; key: string }
  /** `expected`: the end was scheduled and announced before. */
  | { kind: 'subscription_ended'; expected: boolean }
);

/** Domain events that carry the given property. */
export type DomainEventWith<P extends PropertyKey> = Extract<DomainEvent, Record<P, unknown>>;
