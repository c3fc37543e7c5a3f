import { and, eq, getTableColumns, sql, type SQL } from 'drizzle-orm';

import { MAX_VALUES_PER_DAY, OTHER_VALUES } from '#domain/analytics.ts';
import type { Mode } from '#domain/payment-mode.ts';
import type { Db } from '#server/db/client.ts';
import {
  ALL_PAGES,
  pageViewEvents,
  pageViewDays,
  pageViews,
  type ViewDimension,
} from '#server/db/schema-page-views.ts';

// Counts page views. An advisory lock admits one process at a time, so that a visitor is new only once a day and counting
// processes do not deadlock.

/** Arbitrary advisory lock id, the same in every process of every version. */
const COUNTING_LOCK = 7_455_035;

/** Waits for the counting lock and holds it until the transaction ends. */
export const lockCounting = async (tx: Db): Promise<void> =>
  void (await tx.execute(sql`select pg_advisory_xact_lock(${COUNTING_LOCK})`));

async function tryLockCounting(tx: Db): Promise<boolean> {
  const { rows } = (await tx.execute(sql`select pg_try_advisory_xact_lock(${COUNTING_LOCK}) as acquired`)) as {
    rows: { acquired: boolean }[];
  };
  return rows[0]?.acquired ?? false;
}

/** SQL of each dimension's value. Values chosen by visitors are limited per day, those of sellers are not. */
const VISITOR_DIMENSIONS: Record<Exclude<ViewDimension, 'all' | 'page' | 'version'>, string> = {
  source: 'source',
  referrer: 'referrer',
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_campaign: 'utm_campaign',
  utm_term: 'utm_term',
  utm_content: 'utm_content',
  country: 'visit_country',
  device: 'device',
  embed: 'embed',
};

const ALL_PAGES_SQL = `'${ALL_PAGES}'::uuid`;
const FACT_ROWS = [
  `(page_id, 'all', '', first_on_page), (${ALL_PAGES_SQL}, 'all', '', first_with_seller)`,
  `(${ALL_PAGES_SQL}, 'page', page_id::text, first_on_page)`,
  ...Object.entries({ version: `page_id::text || ':' || version`, ...VISITOR_DIMENSIONS }).map(
    ([name, value]) =>
      `(page_id, '${name}', ${value}, first_on_page), (${ALL_PAGES_SQL}, '${name}', ${value}, first_with_seller)`,
  ),
].join(', ');

const KEY = 'mode, seller_id, page_id, dimension, day';

/** Adds the rows of `fresh` to the daily counts; values beyond the daily maximum are counted together. */
const COUNT_FRESH_CTES = sql.raw(`
  facts as (
    select mode, seller_id, f.page_id, f.dimension, day, f.value, f.first
    from fresh cross join lateral (values ${FACT_ROWS}) as f(page_id, dimension, value, first)
  ), sums as (
    select ${KEY}, value, count(*)::integer as views, (count(*) filter (where first))::integer as visitors
    from facts group by ${KEY}, value
  ), had as (
    select ${KEY}, count(*) as values
    from page_view_days join (select distinct ${KEY} from sums) as keys using (${KEY}) group by ${KEY}
  ), ranked as (
    select sums.*, there.value is not null as known, coalesce(had.values, 0) + row_number() over (
      partition by ${KEY.replaceAll(/\w+/g, 'sums.$&')}, there.value is null order by sums.views desc, sums.value
    ) as place
    from sums
      left join had using (${KEY})
      left join page_view_days as there using (${KEY}, value)
  ), bounded as (
    select ${KEY}, case
        when known or dimension in ('all', 'page', 'version') or place <= ${MAX_VALUES_PER_DAY} then value
        else '${OTHER_VALUES}'
      end as value, views, visitors
    from ranked
  ), counted as (
    insert into page_view_days (${KEY}, value, views, visitors)
    select ${KEY}, value, sum(views), sum(visitors) from bounded group by ${KEY}, value order by ${KEY}, value
    on conflict (mode, seller_id, page_id, dimension, day, value)
    do update set views = page_view_days.views + excluded.views, visitors = page_view_days.visitors + excluded.visitors
  )`);

const COLUMNS = sql.raw(
  Object.values(getTableColumns(pageViewEvents))
    .map(({ name }) => `"${name}"`)
    .join(', '),
);

/**
 * SQL condition that a view is the visitor's first with the same values of `keyColumns`, which include the day. A lookup
 * per row: the planner would answer an `exists` for many rows by reading all views.
 */
