import type { DisputeOutcome, OrderState, PaymentPlan } from './order.ts';

/** State filters of the order list; `disputed` is a flag besides the states. */
export const ORDER_FILTER_STATES = ['pending', 'failed', 'paid', 'refunded', 'disputed'] as const;
export type OrderFilterState = (typeof ORDER_FILTER_STATES)[number];

/** What a row of an exported file is. */
export const EXPORT_ROWS = ['orders', 'line_items'] as const;
export type ExportRows = (typeof EXPORT_ROWS)[number];

/** `state`: `refunded` includes partial refunds. Days are UTC (`2026-11-20`), both inclusive. */
export type OrderFilter = {
  /** Word prefixes of name, email address or product, or the order number. */
  search?: string;
  state?: OrderFilterState;
  pageId?: string;
  coupon?: string;
  /** Id of an order bump. */
  bump?: string;
  /** Stripe's type of the payment method. */
  paymentMethod?: string;
  from?: string;
  to?: string;
  /** Filters of the REST API. `…After` is included, `…Before` is not; all are ISO 8601. */
  states?: readonly OrderState[];
  disputeStates?: readonly DisputeOutcome[];
  paymentPlanStates?: readonly PaymentPlan['state'][];
  number?: number;
  email?: string;
  externalId?: string;
  /** Id of the customer, or of any of their orders. */
  customerId?: string;
  createdAfter?: string;
  createdBefore?: string;
  updatedAfter?: string;
  updatedBefore?: string;
  paidAfter?: string;
  paidBefore?: string;
};

export const MAX_SEARCH_LENGTH = 200;

/** Search text of an order or a query, without punctuation and case. Both sides use it, so they match. */
export const normalizeSearchText = (...parts: readonly (string | number | null)[]): string =>
  parts
    .filter((part) => part !== null)
    .join(' ')
    .normalize('NFKC')
    .toLowerCase()
    // Lower-casing can produce sequences that NFKC composes again.
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
