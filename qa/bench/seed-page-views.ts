import { ALL_PAGES } from '#server/db/schema-page-views.ts';

import { ORDER_DAYS, restartRevenueSums } from '../lib/copy-orders.ts';

/** Runs a statement without a timeout. */
export type RunSql = (text: string) => Promise<unknown>;

type SellerPages = { sellerId: string; pageIds: readonly string[]; share: number };

/** As many as the copied orders have. */
export const DAYS = ORDER_DAYS;
/** Individual views are stored for this many days; older days have only counts. */
const RAW_DAYS = 90;
const NEXT_DAY = `interval '1 day'`;

/**
 * Creates this many views on the days until today, spread over sellers by their shares. Only the views of the
 * last 90 days are individual rows, as in production; earlier days get the counts of an equivalent day.
 */
export async function insertPageViews(runSql: RunSql, events: number, sellers: readonly SellerPages[]): Promise<void> {
  await runSql(`drop index page_views_visitor, page_views_seller, page_views_viewed_at`);
  await runSql('truncate page_views, page_view_days');
  let next = 1;
  for (const { sellerId, pageIds, share } of sellers) {
    const perDay = Math.max(1, Math.round((events * share) / DAYS));
    for (let back = RAW_DAYS - 1; back >= 0; back--, next += perDay)
      await runSql(rawDay({ sellerId, pageIds, perDay, back, first: next }));
  }
  await runSql(`create index page_views_visitor on page_views (seller_id, day, visitor, page_id)`);
  await runSql(`create index page_views_seller on page_views (mode, seller_id, at)`);
  await runSql(`create index page_views_viewed_at on page_views (at)`);
  for (const text of COUNTS) await runSql(text);
  await runSql(`insert into page_view_days (mode, seller_id, page_id, dimension, day, value, views, visitors)
    select mode, seller_id, page_id, dimension, day - back * ${RAW_DAYS}, value, views, visitors
      from page_view_days, generate_series(1, ${Math.ceil(DAYS / RAW_DAYS)}) back
     where day - back * ${RAW_DAYS} > current_date - ${DAYS}
     order by mode, seller_id, page_id, dimension, day - back * ${RAW_DAYS}`);
  await runSql('vacuum analyze page_views');
  await runSql('vacuum analyze page_view_days');
}

type RawDay = { sellerId: string; pageIds: readonly string[]; perDay: number; back: number; first: number };

const SOURCES = `array['google','direct','newsletter','instagram','direct','bing','youtube','partner']`;
/** The origin of a view or a checkout attempt by column; `h` is a hash of the visitor or the attempt. */
const ATTRIBUTION = {
  source: `(${SOURCES})[1 + h % 8]`,
  referrer: `case when h % 8 in (1, 4) then '' else 'site' || h % 60 || '.example' end`,
  utm_source: `case when h % 3 = 0 then 'news' || h % 7 else '' end`,
  utm_medium: `case when h % 3 = 0 then 'mail' || h % 4 else '' end`,
  utm_campaign: `case when h % 3 = 0 then 'campaign' || h % 150 else '' end`,
  utm_term: `case when h % 5 = 0 then 'term' || h % 180 else '' end`,
  utm_content: `case when h % 5 = 0 then 'content' || h % 40 else '' end`,
  visit_country: `chr(65 + h % 8) || chr(65 + h % 7)`,
  device: `(array['desktop','mobile','mobile','tablet','other'])[1 + h % 5]`,
  embed: `case when h % 11 = 0 then 'https://blog' || h % 3 || '.example' else '' end`,
};

/** Every third view is a repeated view of its visitor, and every fourth of these is on another page. */
const rawDay = ({ sellerId, pageIds, perDay, back, first }: RawDay): string => `
  insert into page_views
  select ${first} + k, 'sandbox', '${sellerId}',
         (array[${pageIds.map((id) => `'${id}'`).join(',')}]::uuid[])[1 + (who + elsewhere) % ${pageIds.length}], 1 + k % 4,
         (current_date - ${back}) + k * (${NEXT_DAY} / ${perDay}), current_date - ${back}, decode(left(md5('${back} ' || who), 16), 'hex'),
         ${Object.values(ATTRIBUTION).join(', ')},
         k % 3 <> 2 or elsewhere = 1, k % 3 <> 2
    from (select k, who, case when k % 3 = 2 and who % 4 = 0 then 1 else 0 end as elsewhere,
                 ((who::bigint * 2654435761 + ${back} * 40503) % 1000003)::integer as h
            from (select k, k - case when k % 3 = 2 then 1 else 0 end as who from generate_series(0, ${perDay - 1}) k) one) two`;

