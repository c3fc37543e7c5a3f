import { and, asc, between, eq, gte, inArray, isNotNull, isNull, sql, sum, type SQL } from 'drizzle-orm';
import { unionAll, type PgColumn } from 'drizzle-orm/pg-core';

import type { DayRange } from '#domain/analytics.ts';
import type { Mode } from '#domain/payment-mode.ts';
import type { Db } from '#server/db/client.ts';
import { hasRow } from '#server/db/rows.ts';
import { checkoutAttempts, orders, sales } from '#server/db/schema-orders.ts';
import { ALL_PAGES } from '#server/db/schema-page-views.ts';
import { sellers } from '#server/db/schema-pages.ts';
import { NOTHING_SUMMED, revenueChanges, revenueDays, revenueProgress } from '#server/db/schema-revenue.ts';

import type { AnalyticsTarget } from './page-views.ts';

// Sums of checkouts, orders and payments by day: see `schema-revenue.ts`.

const SUM_KEYS = [
  'started',
  'orders',
  'orderTotal',
  'received',
  'refunded',
  'lost',
  'refunds',
  'usdReceived',
  'usdReturned',
  'usdOrders',
] as const;
type SumKey = (typeof SUM_KEYS)[number];

const mapSums = <T>(valueOf: (key: SumKey) => T): Record<SumKey, T> =>
  Object.fromEntries(SUM_KEYS.map((key) => [key, valueOf(key)])) as Record<SumKey, T>;

const SUM_NAMES = SUM_KEYS.map((key) => revenueDays[key].name);

export type RevenueSum = { key: string; currency: string } & Record<SumKey, number>;

/** Whether all revenue of a seller is summed by the days of this time zone. */
export const hasRevenueDays = (db: Db, { sellerId, mode }: AnalyticsTarget, timeZone: string): Promise<boolean> =>
  hasRow(
    db,
    revenueProgress,
    and(
      eq(revenueProgress.sellerId, sellerId),
      eq(revenueProgress.mode, mode),
      eq(revenueProgress.timeZone, timeZone),
      isNull(revenueProgress.summedUntil),
    ),
  );

type RevenueQuery = { range: DayRange; timeZone: string };

/** Sums of a period by day and currency. */
export const sumRevenueByDay = (db: Db, target: AnalyticsTarget, query: RevenueQuery): Promise<RevenueSum[]> =>
  sumRevenue(db, target, { ...query, dimensions: ['all'], keyBy: 'day' });

/** Sums of a period by the values of a dimension and by currency. What has no value is the rest of all. */
export async function sumRevenueByValue(
  db: Db,
  target: AnalyticsTarget,
  { dimension, ...query }: RevenueQuery & { dimension: string },
): Promise<RevenueSum[]> {
  const sums = await sumRevenue(db, target, { ...query, dimensions: ['all', dimension], keyBy: 'value' });
  const rests = new Map<string, RevenueSum>();
  for (const sum of sums) {
    const rest = rests.get(sum.currency) ?? { key: '', currency: sum.currency, ...mapSums(() => 0) };
    const sign = sum.key === '' ? 1 : -1;
    rests.set(sum.currency, { ...rest, ...mapSums((key) => rest[key] + sign * sum[key]) });
  }
  return [...sums.filter(({ key }) => key !== ''), ...rests.values()];
}

async function sumRevenue(
  db: Db,
  { sellerId, mode, pageId }: AnalyticsTarget,
  {
    range: { from, to },
    timeZone,
    dimensions,
    keyBy,
  }: RevenueQuery & { dimensions: readonly string[]; keyBy: 'day' | 'value' },
): Promise<RevenueSum[]> {
  const summed = db
    .select({
      key: sql<string>`${revenueDays[keyBy]}::text`.as('key'),
      currency: revenueDays.currency,
      ...mapSums((key) => revenueDays[key]),
    })
    .from(revenueDays)
    .where(
      and(
        eq(revenueDays.mode, mode),
        eq(revenueDays.sellerId, sellerId),
        eq(revenueDays.pageId, pageId ?? ALL_PAGES),
        inArray(revenueDays.dimension, [...dimensions]),
        between(revenueDays.day, from, to),
      ),
    );
  const day = sql`(${revenueChanges.at} at time zone ${timeZone})::date`;
  const changed = db
    .select({
      key: sql<string>`${keyBy === 'day' ? sql`${day}::text` : sql`d.value`}`.as('key'),
      currency: revenueChanges.currency,
      ...mapSums((key) => revenueChanges[key]),
    })
    .from(revenueChanges)
    .crossJoin(sql`lateral jsonb_each_text(${revenueChanges.dimensions}) as d`)
    .where(
      and(
        eq(revenueChanges.sellerId, sellerId),
        eq(revenueChanges.mode, mode),
        pageId === null ? undefined : eq(revenueChanges.pageId, pageId),
        inArray(sql`d.key`, [...dimensions]),
        IS_SUMMED_VALUE,
        sql`${day} between ${from}::date and ${to}::date`,
      ),
    );
  const rows = unionAll(summed, changed).as('rows');
  return db
    .select({ key: rows.key, currency: rows.currency, ...mapSums((key) => sum(rows[key]).mapWith(Number)) })
    .from(rows)
    .groupBy(rows.key, rows.currency);
}

