import type { BuyerPendingPayment } from './pending-payment.ts';

/** Order states in their sequence. A state moves back only if a refund fails or is canceled: the order is paid again. */
export const ORDER_STATES = ['pending', 'failed', 'paid', 'partly_refunded', 'refunded'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

export type BillingInterval = 'weekly' | 'monthly' | 'yearly';

/** What a subscription costs after its discount ends, and the day of the first payment of this amount (ISO 8601 UTC). */
export type PriceAfterDiscount = { amount: number; startsAt: string };

/** A running free trial. Without a card, it ends without a payment unless the buyer adds one. */
export type FreeTrial = 'with_card' | 'without_card';

/** How an order was paid: Stripe's type of the payment method, and for cards their brand and last four digits. */
export type OrderPaymentMethod = { type: string; brand: string | null; last4: string | null };

/** State of a dispute. `lost`: the money is gone. */
export const DISPUTE_OUTCOMES = ['open', 'won', 'lost'] as const;
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number];

export const PAYMENT_PLAN_STATES = ['running', 'overdue', 'complete', 'ended_early'] as const;

/** How far the buyer is with a payment plan. `nextAt`: when the next payment is due, ISO 8601 UTC. */
export type PaymentPlan = {
  /** Number of all payments, and of those made so far. */
  count: number;
  paid: number;
  state: (typeof PAYMENT_PLAN_STATES)[number];
  nextAt: string | null;
};

/** An order as the seller's list shows it. Minor units of `currency`. */
export type OrderRow = {
  id: string;
  number: number;
  state: OrderState;
  /** A flag besides the state; null: never disputed. */
  dispute: DisputeOutcome | null;
  email: string | null;
  buyerName: string | null;
  productName: string;
  /** Units of the product. */
  quantity: number;
  paymentPlan: PaymentPlan | null;
  /** Number of order bumps in the order. */
  extras: number;
  billing: BillingInterval | null;
  currency: string;
  total: number;
  discount: number;
  /** Sum of all payments, renewals included. */
  received: number;
  refunded: number;
  lost: number;
  couponCode: string | null;
  /** Null in orders of earlier versions and without a payment. */
  paymentMethod: OrderPaymentMethod | null;
  /** The buyer's personal data was deleted. */
  anonymized: boolean;
  /** ISO 8601, UTC. */
  createdAt: string;
};

/** Sums of a seller's orders in one currency; `net` is what remains. Minor units. */
export type OrderTotals = {
  currency: string;
  count: number;
  received: number;
  refunded: number;
  lost: number;
  net: number;
};

/**
 * A line of a receipt, before the discount. `products`: those of a bundle, which is one line; `isOwned`: the buyer had bought it
 * before. Minor units.
 */
export type ReceiptItem = {
  name: string;
  quantity: number;
  amount: number;
  products?: { name: string; isOwned: boolean }[];
};

/**
 * The public receipt. Its URL is not secret, so `email` is masked and `couponCode` is null once the buyer's visit is over.
 * `delivery`: state of the receipt email; null if there is none. `subscription`: null unless payments continue.
 */
export type Receipt = Pick<
  OrderRow,
  'number' | 'productName' | 'currency' | 'total' | 'discount' | 'couponCode' | 'email' | 'createdAt'
> & {
  items: ReceiptItem[];
  delivery: 'queued' | 'sent' | 'failed' | null;
  /** Null once the payment has arrived or failed. */
  pending: BuyerPendingPayment | null;
  subscription: {
    amount: number;
    priceAfterDiscount: PriceAfterDiscount | null;
    currency: string;
    billing: BillingInterval;
    nextPaymentAt: string;
    /** Null unless the next payment is due after a free trial. */
    trial: FreeTrial | null;
    /** Which payment of a payment plan is the next one. */
    installment: { number: number; count: number } | null;
  } | null;
};

/**
 * Payment state shown to the buyer. `waiting`: no confirmation from Stripe yet. `unpaid`: Stripe reports no payment so
 * far. Otherwise the order state; `failed` also covers an expired attempt.
 */
export type PaymentState = 'waiting' | 'unpaid' | OrderState;

export const ORDERS_PER_PAGE = 50;
/** Among very many orders, a search for common words lists only this many, without totals. */
export const MAX_FOUND_ORDERS = 1000;
