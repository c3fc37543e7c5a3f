import type { Mode } from '#domain/payment-mode.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { listOrderEventsOf, type OrderEventRow, type OrderTimelineEvent } from '#server/ledger/queries/order-events.ts';

import { emitWebhooks } from '../webhooks/emit-webhooks.ts';
import { buildOrderEvent, buildSubscriptionStart } from './build-order-event.ts';
import type { OrderAggregate } from './order-aggregate.ts';
import { hasOrder, loadResourceSources, withCustomers } from './order-resources.ts';

/** An order aggregate with its new timeline events. */
type AggregateEvents = {
  aggregate: OrderAggregate;
  events: readonly OrderEventRow[];
  isNew: boolean;
  startsSubscription?: boolean;
};

/**
 * Emits webhooks for new order events in the transaction that writes them. A new order includes its earlier events.
 * Returns whether the caller must wake the `deliveries` worker after the commit.
 */
export async function emitOrderWebhooks(
  context: Context,
  tx: Db,
  changes: readonly AggregateEvents[],
): Promise<boolean> {
  const changesWithEvents = changes.filter(
    ({ aggregate, events, startsSubscription }) =>
      aggregate.order !== null && (events.length > 0 || startsSubscription),
  );
  if (changesWithEvents.length === 0) return false;
  const earlierEvents = await listEarlierEvents(tx, changesWithEvents);
  const sources = await withCustomers(
    tx,
    changesWithEvents.map(({ aggregate }) => aggregate),
  );
  const outgoingEvents = changesWithEvents.flatMap(({ events, startsSubscription }, index) => {
    const source = sources[index];
    if (!source || !hasOrder(source)) return [];
    const timelineEvents = sortByTime(events, earlierEvents.get(source.attempt.id) ?? []);
    const orderEvents = timelineEvents.map((event) => buildOrderEvent(source, event));
    const start = startsSubscription ? buildSubscriptionStart(source) : null;
    return [...orderEvents, start].filter((event) => event !== null);
  });
  return emitWebhooks(context, tx, outgoingEvents);
}

/** Lists events of new orders that were recorded before the order existed. */
async function listEarlierEvents(tx: Db, newOrders: readonly AggregateEvents[]): Promise<Map<string, OrderEventRow[]>> {
  const created = newOrders.filter(({ isNew }) => isNew);
  if (created.length === 0) return new Map();
  const newEventIds = new Set(created.flatMap(({ events }) => events.map(({ id }) => id)));
  const rows = await listOrderEventsOf(
    tx,
    created.map(({ aggregate }) => aggregate.attempt.id),
  );
  return Map.groupBy(
    rows.filter(({ id }) => !newEventIds.has(id)),
    ({ attemptId }) => attemptId,
  );
}

/** Sorts by time if there are events older than the order; otherwise keeps the order of the ledger. */
const sortByTime = (events: readonly OrderEventRow[], earlierEvents: readonly OrderEventRow[]) =>
  earlierEvents.length === 0
    ? events
    : [...events, ...earlierEvents].toSorted((one, other) => one.at.getTime() - other.at.getTime());

/** Emits a webhook for one event of an order whose rows are already written. */
export async function emitOrderWebhook(
  context: Context,
  tx: Db,
  { mode, attemptId }: { mode: Mode; attemptId: string },
  timelineEvent: OrderTimelineEvent,
): Promise<boolean> {
  const sources = (await loadResourceSources(tx, [{ mode, attemptId }])).filter(hasOrder);
  return emitWebhooks(
    context,
    tx,
    sources.flatMap((source) => buildOrderEvent(source, timelineEvent) ?? []),
  );
}
