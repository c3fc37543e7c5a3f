import type { BuyerSubscription, BuyerSubscriptionState } from './buyer-subscription.ts';
import type { OrderDetail } from './order-detail.ts';
import type { OrderFilter } from './order-filter.ts';
import type { OrderRow, OrderTotals } from './order.ts';
import type { RefundReason } from './refund.ts';

/** The functions of the order book, among all of `Calls`. */
export type OrderCalls = {
  /**
   * The newest first. `upTo`: only orders up to this number, so that pages stay as they are while new orders come in.
   * `last` is the number of the seller's last order, and as numbers have no gaps, how many there are; 0: none.
   */
  'list-orders': {
    body: OrderFilter & { page?: number; upTo?: number };
    answer: {
      orders: OrderRow[];
      page: number;
      pages: number;
      count: number;
      totals: OrderTotals[];
      last: number;
    };
  };
  /** What the list can be narrowed to: pages that sold something and coupons that were used. */
  'list-order-choices': {
    body: Record<string, never>;
    answer: { pages: { id: string; name: string }[]; coupons: string[] };
  };
  /**
   * Lines of CSV in the order of their numbers, some thousand at a time; the first answer begins with the heads. `next`
   * asks for the rest: the number to go on after, and the `columns` of answers, which are settled by the first.
   */
  'export-orders': {
    body: OrderFilter & { after?: number; upTo?: number; columns?: string[] };
    answer: { lines: string; orders: number; next: number | null; upTo: number; columns: string[] };
  };
  'get-order': { body: { orderId: string }; answer: OrderDetail };
  /** `request`: the token of one press, a UUID: the same one is one refund. `amount` in minor units; left out: all that is left. */
  'refund-order': {
    body: { orderId: string; paymentId: string; amount?: number; reason: RefundReason; request: string };
    answer: { order: OrderDetail };
  };
  'resend-receipt': { body: { orderId: string }; answer: { to: string } };
  'list-buyer-subscriptions': {
    body: { search?: string; state?: BuyerSubscriptionState; page?: number };
    answer: {
      subscriptions: BuyerSubscription[];
      page: number;
      pages: number;
      count: number;
      any: boolean;
    };
  };
  /** `now` ends it at once, without giving anything back; otherwise it ends with what was paid for. */
  'cancel-buyer-subscription': {
    body: { subscriptionId: string; now: boolean };
    answer: { subscription: BuyerSubscription };
  };
  'resume-buyer-subscription': {
    body: { subscriptionId: string };
    answer: { subscription: BuyerSubscription };
  };
};
