import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { listAttempts } from '#server/db/ledger-rows.ts';
import { listOrderEventsOf, type OrderEventRow } from '#server/db/order-events.ts';
import { listListening } from '#server/db/webhook-endpoints.ts';
import type { Leaf } from '#server/ledger/leaf.ts';
import { leavesOf } from '#server/ledger/read-leaves.ts';

import { toldOfOrder, type OrderNews } from './said-of-order.ts';
import { tellListening } from './tell-webhooks.ts';

/** An order aggregate with its new timeline events. */
export type TurnedLeaf = { leaf: Leaf; events: readonly OrderEventRow[]; isNew: boolean };

/**
 * Emits webhooks for new order events in the transaction that writes them. A new order includes its earlier events.
 * Returns whether the caller must wake the `deliveries` worker after the commit.
 */
export async function tellOfOrders(
  context: Context,
  tx: Db,
  leaves: readonly TurnedLeaf[],
): Promise<boolean> {
  const news = leaves.filter(({ leaf, events }) => leaf.order !== null && events.length > 0);
  if (news.length === 0) return false;
  const sellerIds = [...new Set(news.map(({ leaf }) => leaf.attempt.sellerId))];
  const listening = await listListening(tx, context.mode, sellerIds);
  if (listening.length === 0) return false;
  const heard = news.filter(({ leaf }) => listening.some((one) => one.sellerId === leaf.attempt.sellerId));
  const earlier = await listEarlier(tx, heard);
  const told = heard.flatMap(({ leaf, events }) => {
    const { order } = leaf;
    if (!order) return [];
    const all = inOrder(events, earlier.get(leaf.attempt.id) ?? []);
    return all.flatMap((event) => toldOfOrder(context, { ...leaf, order }, event) ?? []);
  });
  return tellListening(context, tx, listening, told);
}

/** Lists events of new orders that were recorded before the order existed. */
async function listEarlier(tx: Db, leaves: readonly TurnedLeaf[]): Promise<Map<string, OrderEventRow[]>> {
  const fresh = leaves.filter(({ isNew }) => isNew);
  if (fresh.length === 0) return new Map();
  const known = new Set(fresh.flatMap(({ events }) => events.map(({ id }) => id)));
  const rows = await listOrderEventsOf(
    tx,
    fresh.map(({ leaf }) => leaf.attempt.id),
  );
  return Map.groupBy(
    rows.filter(({ id }) => !known.has(id)),
    ({ attemptId }) => attemptId,
  );
}

/** Sorts by time if there are events older than the order; otherwise keeps the order of the ledger. */
const inOrder = (events: readonly OrderEventRow[], earlier: readonly OrderEventRow[]) =>
  earlier.length === 0
    ? events
    : [...events, ...earlier].toSorted((one, other) => one.at.getTime() - other.at.getTime());

/** Emits a webhook for one event of an order whose rows are already written. */
export async function tellOfOrder(
  context: Context,
  tx: Db,
  { sellerId, attemptId }: { sellerId: string; attemptId: string },
  news: OrderNews,
): Promise<boolean> {
  const listening = await listListening(tx, context.mode, [sellerId]);
  if (listening.length === 0) return false;
  const { leaves } = await leavesOf(tx, await listAttempts(tx, context.mode, [attemptId]));
  const leaf = leaves.get(attemptId);
  if (!leaf?.order) return false;
  const told = toldOfOrder(context, { ...leaf, order: leaf.order }, news);
  return told ? tellListening(context, tx, listening, [told]) : false;
}