const isFirst = (keyColumns: string): SQL =>
  sql.raw(`row_number() over (partition by ${keyColumns.replaceAll(/\w+/g, 'one.$&')} order by one.id) = 1
    and (select true from page_views as before where (${keyColumns
      .split(', ')
      .map((name) => `before.${name} = one.${name}`)
      .join(' and ')}) limit 1) is null`);

const SELLER_DAY_COLUMNS = 'mode, seller_id, day, visitor';

/**
 * Moves at most `limit` new views to the counted views and updates the daily counts, in one transaction; returns how many.
 * Views of deleted pages are dropped. Does nothing while another process counts.
 */
export const countPageViewEvents = (db: Db, limit: number): Promise<number> =>
  db.transaction(async (tx) => {
    if (!(await tryLockCounting(tx))) return 0;
    const { rows } = (await tx.execute(sql`
      with taken as (
        delete from page_view_events where id in (select id from page_view_events order by id limit ${limit}) returning *
      ), fresh as (
        select one.*, ${isFirst(`${SELLER_DAY_COLUMNS}, page_id`)} as first_on_page,
          ${isFirst(SELLER_DAY_COLUMNS)} as first_with_seller
        from taken as one join pages on pages.id = one.page_id and pages.deleted_at is null
      ), stored as (
        insert into page_views (${COLUMNS}, first_on_page, first_with_seller)
        select ${COLUMNS}, first_on_page, first_with_seller from fresh
      ), ${COUNT_FRESH_CTES}
      select count(*)::integer as count from taken`)) as { rows: { count: number }[] };
    return rows[0]?.count ?? 0;
  });

/** Counts a seller's stored views of one day that has no counts yet. */
export async function recountStoredViews(tx: Db, mode: Mode, sellerId: string, day: string): Promise<void> {
  await tx.execute(sql`
    with fresh as (
      select * from page_views where mode = ${mode} and seller_id = ${sellerId} and day = ${day}::date
    ), ${COUNT_FRESH_CTES}
    select 1`);
}

/** Moves a seller's views to the days of another time zone, none before `from`. */
export async function updateViewDays(
  tx: Db,
  mode: Mode,
  sellerId: string,
  { timeZone, from }: { timeZone: string; from: string },
): Promise<void> {
  const day = sql`greatest((at at time zone ${timeZone})::date, ${from}::date)`;
  const isOwnView = sql`mode = ${mode} and seller_id = ${sellerId}`;
  await tx.execute(sql`update page_view_events set day = ${day} where ${isOwnView}`);
  await tx.execute(sql`
    with moved as (
      select id, page_id, visitor, ${day} as day from page_views where ${isOwnView} and day >= ${from}::date
    ), numbered as (
      select id, day, row_number() over (partition by day, visitor, page_id order by id) = 1 as on_page,
        row_number() over (partition by day, visitor order by id) = 1 as with_seller
      from moved
    )
    update page_views set day = numbered.day, first_on_page = numbered.on_page, first_with_seller = numbered.with_seller
    from numbered where page_views.id = numbered.id`);
}

export async function deleteViewDaysFrom(tx: Db, mode: Mode, sellerId: string, from: string): Promise<void> {
  await tx
    .delete(pageViewDays)
    .where(
      and(eq(pageViewDays.mode, mode), eq(pageViewDays.sellerId, sellerId), sql`${pageViewDays.day} >= ${from}::date`),
    );
}

/** Days with stored single views, and the time of the oldest one. */
export async function findStoredDays(tx: Db, mode: Mode, sellerId: string) {
  const rows = await tx
    .select({ day: pageViews.day, oldest: sql`min(${pageViews.at})`.mapWith(pageViews.at) })
    .from(pageViews)
    .where(and(eq(pageViews.mode, mode), eq(pageViews.sellerId, sellerId)))
    .groupBy(pageViews.day)
    .orderBy(pageViews.day);
  return { days: rows.map(({ day }) => day), oldest: rows[0]?.oldest ?? null };
}

/** Deletes at most `limit` single views before a time; returns how many. */
export async function deleteViewsBefore(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = (await db.execute(sql`
    with gone as (
      delete from page_views where id in (
        select id from page_views where at < ${before.toISOString()}::timestamptz order by at limit ${limit}
        for update skip locked
      ) returning 1
    )
    select count(*)::integer as count from gone`)) as { rows: { count: number }[] };
  return rows[0]?.count ?? 0;
}

/** Deletes all page views of a seller, in the caller's transaction. */
export async function deletePageViewsOf(tx: Db, sellerId: string): Promise<void> {
  await lockCounting(tx);
  for (const table of [pageViewEvents, pageViews, pageViewDays] as const)
    await tx.delete(table).where(eq(table.sellerId, sellerId));
}
