import { KEY_WARNING_LEVEL } from '#domain/license-api.ts';
import type { Db } from '#server/db/client.ts';
import {
  countUnusedKeys,
  listKeyDeliverablesForUpdate,
  updateWarnedAtKeys,
  type Deliverable,
} from '#server/delivery/queries/licenses.ts';
import { queueSellerMail } from '#server/sellers/seller-plans.ts';

/** Numbers of unused keys at which sellers are emailed. */
const WARNING_LEVELS = [0, KEY_WARNING_LEVEL] as const;

/**
 * Emails sellers whose lists of keys run low, once per level until keys are added. Call it in the transaction that takes
 * keys, and wake the `outbox` worker after the commit. Transactions that take keys of a list wait for each other here, so
 * that the one that takes the last key sees that it does.
 */
export async function warnAboutKeys(tx: Db, deliverableIds: readonly string[], now: Date): Promise<void> {
  for (const deliverable of await listKeyDeliverablesForUpdate(tx, deliverableIds)) {
    if (deliverable.settings.kind === 'keys' && deliverable.settings.source === 'list')
      await warnAboutList(tx, deliverable, now);
  }
}

async function warnAboutList(tx: Db, { id, sellerId, name, warnedAtKeys }: Deliverable, now: Date): Promise<void> {
  const count = await countUnusedKeys(tx, id, KEY_WARNING_LEVEL + 1);
  const level = WARNING_LEVELS.find((keys) => count <= keys);
  if (level === undefined || (warnedAtKeys !== null && warnedAtKeys <= level)) return;
  await updateWarnedAtKeys(tx, id, level);
  const mail = { kind: 'license_keys_low', deliverableId: id, name, unusedKeys: count } as const;
  await queueSellerMail(tx, sellerId, { key: `license_keys_low:${id}:${level}:${now.toISOString()}`, mail, now });
}
