import { ALL_PAGES } from '#server/db/schema-views.ts';

/** Runs a statement, for as long as it takes. */
export type RunSql = (text: string) => Promise<unknown>;

export type SellerPages = { sellerId: string; pageIds: readonly string[]; share: number };

export const DAYS = 400;
/** Single views are kept for so many days; of the days before there are only counts. */
const RAW_DAYS = 90;
const NEXT_DAY = `interval '1 day'`;

/**
 * So many views on the days until today, spread over sellers by their shares. Only those of the last 90 days are rows of
 * their own, as in life; each day before is counted like one of those.
 */
export async function insertPageViews(runSql: RunSql, events: number, sellers: readonly SellerPages[]): Promise<void> {
  await runSql(`drop index views_visitor, views_seller, views_old`);
  await runSql('truncate views, view_days');
  let next = 1;
  for (const { sellerId, pageIds, share } of sellers) {
    const perDay = Math.max(1, Math.round((events * share) / DAYS));
    for (let back = RAW_DAYS - 1; back >= 0; back--, next += perDay)
      await runSql(rawDay({ sellerId, pageIds, perDay, back, first: next }));
  }
  await runSql(`create index views_visitor on views (seller_id, day, visitor, page_id)`);
  await runSql(`create index views_seller on views (mode, seller_id, at)`);
  await runSql(`create index views_old on views (at)`);
  for (const text of COUNTS) await runSql(text);
  await runSql(`insert into view_days (mode, seller_id, page_id, dimension, day, value, views, visitors)
    select mode, seller_id, page_id, dimension, day - back * ${RAW_DAYS}, value, views, visitors
      from view_days, generate_series(1, ${Math.ceil(DAYS / RAW_DAYS)}) back
     where day - back * ${RAW_DAYS} > current_date - ${DAYS}
     order by mode, seller_id, page_id, dimension, day - back * ${RAW_DAYS}`);
  await runSql('vacuum analyze views');
  await runSql('vacuum analyze view_days');
}

type RawDay = { sellerId: string; pageIds: readonly string[]; perDay: number; back: number; first: number };

/** Every third view is a second look of its visitor, and every fourth of these is at another page. */
const rawDay = ({ sellerId, pageIds, perDay, back, first }: RawDay): string => `
  insert into views
  select ${first} + k, 'sandbox', '${sellerId}',
         (array[${pageIds.map((id) => `'${id}'`).join(',')}]::uuid[])[1 + (who + elsewhere) % ${pageIds.length}], 1 + k % 4,
         (current_date - ${back}) + k * (${NEXT_DAY} / ${perDay}), current_date - ${back}, decode(left(md5('${back} ' || who), 16), 'hex'),
         (array['google','direct','newsletter','instagram','direct','bing','youtube','partner'])[1 + h % 8],
         case when h % 8 in (1, 4) then '' else 'site' || h % 60 || '.example' end,
         case when h % 3 = 0 then 'news' || h % 7 else '' end, case when h % 3 = 0 then 'mail' || h % 4 else '' end,
         case when h % 3 = 0 then 'campaign' || h % 150 else '' end, case when h % 5 = 0 then 'term' || h % 180 else '' end,
         case when h % 5 = 0 then 'content' || h % 40 else '' end,
         chr(65 + h % 8) || chr(65 + h % 7), (array['desktop','mobile','mobile','tablet','other'])[1 + h % 5],
         case when h % 11 = 0 then 'https://blog' || h % 3 || '.example' else '' end,
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

/** What whoever counts would have counted of each day. No dimension has more values than a day may have. */
const COUNTS = Object.entries(VALUES).flatMap(([dimension, value]) => {
  const count = (pageId: string, first: string) => `
    insert into view_days (mode, seller_id, page_id, dimension, day, value, views, visitors)
    select mode, seller_id, ${pageId}, '${dimension}', day, ${value}, count(*), count(*) filter (where ${first})
      from views group by mode, seller_id, 3, day, 6`;
  const all = count(`'${ALL_PAGES}'::uuid`, dimension === 'page' ? 'first_on_page' : 'first_with_seller');
  return dimension === 'page' ? [all] : [all, count('page_id', 'first_on_page')];
});