/** Of a row `d` of dimension and value. */
const IS_SUMMED_VALUE = sql`(d.value <> '' or d.key = 'all')`;

/** Changes in which a seller without progress is looked for at a time. */
const MAX_NEXT_CHANGES = 1000;

/** Arbitrary advisory lock id, the same in every process of every version. One process at a time writes sums. */
const SUMMING_LOCK = 7_455_036;

async function tryLockSumming(tx: Db): Promise<boolean> {
  const { rows } = (await tx.execute(sql`select pg_try_advisory_xact_lock(${SUMMING_LOCK}) as acquired`)) as {
    rows: { acquired: boolean }[];
  };
  return rows[0]?.acquired ?? false;
}

const ALL_PAGES_SQL = sql.raw(`'${ALL_PAGES}'::uuid`);
const SUM_LIST = sql.raw(SUM_NAMES.join(', '));
const KEY = sql.raw('mode, seller_id, page_id, dimension, day, value, currency');

/** Adds the rows of `facts`, which have the columns of `revenue_changes` and `time_zone`, to the sums of their days. */
const ADD_FACTS = sql`
  insert into revenue_days (${KEY}, ${SUM_LIST})
  select mode, seller_id, counted.page_id, d.key, (at at time zone time_zone)::date, d.value, currency,
    ${sql.raw(SUM_NAMES.map((name) => `sum(${name})`).join(', '))}
  from facts cross join lateral jsonb_each_text(dimensions) as d
    cross join lateral (values (facts.page_id), (${ALL_PAGES_SQL})) as counted(page_id)
  where ${IS_SUMMED_VALUE}
  group by 1, 2, 3, 4, 5, 6, 7
  having (${sql.raw(SUM_NAMES.map((name) => `sum(${name})`).join(', '))}) <> (${sql.raw(SUM_NAMES.map(() => '0').join(', '))})
  order by 1, 2, 3, 4, 5, 6, 7
  on conflict (${KEY}) do update set
    ${sql.raw(SUM_NAMES.map((name) => `${name} = revenue_days.${name} + excluded.${name}`).join(', '))}`;

/** Moves at most `limit` changes of completely summed sellers to the sums; returns how many. None while another process sums. */
export const addRevenueChanges = (db: Db, limit: number): Promise<number> =>
  db.transaction(async (tx) => {
    if (!(await tryLockSumming(tx))) return 0;
    const { rows } = (await tx.execute(sql`
      with taken as (
        delete from revenue_changes where id in (
          select c.id from revenue_changes c
            join revenue_progress p on p.seller_id = c.seller_id and p.mode = c.mode and p.summed_until is null
          order by c.id limit ${limit}
        ) returning *
      ), facts as (
        select taken.*, p.time_zone from taken join revenue_progress p using (seller_id, mode)
      ), added as (${ADD_FACTS})
      select count(*)::integer as count from taken`)) as { rows: { count: number }[] };
    return rows[0]?.count ?? 0;
  });

/** A seller whose rows must be summed, from `summedUntil` on. */
export type UnsummedSeller = { sellerId: string; timeZone: string; summedUntil: Date };

/** Any seller of this mode whose sums are not complete: a known one, or one of the next changes. */
export async function findUnsummedSeller(db: Db, mode: Mode): Promise<UnsummedSeller | null> {
  const { sellerId, timeZone, summedUntil } = revenueProgress;
  const [known] = await db
    .select({ sellerId, timeZone, summedUntil: sql<Date>`${summedUntil}`.mapWith(summedUntil) })
    .from(revenueProgress)
    .where(and(eq(revenueProgress.mode, mode), isNotNull(summedUntil)))
    .limit(1);
  if (known) return known;
  const next = db
    .select({ sellerId: revenueChanges.sellerId })
    .from(revenueChanges)
    .where(eq(revenueChanges.mode, mode))
    .orderBy(revenueChanges.id)
    .limit(MAX_NEXT_CHANGES)
    .as('next');
  const [added] = await db
    .select({ sellerId: sellers.id, timeZone: sellers.timeZone })
    .from(next)
    .innerJoin(sellers, eq(sellers.id, next.sellerId))
    .leftJoin(revenueProgress, and(eq(revenueProgress.sellerId, next.sellerId), eq(revenueProgress.mode, mode)))
    .where(isNull(sellerId))
    .limit(1);
  return added ? { ...added, timeZone: added.timeZone ?? 'UTC', summedUntil: NOTHING_SUMMED } : null;
}

/** Whether changes or rows wait to be summed. */
export async function isRevenueUnsummed(db: Db, mode: Mode): Promise<boolean> {
  return (
    (await hasRow(db, revenueChanges, eq(revenueChanges.mode, mode))) ||
    (await hasRow(db, revenueProgress, and(eq(revenueProgress.mode, mode), isNotNull(revenueProgress.summedUntil))))
  );
}

