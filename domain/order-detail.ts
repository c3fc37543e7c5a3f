import type { BuyerSubscription } from './buyer-subscription.ts';
import type { OrderEvent } from './order-event.ts';
import type { OrderRow } from './order.ts';
import type { OrderRefund } from './refund.ts';

/** Money that came in for an order. `refundable`: what may still be given back, refunds under way taken off. Minor units. */
export type OrderPayment = {
  id: string;
  renewal: boolean;
  amount: number;
  refunded: number;
  lost: number;
  refundable: number;
  paidAt: string;
};

export type OrderDispute = {
  id: string;
  amount: number;
  currency: string;
  /** The provider's words. */
  reason: string;
  status: string;
  dueBy: string | null;
  createdAt: string;
  closedAt: string | null;
};

/** What the buyer saw and agreed to. The hashes are SHA-256 in hex. */
export type OrderAgreement = {
  required: boolean;
  accepted: boolean;
  at: string;
  text: string | null;
  textHash: string | null;
  termsUrl: string;
  privacyUrl: string;
  /** The page's publication, counted from 1. */
  version: number;
  versionHash: string | null;
};

/** How far the newest receipt has come; `none`: the order has no address, or nothing was paid. */
export type ReceiptMail = {
  state: 'none' | 'waiting' | 'sent' | 'failed' | 'bounced';
  at: string | null;
  reason: string | null;
};

/** One order with all that is known of it. Minor units of `currency`; dates ISO 8601 UTC. */
export type OrderDetail = OrderRow & {
  original: number;
  paidAt: string | null;
  country: string | null;
  page: { id: string; name: string; url: string | null };
  payments: OrderPayment[];
  refunds: OrderRefund[];
  disputes: OrderDispute[];
  subscription: BuyerSubscription | null;
  agreement: OrderAgreement;
  /** The newest last. */
  events: OrderEvent[];
  receipt: ReceiptMail;
  /** The payment in the seller's dashboard at the provider. */
  providerUrl: string;
};
