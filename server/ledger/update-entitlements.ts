import { computeEntitlements, type ComputedEntitlement } from '#domain/compute-entitlements.ts';
import { createSortedIds } from '#server/db/sorted-ids.ts';
import type { EntitlementRow } from '#server/delivery/queries/assigned-keys.ts';

import { changedKeys, keepIfUnchanged, type DomainEvent, type OrderAggregate } from './order-aggregate.ts';

/** How access has changed. `resumed` also after an end: a refund failed, a dispute was won, or the seller restored it. */
export type AccessChange = 'granted' | 'paused' | 'resumed' | 'ended';

/**
 * Computes the entitlements of an order again, and lists the events of what has changed. `previous`: the aggregate before this
 * change. Pure: writes nothing.
 */
export function withEntitlements(previous: OrderAggregate, current: OrderAggregate, now: Date): OrderAggregate {
  const { order, delivery } = current;
  if (!order || delivery.deliverables.size === 0) return current;
  const isNew = previous.order === null;
  const computed = computeEntitlements({ ...current, order, entitlements: isNew ? null : current.entitlements }, now);
  // Buyers see them in the order of the lines, and of what the page delivers.
  const ids = createSortedIds(computed.length);
  const entitlements = computed.map((one, index) => toRow(current, one, { newId: ids[index] ?? '', now }));
  return { ...current, entitlements, events: [...current.events, ...listEvents(current, entitlements, now)] };
}

const findRow = (
  { entitlements }: Pick<OrderAggregate, 'entitlements'>,
  { lineKey, deliverableId }: Pick<EntitlementRow, 'lineKey' | 'deliverableId'>,
): EntitlementRow | undefined =>
  entitlements.find((row) => row.lineKey === lineKey && row.deliverableId === deliverableId);

function toRow(
  aggregate: OrderAggregate,
  computed: ComputedEntitlement,
  { newId, now }: { newId: string; now: Date },
): EntitlementRow {
  const before = findRow(aggregate, computed);
  if (!before) {
    const { id: attemptId, mode, sellerId } = aggregate.attempt;
    const { kind } = aggregate.delivery.deliverables.get(computed.deliverableId) ?? {};
    const missingKeys = kind === 'keys' ? computed.quantity : 0;
    const ids = { id: newId, mode, sellerId, attemptId };
    return { ...ids, ...computed, missingKeys, decision: null, createdAt: now, changedAt: now };
  }
  const after = keepIfUnchanged(before, { ...before, ...computed });
  const isOnlyRechecked = changedKeys(before, after).every((key) => key === 'recheckAt');
  return isOnlyRechecked ? after : { ...after, changedAt: now };
}

/** Whether the buyer had access at some time. */
const wasGranted = (entitlement: EntitlementRow | undefined): boolean =>
  entitlement !== undefined && entitlement.state !== 'waiting' && entitlement.reason !== 'payment_failed';

export function findAccessChange(before: EntitlementRow | undefined, after: EntitlementRow): AccessChange | null {
  if (!wasGranted(before)) return after.state === 'active' || after.state === 'paused' ? 'granted' : null;
  // Access that was revoked before its payment arrived waits for the payment again when it is restored.
  if (before?.state === after.state || after.state === 'waiting') return null;
  return after.state === 'active' ? 'resumed' : after.state === 'paused' ? 'paused' : 'ended';
}

function listEvents(previous: OrderAggregate, entitlements: readonly EntitlementRow[], now: Date): DomainEvent[] {
  const changes = entitlements.flatMap((entitlement) => {
    const change = findAccessChange(findRow(previous, entitlement), entitlement);
    return change ? [{ entitlement, change }] : [];
  });
  const isDelivered = changes.some(({ change }) => change === 'granted');
  return [
    ...(isDelivered ? [{ kind: 'delivered' as const, at: now }] : []),
    ...changes.flatMap(({ entitlement, change }): DomainEvent[] => {
      const name = previous.delivery.deliverables.get(entitlement.deliverableId)?.name ?? '';
      return change === 'granted' ? [] : [{ kind: `access_${change}`, entitlement, name, at: now }];
    }),
  ];
}
