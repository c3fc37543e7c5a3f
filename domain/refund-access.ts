import { canRevokeAccess, type OrderEntitlement } from './entitlement.ts';
import type { OrderDetail } from './order-detail.ts';
import { listPaidLines } from './paid-lines.ts';

type Payment = Pick<OrderDetail['payments'][number], 'renewal' | 'amount'>;

/**
 * The entitlements that a refund ends, unless the seller decides otherwise: those of lines that are refunded as a whole.
 * `lineKeys`: these lines; null: the whole payment is refunded.
 */
export function listEntitlementsEndedByRefund(
  { lines, entitlements }: Pick<OrderDetail, 'lines' | 'entitlements'>,
  payment: Payment,
  lineKeys: readonly string[] | null,
): OrderEntitlement[] {
  const keys = lineKeys ?? listPaidLines(lines, payment).map(({ key }) => key);
  return entitlements.filter(
    (entitlement) =>
      keys.includes(entitlement.lineKey) && entitlement.decision !== 'kept' && canRevokeAccess(entitlement),
  );
}
