import { and, desc, eq, inArray, isNull, like, notInArray, sql } from 'drizzle-orm';

import { MAX_UNFETCHED_ORDERS, type DeliveryAnalytics, type UnfetchedOrder } from '#domain/delivery-analytics.ts';
import type { Db } from '#server/db/client.ts';
import { hasRow } from '#server/db/rows.ts';
import { deliverables, downloads, entitlements, licenses } from '#server/db/schema-delivery.ts';
import { orders } from '#server/db/schema-orders.ts';
import { outbox } from '#server/db/schema-outbox.ts';

import type { AnalyticsTarget, BucketSpan } from './page-views.ts';
import { isInSpan } from './revenue.ts';

const FETCHED_KINDS = ['file', 'keys'] as const;

/** Deliverables of a page that are files or license keys. */
const isFetchedFrom = ({ sellerId, pageId }: AnalyticsTarget & { pageId: string }) =>
  and(
    eq(deliverables.pageId, pageId),
    eq(deliverables.sellerId, sellerId),
    inArray(deliverables.kind, [...FETCHED_KINDS]),
  );

/** Whether the page delivers files or license keys now. */
export const hasFetchedDeliverables = (db: Db, target: AnalyticsTarget & { pageId: string }): Promise<boolean> =>
  hasRow(db, deliverables, and(isFetchedFrom(target), isNull(deliverables.removedAt)));

/**
 * Paid orders with files or license keys, each with the time of its first download. Reads the orders of the period by their
 * index, and for each of them its entitlements and their first downloads by theirs.
 */
function selectDeliveries(db: Db, scope: AnalyticsTarget, span: BucketSpan) {
  const isFile = sql`${deliverables.kind} = 'file'`;
  const firstDownload = sql`(select min(${downloads.startedAt}) from ${downloads} where ${downloads.entitlementId} = ${entitlements.id})`;
  // The keys of such emails: see `sendRequestedDelivery`.
  const requestedEmails = db.$count(
    outbox,
    and(eq(outbox.attemptId, orders.attemptId), like(outbox.dedupKey, 'delivery:%:buyer:%')),
  );
  return db
    .select({
      id: orders.id,
      number: orders.number,
      buyerName: orders.buyerName,
      email: orders.email,
      paidAt: orders.paidAt,
      hasFile: sql<boolean>`bool_or(${isFile})`.as('has_file'),
      hasAccess: sql<boolean>`bool_or(${isFile} and ${entitlements.state} = 'active')`.as('has_access'),
      fetchedAt: sql<string | null>`min(${firstDownload})`.as('fetched_at'),
      requestedEmails: sql`${requestedEmails}`.mapWith(Number).as('requested_emails'),
    })
    .from(orders)
    .innerJoin(entitlements, eq(entitlements.attemptId, orders.attemptId))
    .innerJoin(deliverables, eq(deliverables.id, entitlements.deliverableId))
    .where(
      and(
        isInSpan(orders, scope, orders.paidAt, span),
        notInArray(orders.state, ['pending', 'failed']),
        inArray(deliverables.kind, [...FETCHED_KINDS]),
      ),
    )
    .groupBy(orders.id)
    .as('delivered');
}

type DeliveryCounts = Pick<
  DeliveryAnalytics,
  'orders' | 'withFiles' | 'fetchedWithinDay' | 'unfetched' | 'requestedEmails' | 'minutesToDownload'
>;

export async function countDeliveries(db: Db, scope: AnalyticsTarget, span: BucketSpan): Promise<DeliveryCounts> {
  const delivered = selectDeliveries(db, scope, span);
  const { fetchedAt, paidAt, hasFile, hasAccess } = delivered;
  const countIf = (condition: ReturnType<typeof sql>) => sql`count(*) filter (where ${condition})`.mapWith(Number);
  const minutes = sql`extract(epoch from ${fetchedAt} - ${paidAt}) / 60`;
  const percentile = (share: number) =>
    sql<number | null>`percentile_cont(${share}::float8) within group (order by ${minutes})::float8`;
  const [row] = await db
    .select({
      orders: sql`count(*)`.mapWith(Number),
      withFiles: countIf(sql`${hasFile}`),
      fetchedWithinDay: countIf(sql`${fetchedAt} < ${paidAt} + interval '1 day'`),
      unfetched: countIf(sql`${hasAccess} and ${fetchedAt} is null`),
      requestedEmails: sql`coalesce(sum(${delivered.requestedEmails}), 0)`.mapWith(Number),
      median: percentile(0.5),
      p95: percentile(0.95),
    })
    .from(delivered);
  const {
    median = null,
    p95 = null,
    ...counts
  } = row ?? { orders: 0, withFiles: 0, fetchedWithinDay: 0, unfetched: 0, requestedEmails: 0 };
  return { ...counts, minutesToDownload: median === null || p95 === null ? null : { median, p95 } };
}

/** The newest orders without a download whose buyers still have access to a file. */
export async function listUnfetchedOrders(db: Db, scope: AnalyticsTarget, span: BucketSpan): Promise<UnfetchedOrder[]> {
  const delivered = selectDeliveries(db, scope, span);
  const { id, number, buyerName, email, paidAt } = delivered;
  const rows = await db
    .select({ id, number, buyerName, email, paidAt })
    .from(delivered)
    .where(and(sql`${delivered.hasAccess}`, sql`${delivered.fetchedAt} is null`))
    .orderBy(desc(number))
    .limit(MAX_UNFETCHED_ORDERS);
  // The span selects by the time of the payment, so that there is one.
  return rows.map((row) => ({ ...row, paidAt: row.paidAt?.toISOString() ?? '' }));
}

/** Unused keys of the seller's lists for a page; null without such a list. */
export async function countKeysLeft(
  db: Db,
  target: AnalyticsTarget & { pageId: string },
): Promise<DeliveryAnalytics['keysLeft']> {
  const unusedKeys = sql`(select count(*) from ${licenses} where ${licenses.deliverableId} = ${deliverables.id} and ${licenses.entitlementId} is null)`;
  const [row] = await db
    .select({ lists: sql`count(*)`.mapWith(Number), keys: sql`coalesce(sum(${unusedKeys}), 0)`.mapWith(Number) })
    .from(deliverables)
    .where(
      and(isFetchedFrom(target), isNull(deliverables.removedAt), sql`${deliverables.settings}->>'source' = 'list'`),
    );
  return row && row.lists > 0 ? row.keys : null;
}
