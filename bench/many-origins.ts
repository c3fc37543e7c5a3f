import type { RunSql } from './many-views.ts';
import { DAYS } from './many-views.ts';

const ORIGIN = [
  'page_id',
  'version_id',
  'source',
  'referrer',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'visit_country',
  'device',
  'embed',
];

/**
 * Puts a seller's copied orders on all of their pages and versions and on the days that have views, says where they came
 * from, and adds a press of pay that came to nothing for each.
 */
export async function assignAttributions(runSql: RunSql, sellerId: string, count: number): Promise<void> {
  const shrunk = (at: string) => `now() - (now() - ${at}) * ${(DAYS * 144) / count}`;
  await runSql(`create temporary table versions as
    select v.id, v.page_id, row_number() over (order by v.page_id, v.number) - 1 as place, count(*) over () as all
      from page_versions v join pages p on p.id = v.page_id where p.seller_id = '${sellerId}'`);
  await runSql(`insert into attempts (id, mode, seller_id, page_id, version_id, account_id, token, state, currency, original,
      discount, total, coupon_code, email, agreement, slug, session_id, holds, created_at, expires_at)
    select gen_random_uuid(), mode, seller_id, page_id, version_id, account_id, gen_random_uuid(), 'expired', currency,
      original, discount, total, coupon_code, email, agreement, slug, session_id || '-left', false,
      created_at + interval '5 minutes', expires_at
    from attempts where seller_id = '${sellerId}'`);
  await runSql(`update attempts set page_id = v.page_id, version_id = v.id, created_at = ${shrunk('created_at')},
      source = (array['google','direct','newsletter','instagram','direct','bing','youtube','partner'])[1 + h % 8],
      referrer = case when h % 8 in (1, 4) then '' else 'site' || h % 60 || '.example' end,
      utm_source = case when h % 3 = 0 then 'news' || h % 7 else '' end,
      utm_medium = case when h % 3 = 0 then 'mail' || h % 4 else '' end,
      utm_campaign = case when h % 3 = 0 then 'campaign' || h % 150 else '' end,
      utm_term = case when h % 5 = 0 then 'term' || h % 180 else '' end,
      utm_content = case when h % 5 = 0 then 'content' || h % 40 else '' end,
      visit_country = chr(65 + h % 8) || chr(65 + h % 7),
      device = (array['desktop','mobile','mobile','tablet','other'])[1 + h % 5],
      embed = case when h % 11 = 0 then 'https://blog' || h % 3 || '.example' else '' end
    from (select id as attempt, abs(hashtext(id::text)) as h from attempts where seller_id = '${sellerId}') one
      join versions v on v.place = h % v.all
    where attempts.id = one.attempt`);
  const origin = ORIGIN.map((column) => `${column} = a.${column}`).join(', ');
  await runSql(`update orders set created_at = a.created_at, paid_at = a.created_at, ${origin}
    from attempts a where a.id = orders.attempt_id and a.seller_id = '${sellerId}'`);
  await runSql(`update sales set paid_at = o.paid_at, refunded = o.refunded, usd_cents = o.received, usd_refunded = o.refunded,
      ${origin.replaceAll('a.', 'o.').replace('source = o.source', 'visit_source = o.source')}
    from orders o where o.attempt_id = sales.attempt_id and o.seller_id = '${sellerId}'`);
  // As if they had been written like this at once.
  for (const table of ['attempts', 'orders', 'sales']) await runSql(`vacuum full analyze ${table}`);
  for (const table of ['attempts', 'orders', 'sales']) await runSql(`vacuum ${table}`);
}
