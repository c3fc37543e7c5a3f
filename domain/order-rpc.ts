import type { BuyerSubscription, BuyerSubscriptionState } from './buyer-subscription.ts';
import type { OrderDetail } from './order-detail.ts';
import type { ExportRows, OrderFilter } from './order-filter.ts';
import type { OrderRow, OrderTotals } from './order.ts';
import type { RefundReason } from './refund.ts';

/** A line item that a refund is for. Without `quantity` and `amount`, all that is left of it. */
type RefundedLine = { key: string; quantity?: number; amount?: number };

/** RPC functions of orders. */
export type OrderRpc = {
  /**
   * Newest first. `upTo`: only orders up to this number, so that pagination stays stable while new orders arrive.
   * `last`: number of the seller's last order; numbers have no gaps, so it is also their count (0: none). `hasMore`: more
   * than the `count` newest orders match; the others are not listed, and there are no totals.
   */
  'list-orders': {
    body: OrderFilter & { page?: number; upTo?: number };
    response: {
      orders: OrderRow[];
      page: number;
      pages: number;
      count: number;
      hasMore: boolean;
      totals: OrderTotals[];
      last: number;
    };
  };
  /** Filter options: pages with orders, used coupons, sold extras, and Stripe's types of the payment methods. */
  'list-order-choices': {
    body: Record<string, never>;
    response: {
      pages: { id: string; name: string }[];
      coupons: string[];
      extras: { id: string; name: string }[];
      paymentMethods: string[];
    };
  };
  /**
   * CSV lines in order of their numbers, some thousand per response; the first response starts with the header.
   * `next`: the number to continue after. `columns`: columns of extras and answers, fixed by the first response. `rows`:
   * orders, or their line items.
   */
  'export-orders': {
    body: OrderFilter & { after?: number; upTo?: number; columns?: string[]; rows?: ExportRows };
    response: { lines: string; orders: number; next: number | null; upTo: number; columns: string[] };
  };
  'get-order': { body: { orderId: string }; response: OrderDetail };
  /** `request`: idempotency key (UUID); the same key makes one refund. `amount` in minor units; omitted: everything refundable. */
  'refund-order': {
    body: {
      orderId: string;
      paymentId: string;
      amount?: number;
      /** Line items instead of an amount; each with its units, its amount, or all that is left of it. */
      lines?: RefundedLine[];
      reason: RefundReason;
      request: string;
      /** Buyers keep what was delivered for the refunded lines. */
      keepAccess?: boolean;
    };
    response: { order: OrderDetail };
  };
  /** Records which line items a refund is for, instead of those before. No amount changes. */
  'attribute-refund': {
    body: { orderId: string; refundId: string; lines: RefundedLine[] };
    response: { order: OrderDetail };
  };
  /** Notes that the seller returned the money outside of Stripe, which can't refund the payment method. No amount changes. */
  'record-outside-refund': { body: { orderId: string }; response: { order: OrderDetail } };
  'resend-receipt': { body: { orderId: string }; response: { to: string } };
  'list-buyer-subscriptions': {
    body: { search?: string; state?: BuyerSubscriptionState; page?: number };
    response: {
      subscriptions: BuyerSubscription[];
      page: number;
      pages: number;
      count: number;
      any: boolean;
    };
  };
  /** `now`: cancels immediately without a refund; otherwise the subscription ends with the paid period. */
  'cancel-buyer-subscription': {
    body: { subscriptionId: string; now: boolean };
    response: { subscription: BuyerSubscription };
  };
  'resume-buyer-subscription': {
    body: { subscriptionId: string };
    response: { subscription: BuyerSubscription };
  };
};
