import { and, eq, gt, inArray, lt, notExists, sql, type SQL } from 'drizzle-orm';

import type { Mode } from '#domain/payment-mode.ts';
import { isOneOf, insertMany } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { webhookDeliveries, webhookEndpoints, webhookEvents, deliveryAttempts } from '#server/db/schema-webhooks.ts';

/** An event to store; the database assigns its position. */
export type NewWebhookEvent = Omit<typeof webhookEvents.$inferSelect, 'position'>;
export type EventTarget = { messageId: string; endpointId: string };

/** Inserts events; returns how many were new. */
export const insertWebhookEvents = (tx: Db, events: readonly NewWebhookEvent[]): Promise<number> =>
  insertMany(
    tx,
    webhookEvents,
    events.map((event) => ({ ...event, position: 0 })),
    true,
  );

/** Creates the deliveries of events, except existing ones, and returns their ids. Due at `now`, system time. */
export async function insertDeliveries(tx: Db, targets: readonly EventTarget[], now: Date): Promise<string[]> {
  if (targets.length === 0) return [];
  const { rows } = (await tx.execute(
    sql`insert into ${webhookDeliveries}
      (id, endpoint_id, message_id, position, ordering_key, status, next_at, created_at)
      select gen_random_uuid(), target."endpointId", message.id, message.position, message.ordering_key, 'waiting',
        ${now.toISOString()}::timestamptz, message.created_at
      from json_to_recordset(${JSON.stringify(targets)}::text::json) as target("messageId" uuid, "endpointId" uuid)
      join ${webhookEvents} message on message.id = target."messageId"
      on conflict do nothing returning id`,
  )) as { rows: { id: string }[] };
  return rows.map(({ id }) => id);
}

export type DeliveryQuery = {
  mode: Mode;
  /** System time. */
  now: Date;
  /** Running deliveries by endpoint id. */
  runningByEndpoint: ReadonlyMap<string, number>;
  /** Maximum concurrent deliveries per healthy and per failing endpoint. */
  perEndpoint: DeliveryCapacity;
  /** Remaining total capacity. */
  capacity: DeliveryCapacity;
};

export type DeliveryCapacity = { healthy: number; failing: number };

/** Due deliveries from which on all endpoints are scanned. */
const SCAN_ALL_THRESHOLD = 1000;

/**
 * SQL of the deliveries that may go out now: of endpoints that are not paused, in order per subject, round robin over the
 * endpoints. Scans only endpoints with due deliveries; with so many due that one endpoint may hide others, it scans all
 * endpoints with waiting deliveries.
 */
const selectDeliverable = ({ mode, now, runningByEndpoint, perEndpoint, capacity }: DeliveryQuery): SQL => sql`
  recursive soonest as (
    select endpoint_id from webhook_deliveries
    where status = 'waiting' and next_at <= ${now.toISOString()}::timestamptz order by next_at limit ${SCAN_ALL_THRESHOLD}),
  places as (
    (select endpoint_id from webhook_deliveries
      where status = 'waiting' and (select count(*) from soonest) >= ${SCAN_ALL_THRESHOLD} order by endpoint_id limit 1)
    union all
    select (select d.endpoint_id from webhook_deliveries d
      where d.status = 'waiting' and d.endpoint_id > places.endpoint_id order by d.endpoint_id limit 1)
    from places where places.endpoint_id is not null),
  endpoints as (
    select e.id, e.failing_since is not null as failing,
      case when e.failing_since is null then ${perEndpoint.healthy}::int else ${perEndpoint.failing}::int end
        - coalesce((${JSON.stringify(Object.fromEntries(runningByEndpoint))}::text::jsonb ->> e.id::text)::int, 0) as free
    from (select endpoint_id from soonest union select endpoint_id from places) p
    join webhook_endpoints e on e.id = p.endpoint_id
    where e.mode = ${mode} and e.paused_by is null),
  ready as (
    select due.id, due.next_at, endpoints.failing, endpoints.free,
      row_number() over (partition by endpoints.id order by due.next_at, due.position) as turn
    from endpoints cross join lateral (
      select d.id, d.next_at, d.position from webhook_deliveries d
      where d.endpoint_id = endpoints.id and d.status = 'waiting' and d.next_at <= ${now.toISOString()}::timestamptz
        and endpoints.free > 0
        and (d.redelivery or d.ordering_key is null or not exists (
          select 1 from webhook_deliveries b
          where b.endpoint_id = d.endpoint_id and b.ordering_key = d.ordering_key and b.status = 'waiting'
            and not b.redelivery and b.position < d.position))
      order by d.next_at limit ${Math.max(perEndpoint.healthy, perEndpoint.failing)}) due),
  chosen as (
    (select id from ready where turn <= free and not failing order by turn, next_at limit ${capacity.healthy})
    union all
    (select id from ready where turn <= free and failing order by turn, next_at limit ${capacity.failing}))`;

