import { canRevokeAccess, type OrderEntitlement } from './entitlement.ts';
import type { OrderDetail, OrderPayment } from './order-detail.ts';
import { listPaidLines } from './paid-lines.ts';
import { listLineRests } from './refund.ts';

/**
 * The entitlements that a refund ends, unless the seller decides otherwise: those of lines of which no payment is left.
 * `lineKeys`: the lines that it refunds as a whole; null: the whole payment.
 */
export function listEntitlementsEndedByRefund(
  order: Pick<OrderDetail, 'lines' | 'payments' | 'refunds' | 'entitlements'>,
  payment: Pick<OrderPayment, 'id'>,
  lineKeys: readonly string[] | null,
): OrderEntitlement[] {
  const isRefunded = (lineKey: string, paid: OrderPayment): boolean => {
    if (paid.id === payment.id) return lineKeys === null || lineKeys.includes(lineKey);
    return paid.refunded >= paid.amount || listLineRests(order, paid).every(({ key }) => key !== lineKey);
  };
  return order.entitlements.filter((entitlement) => {
    const { lineKey, decision } = entitlement;
    const payments = order.payments.filter((paid) =>
      listPaidLines(order.lines, paid).some(({ key }) => key === lineKey),
    );
    const isPaidHere = payments.some(({ id }) => id === payment.id);
    const isDecided = decision !== null || !canRevokeAccess(entitlement);
    return isPaidHere && !isDecided && payments.every((paid) => isRefunded(lineKey, paid));
  });
}
