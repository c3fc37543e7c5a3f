import type { z } from 'zod';

import type { ApiDispute, ApiOrderHistory, ApiPayment } from './api-schemas/order-schemas.ts';
import type { Attribution } from './attribution.ts';
import type { BuyerSubscription } from './buyer-subscription.ts';
import type { FieldAnswer } from './custom-field.ts';
import type { EmailKind } from './email.ts';
import type { OrderRow, OrderState } from './order.ts';
import type { OrderRefund } from './refund.ts';

/**
 * True if the dispute is only an inquiry, by Stripe's status: no money is withdrawn, and a refund is still possible.
 * An inquiry can become a dispute.
 */
export const isInquiry = (status: string): boolean => status.startsWith('warning_');

type OrderHistory = z.infer<typeof ApiOrderHistory>;

/** A payment of an order, with its URL in the seller's Stripe Dashboard. */
export type OrderPayment = z.infer<typeof ApiPayment> & { providerUrl: string };

/** `providerUrl`: where the seller responds. */
export type OrderDispute = z.infer<typeof ApiDispute> & { providerUrl: string };

/** Terms that the buyer saw and accepted. */
export type OrderAgreement = OrderHistory['agreement'];

/** Delivery state of the newest receipt; `none`: the order has no email address, or nothing was paid. */
export type ReceiptEmail = OrderHistory['receipt'];

/** Emails to a buyer about their order. */
export const ORDER_EMAIL_KINDS = [
  'receipt',
  'order_pending',
  'payment_not_arrived',
  'renewal_failed',
  'refund_made',
  'subscription_ends',
] as const satisfies readonly EmailKind[];
export type OrderEmail = OrderHistory['mails'][number];

/** Another order with the same email address. */
type RelatedOrder = {
  id: string;
  number: number;
  productName: string;
  state: OrderState;
  createdAt: string;
};

/** An order with all its details. Minor units of `currency`; dates are ISO 8601 UTC. */
export type OrderDetail = OrderRow &
  OrderHistory & {
    original: number;
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
  };
