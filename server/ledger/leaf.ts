import type { BillingInterval } from '#domain/order.ts';
import type { ExchangeRates } from '#domain/exchange-rates.ts';
import type { Attempt } from '#server/db/attempts.ts';
import type { Order } from '#server/db/orders.ts';
import type { buyerSubscriptions, disputes, refunds } from '#server/db/schema-ledger.ts';
import type { sales } from '#server/db/schema-money.ts';

import type { News } from './news.ts';

export type Sale = typeof sales.$inferSelect;
export type Refund = typeof refunds.$inferSelect;
export type Dispute = typeof disputes.$inferSelect;
export type Subscription = typeof buyerSubscriptions.$inferSelect;

/** What was bought, as the published version calls it and looks. */
export type Product = {
  name: string;
  billing: BillingInterval | null;
  /** The path of the picture on our origin. */
  logo: string | null;
  accent: string;
  /** The seller's own words for whoever has paid. */
  message: string;
};

/**
 * One attempt with everything that our books have under it. Never changed: a truth makes a new leaf of it, whose new
 * rows are what has to be written.
 */
export type Leaf = {
  attempt: Attempt;
  product: Product;
  /** Its number is 0 until it is given, when the order is written. */
  order: Order | null;
  sales: readonly Sale[];
  refunds: readonly Refund[];
  disputes: readonly Dispute[];
  subscription: Subscription | null;
  /** What has happened and is to be told. */
  news: readonly News[];
};

/** What planning depends on beside the books. */
export type Desk = {
  /** The business clock's. */
  now: Date;
  rates: ExchangeRates;
};

/** The list with another row in the place of the one with its id, or with one row more. */
export const withRow = <T extends { id: string }>(rows: readonly T[], row: T): readonly T[] =>
  rows.some(({ id }) => id === row.id)
    ? rows.map((other) => (other.id === row.id ? row : other))
    : [...rows, row];