/** Leases deliveries until `leaseUntil`; after a crash other processes take them. Each lease counts as a try. */
export async function claimDeliveries(db: Db, query: DeliveryQuery, leaseUntil: Date): Promise<DueDelivery[]> {
  const { rows } = (await db.execute(sql`
    with ${selectDeliverable(query)},
    locked as (
      select id from webhook_deliveries
      where id in (select id from chosen) and status = 'waiting' and next_at <= ${query.now.toISOString()}::timestamptz
      for update skip locked)
    update webhook_deliveries d set next_at = ${leaseUntil.toISOString()}::timestamptz, tries = d.tries + 1
    from locked where d.id = locked.id returning d.id`)) as { rows: { id: string }[] };
  if (rows.length === 0) return [];
  return listLeased(
    db,
    rows.map(({ id }) => id),
  );
}

const listLeased = (db: Db, ids: readonly string[]) =>
  db
    .select({
      id: webhookDeliveries.id,
      endpointId: webhookDeliveries.endpointId,
      messageId: webhookDeliveries.messageId,
      position: webhookDeliveries.position,
      orderingKey: webhookDeliveries.orderingKey,
      tries: webhookDeliveries.tries,
      nextAt: webhookDeliveries.nextAt,
      redelivery: webhookDeliveries.redelivery,
      body: webhookEvents.body,
      summary: webhookEvents.summary,
      sellerId: webhookEvents.sellerId,
      url: webhookEndpoints.url,
      format: webhookEndpoints.format,
      sealedSecret: webhookEndpoints.sealedSecret,
      sealedOldSecret: webhookEndpoints.sealedOldSecret,
      oldSecretUntil: webhookEndpoints.oldSecretUntil,
      /** The endpoint has failed since its last success; the delivery uses the capacity for failing endpoints. */
      isFailing: sql<boolean>`${webhookEndpoints.failingSince} is not null`,
      /** Earlier tries that never ended. */
      unfinishedTries: sql<number>`${webhookDeliveries.tries} - 1 - (
        select count(*)::int from ${deliveryAttempts} where ${deliveryAttempts.deliveryId} = ${webhookDeliveries.id})`,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.messageId))
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(isOneOf(webhookDeliveries.id, ids, 'uuid'));

/** A leased delivery with everything needed to send it. */
export type DueDelivery = Awaited<ReturnType<typeof listLeased>>[number];

/** Whether any delivery may go out now. */
export async function hasDueDeliveries(db: Db, query: DeliveryQuery): Promise<boolean> {
  const { rows } = (await db.execute(
    sql`with ${selectDeliverable(query)} select exists (select 1 from chosen) as due`,
  )) as { rows: { due: boolean }[] };
  return rows[0]?.due ?? false;
}

/** Outcome of one try. */
export type AttemptOutcome = Pick<typeof webhookDeliveries.$inferSelect, 'lastStatus' | 'lastError'> &
  ({ status: 'delivered'; deliveredAt: Date } | { status: 'failed' } | { status: 'waiting'; nextAt: Date });

/**
 * Records a delivery attempt and its outcome; false when the delivery was deleted. A success always counts. Any other
 * outcome is ignored when the lease has expired or another try was requested meanwhile.
 */
