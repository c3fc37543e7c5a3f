import type { AuditAction } from '#domain/audit.ts';
import { canRestoreAccess, type SellerDecision } from '#domain/entitlement.ts';
import { AppError } from '#domain/errors.ts';
import { actorOf, recordAudit, type Actor } from '#server/audit/record-audit.ts';
import type { Context } from '#server/core/context.ts';
import { findRow } from '#server/db/rows.ts';
import { entitlements } from '#server/db/schema-delivery.ts';
import { orders } from '#server/db/schema-orders.ts';
import type { OrderAggregate } from '#server/ledger/order-aggregate.ts';
import { recomputeEntitlements, type Decide } from '#server/ledger/recompute-entitlements.ts';
import { withEntitlements } from '#server/ledger/update-entitlements.ts';

/** Ends a buyer's access to a deliverable, whatever was paid. Returns the id of the order. Throws AppError 'not_found'. */
export const revokeAccess = (context: Context, actor: Actor, entitlementId: string): Promise<string> =>
  changeAccess(context, actor, entitlementId, 'access_revoked', (aggregate) => {
    const { decision } = findEntitlement(aggregate, entitlementId) ?? {};
    return decision === 'revoked' ? aggregate : withDecision(aggregate, entitlementId, 'revoked');
  });

/**
 * Gives back access that has ended, also after a refund, a lost dispute or the end of a subscription. Access whose days are
 * over, or that was never paid, stays ended. Returns the id of the order. Throws AppError 'not_found'.
 */
export const restoreAccess = (context: Context, actor: Actor, entitlementId: string): Promise<string> =>
  changeAccess(context, actor, entitlementId, 'access_restored', (aggregate, now) => {
    const entitlement = findEntitlement(aggregate, entitlementId);
    if (!entitlement || !canRestoreAccess(entitlement)) return aggregate;
    const withoutDecision = withDecision(aggregate, entitlementId, null);
    const computed = findEntitlement(withEntitlements(aggregate, withoutDecision, now), entitlementId);
    return computed && canRestoreAccess(computed)
      ? withDecision(aggregate, entitlementId, 'restored')
      : withoutDecision;
  });

const findEntitlement = (aggregate: OrderAggregate, entitlementId: string) =>
  aggregate.entitlements.find(({ id }) => id === entitlementId);

const withDecision = (
  aggregate: OrderAggregate,
  entitlementId: string,
  decision: SellerDecision | null,
): OrderAggregate => ({
  ...aggregate,
  entitlements: aggregate.entitlements.map((row) => (row.id === entitlementId ? { ...row, decision } : row)),
});

async function changeAccess(
  context: Context,
  actor: Actor,
  id: string,
  action: Extract<AuditAction, `access_${string}`>,
  decide: Decide,
): Promise<string> {
  const { db, mode } = context;
  const { sellerId } = actor.caller;
  const { orderId, workersToWake } = await db.transaction(async (tx) => {
    const entitlement = await findRow(tx, entitlements, { mode, sellerId, id });
    const order = entitlement && (await findRow(tx, orders, { mode, sellerId, attemptId: entitlement.attemptId }));
    if (!order) throw new AppError('not_found');
    let isChanged = false;
    const workers = await recomputeEntitlements(context, tx, [order.attemptId], (aggregate, now) => {
      const decided = decide(aggregate, now);
      isChanged = decided !== aggregate;
      return decided;
    });
    const facts = { order: order.id, deliverable: entitlement.deliverableId };
    if (isChanged) await recordAudit(context, tx, { ...actorOf(actor), action, subject: id, facts });
    return { orderId: order.id, workersToWake: workers };
  });
  for (const worker of workersToWake) context.wake(worker);
  return orderId;
}
