/** States of an order in the order in which they may follow each other; a state never moves back. */
export const ORDER_STATES = ['pending', 'failed', 'paid', 'partly_refunded', 'refunded'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** An order as its seller's list shows it. Amounts in minor units of `currency`. */
export type OrderRow = {
  id: string;
  number: number;
  state: OrderState;
  email: string | null;
  productName: string;
  currency: string;
  total: number;
  discount: number;
  couponCode: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
};

/** What a buyer reads of an order. */
export type Receipt = Pick<
  OrderRow,
  'number' | 'productName' | 'currency' | 'total' | 'discount' | 'couponCode' | 'email' | 'createdAt'
>;

/**
 * How far a payment has come, for the buyer who made it. `waiting`: the provider has not told us; `unpaid`: it
 * says that nothing was paid so far. Otherwise as the order: `failed` also stands for an attempt that has ended.
 */
export type PaymentState = 'waiting' | 'unpaid' | OrderState;

export const ORDERS_PER_PAGE = 50;