export async function recordDeliveryAttempt(
  tx: Db,
  delivery: DueDelivery,
  attempt: Omit<typeof deliveryAttempts.$inferSelect, 'id' | 'deliveryId'>,
  outcome: AttemptOutcome,
): Promise<boolean> {
  const [row] = await tx
    .select({ status: webhookDeliveries.status, nextAt: webhookDeliveries.nextAt })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.id, delivery.id))
    .for('update');
  if (!row) return false;
  const isLeased = row.nextAt.getTime() === delivery.nextAt.getTime();
  const isDecisive = row.status === 'waiting' && (isLeased || outcome.status === 'delivered');
  await tx.insert(deliveryAttempts).values({ ...attempt, id: crypto.randomUUID(), deliveryId: delivery.id });
  const { lastStatus, lastError } = outcome;
  await tx
    .update(webhookDeliveries)
    .set({ lastStatus, lastError, ...(isDecisive && { ...outcome, redelivery: false }) })
    .where(eq(webhookDeliveries.id, delivery.id));
  if (isDecisive && !delivery.redelivery)
    await rescheduleFollowers(tx, delivery, outcome.status === 'waiting' ? outcome.nextAt : attempt.at);
  return true;
}

/** Reschedules the deliveries behind this one to the same time, so that blocked ones are not scanned repeatedly. */
async function rescheduleFollowers(
  tx: Db,
  { endpointId, orderingKey: subject, position }: DueDelivery,
  nextAt: Date,
): Promise<void> {
  if (subject === null) return;
  await tx
    .update(webhookDeliveries)
    .set({ nextAt })
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpointId),
        eq(webhookDeliveries.orderingKey, subject),
        sql`${webhookDeliveries.status} = 'waiting'`,
        eq(webhookDeliveries.redelivery, false),
        gt(webhookDeliveries.position, position),
      ),
    );
}

/** Deletes events before a time without waiting deliveries, with their log; returns how many. */
export async function deleteOldEvents(db: Db, before: Date, limit: number): Promise<number> {
  const hasWaiting = db
    .select({ one: sql`1` })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.messageId, webhookEvents.id), sql`${webhookDeliveries.status} = 'waiting'`));
  const oldEvents = db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(and(lt(webhookEvents.createdAt, before), notExists(hasWaiting)))
    .orderBy(webhookEvents.createdAt)
    .limit(limit)
    // Rows that another process is deleting are left to it.
    .for('update', { skipLocked: true });
  const deleted = await db
    .delete(webhookEvents)
    .where(sql`${webhookEvents.id} in ${oldEvents}`)
    .returning({ id: webhookEvents.id });
  return deleted.length;
}

const SUBSCRIPTION_PATHS = ['{data,order,subscription,buyer,', '{data,subscription,buyer,'];
/** Personal data in the body of an event, with what replaces it. */
const REDACTED_PATHS: readonly [path: string, value: string][] = [
  ...['{data,order,buyer,', ...SUBSCRIPTION_PATHS].flatMap((buyer): [string, string][] => [
    [`${buyer}email}`, 'null'],
    [`${buyer}name}`, 'null'],
  ]),
  ['{data,order,answers}', '[]'],
];

/** Removes the buyer and their answers from the events of these attempts, and what endpoints responded to them. */
export async function redactEventsAbout(
  tx: Db,
  { sellerId, mode }: { sellerId: string; mode: Mode },
  attemptIds: readonly string[],
): Promise<void> {
  const isAboutAttempts = and(
    eq(webhookEvents.mode, mode),
    eq(webhookEvents.sellerId, sellerId),
    isOneOf(webhookEvents.orderingKey, attemptIds, 'text'),
  );
  const redacted = REDACTED_PATHS.reduce(
    (body, [path, value]) => sql`jsonb_set(${body}, ${path}::text[], ${value}::jsonb, false)`,
    sql`${webhookEvents.body}::jsonb`,
  );
  const events = await tx
    .update(webhookEvents)
    .set({ body: sql`${redacted}::text` })
    .where(isAboutAttempts)
    .returning({ id: webhookEvents.id });
  const eventIds = events.map(({ id }) => id);
  const deliveries = tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(isOneOf(webhookDeliveries.messageId, eventIds, 'uuid'));
  await tx.update(deliveryAttempts).set({ responseBody: '' }).where(inArray(deliveryAttempts.deliveryId, deliveries));
}

/** Fails deliveries that have waited at paused endpoints since before a time. */
export async function failOverdueDeliveries(db: Db, before: Date, lastError: string): Promise<void> {
  await db.execute(sql`
    update webhook_deliveries d set status = 'failed', last_error = ${lastError}
    from webhook_endpoints e
    where e.id = d.endpoint_id and e.paused_by is not null and d.status = 'waiting'
      and d.created_at < ${before.toISOString()}::timestamptz`);
}
