import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { assignLicenseKeys } from '#server/delivery/assign-license-keys.ts';
import { updateKeysOf } from '#server/delivery/queries/assigned-keys.ts';

import type { OrderAggregate } from './order-aggregate.ts';

/**
 * Gives keys to entitlements that are active and miss some, and gives the keys of changed entitlements their state. Returns
 * whether the caller must wake the `outbox` worker after the commit.
 */
export async function updateLicenseKeys(
  context: Context,
  tx: Db,
  aggregateChanges: readonly { before: OrderAggregate; after: OrderAggregate }[],
): Promise<boolean> {
  const withKeys = aggregateChanges.flatMap(({ before, after: { order, delivery, entitlements } }) =>
    entitlements.flatMap((entitlement) => {
      const { name, settings } = delivery.deliverables.get(entitlement.deliverableId) ?? {};
      if (!order || settings?.kind !== 'keys') return [];
      const previous = before.entitlements.find(({ id }) => id === entitlement.id);
      return [{ entitlement, previous, name: name ?? '', settings, order }];
    }),
  );
  const changed = withKeys.flatMap(({ entitlement, previous }) =>
    previous && previous !== entitlement && entitlement.state !== 'waiting'
      ? [{ entitlement, hasNewEnd: previous.endsAt?.getTime() !== entitlement.endsAt?.getTime() }]
      : [],
  );
  await updateKeysOf(tx, changed);
  const granted = withKeys.filter(({ entitlement }) => entitlement.state === 'active' && entitlement.missingKeys > 0);
  return assignLicenseKeys(context, tx, granted);
}
