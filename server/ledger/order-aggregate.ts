import type { Delivery } from '#domain/compute-entitlements.ts';
import type { Coupon } from '#domain/coupon.ts';
import type { DeliveredItem } from '#domain/deliverable.ts';
import type { ExchangeRates } from '#domain/exchange-rates.ts';
import type { FontPair } from '#domain/fonts.ts';
import type { BillingInterval } from '#domain/order.ts';
import type { buyerSubscriptions, disputes, refundLines, refunds } from '#server/db/schema-ledger.ts';
import type { orderLines, sales } from '#server/db/schema-orders.ts';
import type { DeliverableRow, EntitlementRow } from '#server/delivery/queries/assigned-keys.ts';
import type { CheckoutAttempt } from '#server/ledger/queries/checkout-attempts.ts';
import type { Order } from '#server/ledger/queries/orders.ts';

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
  /** `expected`: the end was scheduled and announced before, or all installments are paid. */
  | { kind: 'subscription_ended'; expected: boolean }
  /** The first deliverable was given to the buyer. */
  | { kind: 'delivered' }
  | { kind: 'access_paused' | 'access_resumed' | 'access_ended'; entitlement: EntitlementRow; name: string }
);

/** Domain events that carry the given property. */
export type DomainEventWith<P extends PropertyKey> = Extract<DomainEvent, Record<P, unknown>>;

export function changedKeys<T extends object>(before: T, after: T): string[] {
  const values = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).flatMap(([key, value]) => (isEqual(values.get(key), value) ? [] : [key]));
}

const isEqual = (a: unknown, b: unknown): boolean =>
  a === b || (a instanceof Date && b instanceof Date && a.getTime() === b.getTime());

/** Returns the previous row if nothing but `updatedAt` has changed. */
export const keepIfUnchanged = <T extends object>(before: T, after: T): T =>
  changedKeys(before, after).every((key) => key === 'updatedAt') ? before : after;

export type OrderLineRow = typeof orderLines.$inferSelect;
export type Sale = typeof sales.$inferSelect;
export type Refund = typeof refunds.$inferSelect;
export type RefundLineRow = typeof refundLines.$inferSelect;
export type Dispute = typeof disputes.$inferSelect;
export type Subscription = typeof buyerSubscriptions.$inferSelect;

/** The product as named and styled in the published version that was bought. */
export type Product = {
  name: string;
  billing: BillingInterval | null;
  trialNeedsCard: boolean;
  /** Path of the image on our origin. */
  logo: string | null;
  accent: string;
  fonts: FontPair;
  /** The seller's message after a successful payment. */
  message: string;
  coupons: readonly Coupon[];
  /** What the page delivers. */
  delivers: readonly DeliveredItem[];
};

/** What a purchase delivers, with the rows of its deliverables. */
export type LoadedDelivery = Omit<Delivery, 'deliverables'> & { deliverables: ReadonlyMap<string, DeliverableRow> };

export const NO_DELIVERY: LoadedDelivery = { items: [], itemsByPage: new Map(), deliverables: new Map() };

/**
 * Immutable aggregate of one checkout attempt (order, payments, refunds, disputes, subscription). Applying a Stripe
 * snapshot returns a new aggregate; the rows that differ are written.
 */
export type OrderAggregate = {
  attempt: CheckoutAttempt;
  product: Product;
  /** `number` is 0 until the order is written. */
  order: Order | null;
  /** Written together with the order; empty for orders of earlier versions. */
  lines: readonly OrderLineRow[];
  sales: readonly Sale[];
  refunds: readonly Refund[];
  /** Written with the seller's request, before Stripe is asked. */
  refundLines: readonly RefundLineRow[];
  disputes: readonly Dispute[];
  subscription: Subscription | null;
  delivery: LoadedDelivery;
  /** Computed from everything above; see `computeEntitlements`. */
  entitlements: readonly EntitlementRow[];
  /** Events that were caused by this change and are not published yet. */
  events: readonly DomainEvent[];
};

/** What applying a snapshot needs besides the ledger. */
export type ApplyContext = {
  /** Time of the business clock. */
  now: Date;
  rates: ExchangeRates;
};

/** Replaces the row with the same id or appends the row. */
export const withRow = <T extends { id: string }>(rows: readonly T[], row: T): readonly T[] =>
  rows.some(({ id }) => id === row.id) ? rows.map((other) => (other.id === row.id ? row : other)) : [...rows, row];

/** A Stripe object carries the id of an attempt that it does not belong to. It is never applied and never retried. */
export class ForeignObjectError extends Error {
  override name = 'ForeignObjectError';
}

/** Rejects a subscription that a seller created with our attempt id: only that of the attempt's own session counts. */
export function assertOwnSubscription(
  { attempt, order, subscription }: OrderAggregate,
  subscriptionIdInEvent: string | null,
): void {
  const ownId = order?.subscriptionId ?? subscription?.subscriptionId ?? null;
  if (ownId && subscriptionIdInEvent && ownId !== subscriptionIdInEvent)
    throw new ForeignObjectError(`Subscription ${subscriptionIdInEvent} is not the one of attempt ${attempt.id}`);
}
