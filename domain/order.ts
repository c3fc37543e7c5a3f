/** States of an order in the order in which they may follow each other; a state never moves back. */
export const ORDER_STATES = ['pending', 'failed', 'paid', 'partly_refunded', 'refunded'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

export type BillingInterval = 'weekly' | 'monthly' | 'yearly';

/** What a dispute has come to. `lost`: the money is gone. */
export type DisputeOutcome = 'open' | 'won' | 'lost';

/** An order as its seller's list shows it. Amounts in minor units of `currency`. */
export type OrderRow = {
  id: string;
  number: number;
  state: OrderState;
  /** A flag beside the state; null: never disputed. */
  dispute: DisputeOutcome | null;
  email: string | null;
  buyerName: string | null;
  productName: string;
  billing: BillingInterval | null;
  currency: string;
  total: number;
  discount: number;
  /** Of all its payments, renewals too. */
  received: number;
  refunded: number;
  lost: number;
  couponCode: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
};

/** What a seller's orders come to in one currency; `net` is what stayed. Minor units. */
export type OrderTotals = {
  currency: string;
  count: number;
  received: number;
  refunded: number;
  lost: number;
  net: number;
};

/** What stands under the address of a receipt, which is no secret: `email` is masked, and no code of a coupon is there. */
export type Receipt = Pick<
  OrderRow,
  'number' | 'productName' | 'currency' | 'total' | 'discount' | 'email' | 'createdAt'
>;

/**
 * How far a payment has come, for the buyer who made it. `waiting`: the provider has not told us; `unpaid`: it
 * says that nothing was paid so far. Otherwise as the order: `failed` also stands for an attempt that has ended.
 */
export type PaymentState = 'waiting' | 'unpaid' | OrderState;

export const ORDERS_PER_PAGE = 50;
