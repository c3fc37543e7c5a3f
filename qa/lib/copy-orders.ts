import { sql } from 'drizzle-orm';

import type { Db } from '#server/db/client.ts';

const BATCH = 20_000;
/** Many different names, so that the database can learn which words are frequent. */
const FIRST_NAMES =
  '{Aiko,Bram,Celeste,Dele,Freya,Gus,Hana,Iain,Jun,Katya,Lou,Mads,Nadia,Omar,Petra,Quentin,Rosa,Soren,Tariq,Una,Viktor,Wanda,Xiu,Yara,Zeno,Amara,Boris,Chiara,Diego,Elif,Farid,Greta,Hugo,Ines,Jonas,Keiko,Liam,Marisol,Niko,Olga}';
const LAST_NAMES =
  '{Lindqvist,de Wit,Aumont,Akande,Holm,Petrakis,Sato,MacLeod,Castillo,Moroz,Novak,Okafor,Pereira,Quinn,Rossi,Schmidt,Tanaka,Ueda,Varga,Weber,Xu,Yilmaz,Zhang,Almeida,Baker,Cohen,Dubois,Eriksen,Fischer,Garcia,Haddad,Ivanov,Jansen,Kowalski,Larsen,Muller,Nguyen,Oliveira,Park,Rahman,Silva,Taylor,Ortiz,Vogel,Walker,Young,Zimmer,Berg,Costa,Diaz}';

/** A buyer name that occurs once among a seller's orders. */
export const RARE_NAME = 'Zephyrine';
/** A word that every order's email address contains. */
export const COMMON_WORD = 'example';

/** The orders are spread over this many days. */
export const ORDER_DAYS = 400;

/** The triggers that record each change of revenue, which take longer than the copies. */
const REVENUE_TRIGGERS = [
  ['checkout_attempts', 'revenue_attempt_insert'],
  ['orders', 'revenue_order'],
  ['orders', 'revenue_method'],
  ['sales', 'revenue_sale'],
].map(
  ([table, name]) =>
    (action: 'disable' | 'enable') =>
      `${table} ${action} trigger ${name}`,
);

/** Lets the worker sum all revenue again, after rows were written without triggers. */
export async function restartRevenueSums(runSql: (text: string) => Promise<unknown>): Promise<void> {
  await runSql('delete from revenue_changes');
  await runSql('update revenue_progress set summed_until = to_timestamp(0)');
}

/**
 * Copies a seller's single paid order until there are `count`, spread over the last 400 days. The copies vary in
 * currency, status, coupon and buyer; each has a checkout attempt and, where it was paid, a payment. `db`: without a
 * timeout of its own; see openScriptDb in qa/lib/postgres.ts. `isSummed`: the app sums the copies for its dashboard.
 */
export async function copyOrders(
  db: Db,
  orderId: string,
  count: number,
  { isSummed = true }: { isSummed?: boolean } = {},
): Promise<void> {
  await withoutTimeout(db, async (tx) => {
    for (const trigger of REVENUE_TRIGGERS) await tx.execute(sql.raw(`alter table ${trigger('disable')}`));
    for (let from = 2; from <= count; from += BATCH) {
      await copyBatch(tx, orderId, from, Math.min(from + BATCH - 1, count), count);
    }
    await tx.execute(sql`update order_counters set last_order_number = ${count}
      where seller_id = (select seller_id from orders where id = ${orderId})`);
    for (const trigger of REVENUE_TRIGGERS) await tx.execute(sql.raw(`alter table ${trigger('enable')}`));
    if (isSummed) await restartRevenueSums((text) => tx.execute(sql.raw(text)));
  });
  // The orders of one transaction leave a dead row of their day each, which PostgreSQL reuses when every order commits.
  await db.execute(sql`vacuum full order_days`);
  await withoutTimeout(db, async (tx) => void (await tx.execute(sql`analyze`)));
}

async function copyBatch(tx: Db, orderId: string, from: number, to: number, count: number): Promise<void> {
  await tx.execute(sql`create temporary table batch on commit drop as
    select n, gen_random_uuid() as attempt, gen_random_uuid() as id,
           (array['USD','USD','USD','USD','USD','USD','EUR','EUR','JPY','GBP'])[1 + n % 10] as currency,
           case when n % 50 = 0 then 'failed' when n % 51 = 0 then 'pending' when n % 29 = 0 then 'refunded'
                when n % 31 = 0 then 'partly_refunded' else 'paid' end as state,
           case when n % 97 = 0 then (array['open','won','lost'])[1 + n % 3] end as dispute,
           case when n % 5 = 0 then 'SAVE' || n % 12 end as coupon,
           case when n = ${Math.ceil(count / 2)}::int then ${RARE_NAME}::text else (${FIRST_NAMES}::text[])[1 + n % 40] end
             || ' ' || (${LAST_NAMES}::text[])[1 + (n / 7) % 50] as name,
           'buyer' || n || '@mail' || n % 40 || '.example' as email,
           1000 + n % 9000 as amount,
           now() - (${count}::int - n) * interval '${sql.raw(String(ORDER_DAYS))} days' / ${count}::int as at
      from generate_series(${from}::int, ${to}::int) n`);
  await tx.execute(sql`
    insert into checkout_attempts (id, mode, seller_id, page_id, version_id, account_id, token, state, currency, original, discount,
                          total, coupon_code, email, agreement, slug, session_id, created_at, expires_at)
    select attempt, mode, seller_id, page_id, version_id, account_id, gen_random_uuid(), 'completed', b.currency, amount, 0,
           amount, coupon, b.email, agreement, slug, session_id || '-' || n, at, at
      from batch b, (select a.* from checkout_attempts a join orders o on o.attempt_id = a.id where o.id = ${orderId}) one`);
  await tx.execute(sql`
    insert into orders (id, mode, seller_id, number, attempt_id, page_id, version_id, account_id, session_id,
                        payment_intent_id, state, email, currency, original, discount, total, coupon_code, product_name,
                        buyer_name, country, received, refunded, lost, dispute, search_text, created_at, paid_at)
    select b.id, mode, seller_id, n, attempt, page_id, version_id, account_id, session_id || '-' || n, 'pi_' || n,
           b.state, b.email, b.currency, amount, 0, amount, coupon, product_name, name, 'FR',
           case when b.state in ('failed', 'pending') then 0 else amount end,
           case b.state when 'refunded' then amount when 'partly_refunded' then amount / 2 else 0 end, 0, b.dispute,
           lower(n || ' ' || translate(b.email, '@.', '  ') || ' ' || name || ' ' || product_name), at, at
      from batch b, (select * from orders where id = ${orderId}) one`);
  await tx.execute(sql`
    insert into sales (id, mode, seller_id, account_id, source, attempt_id, page_id, version_id, coupon_code,
                       payment_intent_id, currency, amount, paid_at, created_at)
    select gen_random_uuid(), mode, seller_id, account_id, session_id || '-' || n, attempt, page_id, version_id, coupon,
           'pi_' || n, b.currency, amount, at, at
      from batch b, (select * from orders where id = ${orderId}) one
     where b.state not in ('failed', 'pending')`);
  await tx.execute(sql`drop table batch`);
}

/** The app's pool cancels statements after some seconds; these statements run without a timeout. */
export const withoutTimeout = (db: Db, work: (tx: Db) => Promise<void>): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await work(tx);
  });