/** Lets everything be summed again, by the days of a new time zone. */
export async function restartRevenueSums(db: Db, sellerId: string, timeZone: string): Promise<void> {
  await db
    .update(revenueProgress)
    .set({ timeZone, summedUntil: NOTHING_SUMMED })
    .where(eq(revenueProgress.sellerId, sellerId));
}

/** Where the next part of a seller's rows ends, which has at most `limit` rows of each table; null: all are in it. */
export async function findPartEnd(
  db: Db,
  mode: Mode,
  { sellerId, summedUntil }: UnsummedSeller,
  limit: number,
): Promise<Date | null> {
  const findNextTime = async (table: typeof checkoutAttempts | typeof orders | typeof sales, at: PgColumn) => {
    const [row] = await db
      .select({ at })
      .from(table)
      .where(
        and(
          eq(table.mode, mode),
          eq(table.sellerId, sellerId),
          gte(at, summedUntil),
          table === checkoutAttempts ? isNotNull(checkoutAttempts.sessionId) : undefined,
        ),
      )
      .orderBy(asc(at))
      .offset(limit)
      .limit(1);
    return row?.at as Date | undefined;
  };
  const times = [
    await findNextTime(checkoutAttempts, checkoutAttempts.createdAt),
    await findNextTime(orders, orders.paidAt),
    await findNextTime(sales, sales.paidAt),
  ].filter((at) => at !== undefined);
  if (times.length === 0) return null;
  // More rows than the limit can have the same time.
  const earliest = Math.min(...times.map((at) => at.getTime()));
  return new Date(Math.max(earliest, summedUntil.getTime() + 1));
}

/**
 * Sums a seller's rows from `summedUntil` to `to`; null: all later ones. In one statement, which sees each row either with its change or without, the changes of the period are dropped. Returns false if
 * another process is summing or has summed this part.
 */
export async function sumRows(
  db: Db,
  mode: Mode,
  { sellerId, timeZone, summedUntil }: UnsummedSeller,
  to: Date | null,
): Promise<boolean> {
  const isSeller = and(eq(revenueProgress.sellerId, sellerId), eq(revenueProgress.mode, mode));
  return db.transaction(async (tx) => {
    if (!(await tryLockSumming(tx))) return false;
    const [row = { timeZone, summedUntil: NOTHING_SUMMED }] = await tx.select().from(revenueProgress).where(isSeller);
    // The seller may also have chosen another time zone.
    if (row.timeZone !== timeZone || row.summedUntil?.getTime() !== summedUntil.getTime()) return false;
    const isFirstPart = summedUntil.getTime() === NOTHING_SUMMED.getTime();
    if (isFirstPart)
      await tx.delete(revenueDays).where(and(eq(revenueDays.mode, mode), eq(revenueDays.sellerId, sellerId)));
    const isInPart = (at: string): SQL =>
      sql.join([
        sql`mode = ${mode} and seller_id = ${sellerId} and ${sql.raw(at)} is not null`,
        ...(isFirstPart ? [] : [sql` and ${sql.raw(at)} >= ${summedUntil.toISOString()}::timestamptz`]),
        ...(to ? [sql` and ${sql.raw(at)} < ${to.toISOString()}::timestamptz`] : []),
      ]);
    await tx.execute(sql`
      with gone as (
        delete from revenue_changes where ${isInPart('at')}
      ), facts as (
        select mode, seller_id, page_id, created_at as at, attempt_dimensions(a) || jsonb_build_object('payment_method', coalesce(
            (select payment_method from orders where attempt_id = a.id), ''
          )) as dimensions, currency, 1 as started, 0 as orders, 0::bigint as order_total, 0::bigint as received,
          0::bigint as refunded, 0::bigint as lost, 0 as refunds, 0::bigint as usd_received, 0::bigint as usd_returned,
          0::bigint as usd_orders, ${timeZone}::text as time_zone
        from checkout_attempts a where session_id is not null and ${isInPart('created_at')}
        union all
        select mode, seller_id, page_id, paid_at, order_dimensions(o, (
            select plan from checkout_attempts where id = o.attempt_id
          )), currency, 0, 1, total, 0, 0, 0, 0, 0, 0, 0, ${timeZone}::text
        from orders o where state not in ('pending', 'failed') and ${isInPart('paid_at')}
        union all
        select mode, seller_id, page_id, paid_at, sale_dimensions(s), currency, 0, 0, 0, amount, refunded, lost,
          (refunded > 0)::integer, usd_cents, usd_refunded, case when renewal then 0 else usd_cents end, ${timeZone}::text
        from sales s where ${isInPart('paid_at')}
      )
      ${ADD_FACTS}`);
    await tx
      .insert(revenueProgress)
      .values({ sellerId, mode, timeZone, summedUntil: to })
      .onConflictDoUpdate({
        target: [revenueProgress.sellerId, revenueProgress.mode],
        set: { timeZone, summedUntil: to },
      });
    return true;
  });
}