const VALUES = {
  all: `''`,
  page: `page_id::text`,
  version: `page_id || ':' || version`,
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

/** The daily counts as the rollup job would store them. No dimension has more values per day than the limit. */
const COUNTS = Object.entries(VALUES).flatMap(([dimension, value]) => {
  const count = (pageId: string, first: string) => `
    insert into page_view_days (mode, seller_id, page_id, dimension, day, value, views, visitors)
    select mode, seller_id, ${pageId}, '${dimension}', day, ${value}, count(*), count(*) filter (where ${first})
      from page_views group by mode, seller_id, 3, day, 6`;
  const all = count(`'${ALL_PAGES}'::uuid`, dimension === 'page' ? 'first_on_page' : 'first_with_seller');
  return dimension === 'page' ? [all] : [all, count('page_id', 'first_on_page')];
});

const TABLES = ['checkout_attempts', 'orders', 'sales'] as const;

/**
 * Spreads a seller's copied orders over all pages and versions, sets their attribution, and adds an unpaid checkout
 * attempt for each.
 */
export async function assignAttributions(runSql: RunSql, sellerId: string): Promise<void> {
  // The dashboard does not read the sums of the order list, and its own are restarted below.
  for (const table of TABLES) await runSql(`alter table ${table} disable trigger user`);
  await runSql(`create temporary table versions as
    select v.id, v.page_id, row_number() over (order by v.page_id, v.number) - 1 as place, count(*) over () as all
      from page_versions v join pages p on p.id = v.page_id where p.seller_id = '${sellerId}'`);
  await runSql(`insert into checkout_attempts (id, mode, seller_id, page_id, version_id, account_id, token, state, currency, original,
      discount, total, coupon_code, email, agreement, slug, session_id, has_reservation, created_at, expires_at)
    select gen_random_uuid(), mode, seller_id, page_id, version_id, account_id, gen_random_uuid(), 'expired', currency,
      original, discount, total, coupon_code, email, agreement, slug, session_id || '-left', false,
      created_at + interval '5 minutes', expires_at
    from checkout_attempts where seller_id = '${sellerId}'`);
  await runSql(`update checkout_attempts set page_id = v.page_id, version_id = v.id,
      ${Object.entries(ATTRIBUTION)
        .map(([column, value]) => `${column} = ${value}`)
        .join(', ')}
    from (select id as attempt, abs(hashtext(id::text)) as h from checkout_attempts where seller_id = '${sellerId}') one
      join versions v on v.place = h % v.all
    where checkout_attempts.id = one.attempt`);
  const columns = ['page_id', 'version_id', ...Object.keys(ATTRIBUTION)];
  const origin = columns.map((column) => `${column} = a.${column}`).join(', ');
  await runSql(`update orders set created_at = a.created_at, paid_at = a.created_at, ${origin}
    from checkout_attempts a where a.id = orders.attempt_id and a.seller_id = '${sellerId}'`);
  await runSql(`update sales set paid_at = o.paid_at, refunded = o.refunded, usd_cents = o.received, usd_refunded = o.refunded,
      ${origin.replaceAll('a.', 'o.').replace('source = o.source', 'visit_source = o.source')}
    from orders o where o.attempt_id = sales.attempt_id and o.seller_id = '${sellerId}'`);
  // Rewrites the tables, so that the rows are stored as if written once.
  for (const table of TABLES) await runSql(`vacuum full analyze ${table}`);
  for (const table of TABLES) await runSql(`vacuum ${table}`);
  for (const table of TABLES) await runSql(`alter table ${table} enable trigger user`);
  await restartRevenueSums(runSql);
}
