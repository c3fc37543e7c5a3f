import type { BuyerSubscription } from './buyer-subscription.ts';
import type { FieldAnswer } from './custom-field.ts';
import type { MailKind } from './mail.ts';
import type { OrderEvent } from './order-event.ts';
import type { OrderRow, OrderState } from './order.ts';
import type { OrderRefund } from './refund.ts';
import type { VisitOrigin } from './visit.ts';

/** Money that came in for an order. `refundable`: what may still be given back, refunds under way taken off. Minor units. */
export type OrderPayment = {
  id: string;
  renewal: boolean;
  amount: number;
  refunded: number;
  lost: number;
  refundable: number;
  paidAt: string;
  /** The provider's id, and where the payment is in the seller's dashboard there. */
  reference: string | null;
  providerUrl: string;
};

export type OrderDispute = {
  id: string;
  paymentId: string;
  /** Where it is answered. */
  providerUrl: string;
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

/** Mail that goes to a buyer about their order. */
export const ORDER_MAIL_KINDS = [
  'receipt',
  'renewal_failed',
  'refund_made',
  'subscription_ends',
] as const satisfies readonly MailKind[];
export type OrderMail = {
  kind: (typeof ORDER_MAIL_KINDS)[number];
  to: string;
  state: Exclude<ReceiptMail['state'], 'none'>;
  /** When it was written. */
  at: string;
  /** Why it did not go, or what is in its way. */
  reason: string | null;
};

/** Another order of the same buyer's address. */
export type OtherOrder = {
  id: string;
  number: number;
  productName: string;
  state: OrderState;
  createdAt: string;
};

/** One order with all that is known of it. Minor units of `currency`; dates ISO 8601 UTC. */
export type OrderDetail = OrderRow & {
  original: number;
  paidAt: string | null;
  country: string | null;
  /** The price that was chosen among several, by its id; null: there was one. */
  plan: string | null;
  visit: VisitOrigin;
  /** The business name of the account that was paid. */
  sellerName: string | null;
  /** `gone`: deleted by its seller. */
  page: { id: string; name: string; url: string | null; gone: boolean };
  /** The oldest first, as all lists here. */
  payments: OrderPayment[];
  refunds: OrderRefund[];
  disputes: OrderDispute[];
  subscription: BuyerSubscription | null;
  agreement: OrderAgreement;
  /** What the page asked, in its order, with the questions as they were then. */
  answers: FieldAnswer[];
  events: OrderEvent[];
  receipt: ReceiptMail;
  mails: OrderMail[];
  /** The newest first, some at most. */
  others: OtherOrder[];
  /** The payment in the seller's dashboard at the provider. */
  providerUrl: string;
};
