import type { BuyerSubscription } from './buyer-subscription.ts';
import type { OrderEmail } from './order-detail.ts';
import type { OrderRow, OrderTotals } from './order.ts';

/** Sort orders of the customer list. `spent`: net revenue in US dollars, converted when each payment was recorded. */
export const CUSTOMER_SORTS = ['recent', 'newest', 'spent', 'orders', 'name'] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];

export const MAX_NOTE_LENGTH = 2000;

/**
 * A buyer of one seller: all orders with the same email address, whatever its case. The name and the country are those of
 * the newest order that has them.
 */
export type Customer = {
  /** Id of their first order. */
  id: string;
  /** As typed for the newest order. */
  email: string;
  name: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  orderCount: number;
  /** Subscriptions that have not ended, also overdue ones. */
  activeSubscriptions: number;
  /** Totals per currency; the currency with the most orders comes first. */
  totals: OrderTotals[];
  /** Dates of the first and the newest order; ISO 8601, UTC. */
  firstOrderAt: string;
  lastOrderAt: string;
};

export type CustomerNote = { text: string; updatedAt: string };

/** An email to the customer, with the order that it is about. */
export type CustomerEmail = OrderEmail & { orderId: string; orderNumber: number };

/** Everything a seller sees about one customer. Lists are newest first, up to a limit. */
export type CustomerDetail = Customer & {
  orders: OrderRow[];
  subscriptions: BuyerSubscription[];
  emails: CustomerEmail[];
  /** True if there are older emails than those in `emails`. */
  hasMoreEmails: boolean;
  /** Emails to this address bounce. */
  emailBounces: boolean;
  note: CustomerNote | null;
};

/** RPC functions of customers. A customer is named by the id of any of their orders. */
export type CustomerRpc = {
  /**
   * `upTo`: only orders up to this number, so that pagination stays stable while new orders arrive. `any`: the seller has
   * customers, with or without the search.
   */
  'list-customers': {
    body: { search?: string; sort?: CustomerSort; page?: number; upTo?: number };
    response: {
      customers: Customer[];
      page: number;
      pages: number;
      count: number;
      upTo: number;
      any: boolean;
    };
  };
  'get-customer': { body: { customerId: string }; response: CustomerDetail };
  /** An empty text deletes the note. */
  'save-customer-note': {
    body: { customerId: string; text: string };
    response: { note: CustomerNote | null };
  };
  /**
   * CSV lines, some thousand customers per response; the first response starts with the header. `next`: value of `after`
   * for the next request. `currencies`: amount columns, fixed by the first response.
   */
  'export-customers': {
    body: { search?: string; after?: number; upTo?: number; currencies?: string[] };
    response: { lines: string; customers: number; next: number | null; upTo: number; currencies: string[] };
  };
  /** All stored data about one customer, as one file. */
  'export-customer': { body: { customerId: string }; response: Record<string, unknown> };
  /** Deletes the personal data and keeps the orders. `email`: typed as confirmation, against accidents. */
  'delete-customer': { body: { customerId: string; email: string }; response: { deleted: true } };
};
