import { orderDetailMessages } from '#content/messages/order-details.ts';
import type { OrderDetail, OrderPayment } from '#domain/order-detail.ts';

/** Names a payment of an order. `payments`: oldest first. */
export function getPaymentName(payment: OrderPayment, { billing, payments, paymentPlan }: OrderDetail): string {
  const messages = orderDetailMessages.payments;
  if (paymentPlan) return messages.installment({ number: payments.indexOf(payment) + 1, count: paymentPlan.count });
  if (payment.renewal) return messages.renewal;
  return billing ? messages.first : messages.single;
}
