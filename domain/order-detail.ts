import type { Attribution } from './attribution.ts';
import type { BuyerSubscription } from './buyer-subscription.ts';
import type { Metadata } from './checkout-link.ts';
import type { FieldAnswer } from './custom-field.ts';
import type { EmailKind } from './email.ts';
import type { OrderEntitlement } from './entitlement.ts';
import type { OrderEvent } from './order-event.ts';
import type { DisputeOutcome, OrderRow, OrderState } from './order.ts';
import type { QuoteLine } from './quote.ts';
import type { OrderRefund } from './refund.ts';

/**
 * True if the dispute is only an inquiry, by Stripe's status: no money is withdrawn, and a refund is still possible.
 * An inquiry can become a dispute.
 */
export const isInquiry = (status: string): boolean => status.startsWith('warning_');

/** Maps a Stripe dispute status, including inquiries, to our outcome. */
export function getDisputeOutcome(status: string): DisputeOutcome {
  if (status === 'lost') return 'lost';
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open';
}

/** A payment of an order, with its URL in the seller's Stripe Dashboard. */
export type OrderPayment = {
  id: string;
  renewal: boolean;
  amount: number;
  refunded: number;
  lost: number;
  /** Amount that can still be refunded, without requested refunds. */
  refundable: number;
  paidAt: string;
  /** Stripe's type of the payment method; null if unknown. */
  paymentMethod: string | null;
  /** Stripe's id of the payment intent. */
  reference: string | null;
  providerUrl: string;
};

/** `providerUrl`: where the seller responds. */
export type OrderDispute = {
  id: string;
  paymentId: string;
  amount: number;
  currency: string;
  /** Reason and status as in Stripe. */
  reason: string;
  status: string;
  dueBy: string | null;
  createdAt: string;
  closedAt: string | null;
  providerUrl: string;
};

/**
 * A line item of an order: the product, or an extra. Amounts in minor units; refunds without failed ones. `refundedQuantity`:
 * units in refunds of units.
 */
export type OrderLine = QuoteLine & { refunded: number; refundedQuantity: number };

/** Terms that the buyer saw and accepted. */
export type OrderAgreement = {
  required: boolean;
  accepted: boolean;
  at: string;
  /** Text beside the checkbox. */
  text: string | null;
  /** SHA-256 in hex, like `versionHash`. */
  textHash: string | null;
  termsUrl: string;
  privacyUrl: string;
  /** Version of the page. */
  version: number;
  versionHash: string | null;
};

/** Delivery state of the newest receipt; `none`: the order has no email address, or nothing was paid. */
export type ReceiptEmail = {
  state: 'none' | 'waiting' | 'sent' | 'failed' | 'bounced';
  at: string | null;
  reason: string | null;
};

/** Emails to a buyer about their order. */
export const ORDER_EMAIL_KINDS = [
  'receipt',
  'delivery',
  'order_pending',
  'payment_not_arrived',
  'renewal_failed',
  'refund_made',
  'subscription_ends',
  'free_trial_ends',
  'file_updated',
] as const satisfies readonly EmailKind[];
export type OrderEmail = {
  kind: (typeof ORDER_EMAIL_KINDS)[number];
  to: string;
  state: 'waiting' | 'sent' | 'failed' | 'bounced';
  at: string;
  reason: string | null;
};

/** Another order with the same email address. */
type RelatedOrder = {
  id: string;
  number: number;
  productName: string;
  quantity: number;
  state: OrderState;
  createdAt: string;
};

/** An order with all its details. Minor units of `currency`; dates are ISO 8601 UTC. */
export type OrderDetail = OrderRow & {
  events: OrderEvent[];
  agreement: OrderAgreement;
  receipt: ReceiptEmail;
  mails: OrderEmail[];
  original: number;
  /** The product first; one line for orders of earlier versions. */
  lines: OrderLine[];
  paidAt: string | null;
  country: string | null;
  /** ID of the buyer as a customer; null without an email address. */
  customerId: string | null;
  /** Id of the chosen price option; null if there was one price. */
  plan: string | null;
  visit: Attribution;
  /** Business name of the Stripe account that was paid. */
  sellerName: string | null;
  /** `gone`: the seller deleted the page. */
  page: { id: string; name: string; url: string | null; gone: boolean };
  /** Oldest first, like all lists here. */
  payments: OrderPayment[];
  refunds: OrderRefund[];
  disputes: OrderDispute[];
  subscription: BuyerSubscription | null;
  /** Answers to custom fields in page order, with the labels at that time. */
  answers: FieldAnswer[];
  /** Newest first, up to a limit. */
  others: RelatedOrder[];
  /** The payment in the seller's Stripe Dashboard. */
  providerUrl: string;
  /** Data of the seller's program. */
  metadata: Metadata;
  externalId: string | null;
  /** What was delivered for its lines. */
  entitlements: OrderEntitlement[];
};
