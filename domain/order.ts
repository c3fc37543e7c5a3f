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

export const ORDERS_PER_PAGE = 50;
