import { orderDetailMessages } from '#content/messages/order-details.ts';
import type { OrderRow } from '#domain/order.ts';
import { getPaymentMethod } from '#domain/payment-methods.ts';
import { DAY_MS } from '#domain/time-units.ts';

/** `Visa ending in 4242`, `iDEAL`, or `SEPA Direct Debit, pending for 2 days`. */
export function describePaymentMethod(
  { paymentMethod, state, createdAt }: Pick<OrderRow, 'paymentMethod' | 'state' | 'createdAt'>,
  now = new Date(),
): string {
  const messages = orderDetailMessages.buyer;
  if (!paymentMethod) return messages.unknownMethod;
  const { type, brand, last4 } = paymentMethod;
  const method = getPaymentMethod(type).name;
  if (state === 'pending') {
    const days = Math.max(0, Math.floor((now.getTime() - Date.parse(createdAt)) / DAY_MS));
    return messages.pendingSince({ method, days });
  }
  return brand && last4 ? messages.card({ brand: brand.charAt(0).toUpperCase() + brand.slice(1), last4 }) : method;
}
