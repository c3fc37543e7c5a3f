import type { BillingInterval } from '#domain/order.ts';
import type { ExchangeRates } from '#domain/exchange-rates.ts';
import type { CheckoutAttempt } from '#server/db/attempts.ts';
import type { Order } from '#server/db/orders.ts';
import type { buyerSubscriptions, disputes, refunds } from '#server/db/schema-ledger.ts';
import type { sales } from '#server/db/schema-money.ts';

import type { DomainEvent } from './news.ts';

export type Sale = typeof sales.$inferSelect;
export type Refund = typeof refunds.$inferSelect;
export type Dispute = typeof disputes.$inferSelect;
export type Subscription = typeof buyerSubscriptions.$inferSelect;

/** The product as named and styled in the published version that was bought. */
export type Product = {
  name: string;
  billing: BillingInterval | null;
  /** Path of the image on our origin. */
  logo: string | null;
  accent: string;
  /** The seller's message after a successful payment. */
  message: string;
};

/**
 * Immutable aggregate of one checkout attempt (order, payments, refunds, disputes, subscription). Applying a Stripe
 * snapshot returns a new aggregate; the rows that differ are written.
 */
export type OrderAggregate = {
  attempt: CheckoutAttempt;
  product: Product;
  /** `number` is 0 until the order is written. */
  order: Order | null;
  sales: readonly Sale[];
  refunds: readonly Refund[];
  disputes: readonly Dispute[];
  subscription: Subscription | null;
  /** Events that were caused by this change and are not published yet. */
  events: readonly DomainEvent[];
};

/** Inputs of planning besides the ledger. */
export type PlanningContext = {
  /** Time of the business clock. */
  now: Date;
  rates: ExchangeRates;
};

/** Replaces the row with the same id or appends the row. */
export const withRow = <T extends { id: string }>(rows: readonly T[], row: T): readonly T[] =>
  rows.some(({ id }) => id === row.id) ? rows.map((other) => (other.id === row.id ? row : other)) : [...rows, row];
