import { pendingPaymentMessages } from '#content/messages/pending-payments.ts';

import { formatLongDate } from './format-date.ts';
import { getArrival, type PendingPayment } from './payment-methods.ts';

/** A payment that has not arrived yet, as its buyer sees it. `paymentMethod`: Stripe's type; null while it is unknown. */
export type BuyerPendingPayment = PendingPayment & { paymentMethod: string | null };

/** What an order row says about its pending payment; null for an order in another state. */
export const toBuyerPendingPayment = (order: {
  state: string;
  paymentMethod: string | null;
  pendingPayment: PendingPayment | null;
}): BuyerPendingPayment | null =>
  order.state === 'pending'
    ? { url: null, expiresAt: null, ...order.pendingPayment, paymentMethod: order.paymentMethod }
    : null;

const messages = pendingPaymentMessages;

/** When the money arrives, and what the buyer must do for it. */
export function describePendingPayment({ paymentMethod, expiresAt }: BuyerPendingPayment): string {
  const arrival = paymentMethod === null ? 'now' : getArrival(paymentMethod);
  if (arrival === 'voucher')
    return expiresAt ? messages.voucherUntil({ day: formatLongDate(new Date(expiresAt)) }) : messages.voucher;
  return arrival === 'now' ? messages.other : messages[arrival];
}

/** Label and URL of the page with the voucher or the bank details; null if there is none. */
export function getPendingPaymentLink({
  paymentMethod,
  url,
}: BuyerPendingPayment): { label: string; url: string } | null {
  if (!url || !paymentMethod) return null;
  return { label: getArrival(paymentMethod) === 'transfer' ? messages.showTransfer : messages.showVoucher, url };
}
