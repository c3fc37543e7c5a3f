import { listDeliveredLines } from '#domain/compute-entitlements.ts';
import type { Supply } from '#domain/page-schedule.ts';
import { MAIN_LINE, type QuoteLine } from '#domain/quote.ts';
import type { Db } from '#server/db/client.ts';
import { countMissingKeysOf, countUnusedKeysOf, type DeliverableRow } from '#server/delivery/queries/assigned-keys.ts';
import type { CheckoutAttempt } from '#server/ledger/queries/checkout-attempts.ts';
import { listRunningAttempts } from '#server/ledger/queries/reservations.ts';

import { findProducts } from './find-products.ts';
import { loadDelivery } from './load-delivery.ts';
import type { LoadedDelivery } from './order-aggregate.ts';

/** More keys than this make no difference to any buyer. */
const MAX_COUNTED = 20_000;

/** Whether the keys come from the seller's list, so that they can be sold out. */
export const isKeyList = ({ settings }: DeliverableRow): boolean =>
  settings.kind === 'keys' && settings.source === 'list';

type DeliveringLine = Pick<QuoteLine, 'key' | 'quantity' | 'item'>;
type Purchased = Pick<CheckoutAttempt, 'pageId' | 'plan'>;

/** A list of which a purchase needs keys. `lines`: those that need them. */
export type KeyNeed<L extends DeliveringLine> = { deliverable: DeliverableRow; units: number; lines: L[] };

/** The lists of which a purchase needs keys: one per unit of each line that delivers them. */
export function listKeyNeeds<L extends DeliveringLine>(
  lines: readonly L[],
  purchased: Purchased,
  delivery: LoadedDelivery,
): KeyNeed<L>[] {
  const needs = new Map<string, KeyNeed<L>>();
  for (const { line, deliverableId } of listDeliveredLines(lines, purchased, delivery)) {
    const deliverable = delivery.deliverables.get(deliverableId);
    if (!deliverable || !isKeyList(deliverable)) continue;
    const { units = 0, lines: others = [] } = needs.get(deliverableId) ?? {};
    needs.set(deliverableId, { deliverable, units: units + line.quantity, lines: [...others, line] });
  }
  return [...needs.values()];
}

/**
 * Counts what is left of lists of keys. Keys that orders still have to get, such as pending ones, are not left. Where the
 * result decides, the pages of the lists must be locked. Counts in the order in which keys are reserved, owed and assigned, so
 * that a key that moves on meanwhile counts twice, never not at all.
 */
export async function countKeySupplies(db: Db, lists: readonly DeliverableRow[]): Promise<Map<string, Supply>> {
  const [first] = lists;
  if (!first) return new Map();
  const ids = lists.map(({ id }) => id);
  const reserved = await countReservedKeys(db, lists);
  const missing = await countMissingKeysOf(db, ids);
  const unused = await countUnusedKeysOf(db, ids, MAX_COUNTED + Math.max(0, ...reserved.values(), ...missing.values()));
  return new Map(
    ids.map((id) => [id, { left: (unused.get(id) ?? 0) - (missing.get(id) ?? 0), reserved: reserved.get(id) ?? 0 }]),
  );
}

/** Keys that running checkouts will need when they are paid. */
async function countReservedKeys(db: Db, lists: readonly DeliverableRow[]): Promise<Map<string, number>> {
  const [first] = lists;
  const counts = new Map<string, number>();
  if (!first) return counts;
  const pageIds = [...new Set(lists.map(({ pageId }) => pageId))];
  const attempts = await listRunningAttempts(db, first.sellerId, pageIds);
  const findProduct = await findProducts(
    db,
    attempts.map(({ versionId }) => versionId),
  );
  const purchases = attempts.flatMap((attempt) => {
    const product = findProduct(attempt);
    return product ? [{ attempt, product }] : [];
  });
  const findDelivery = await loadDelivery(db, purchases);
  for (const purchase of purchases) {
    const { attempt } = purchase;
    const lines = attempt.lines ?? [{ key: MAIN_LINE, quantity: attempt.quantity }];
    for (const { deliverable, units } of listKeyNeeds<DeliveringLine>(lines, attempt, findDelivery(purchase)))
      counts.set(deliverable.id, (counts.get(deliverable.id) ?? 0) + units);
  }
  return counts;
}
