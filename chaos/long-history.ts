import { sql } from 'drizzle-orm';

import { copyOrders } from '../bench/many-orders.ts';
import { createConnectedSeller, publishPage, createPageConfig } from '../e2e/seller.ts';
import type { Db } from '../server/db/client.ts';
import { payOnPage, waitUntil } from './provider.ts';

/** A seller of a shop that runs, with one paid order; gives its id. */
export async function placeFirstOrder(appProcess: { url: string }): Promise<string> {
  const seller = await createConnectedSeller(appProcess);
  const { slug } = await publishPage(seller, createPageConfig({ requireTerms: false, price: '40', currency: 'USD' }));
  const { url } = await seller.call('create-checkout-session', { slug });
  await payOnPage(url);
  const first = async () => (await seller.call('list-orders', {})).orders[0];
  await waitUntil('the first order', async () => (await first())?.state === 'paid');
  return (await first())?.id ?? '';
}

/** Makes many of one order, each of them paid, with sums that hold. The provider knows nothing of them. */
export async function copyHistory(db: Db, orderId: string, count: number): Promise<void> {
  await copyOrders(db, orderId, count);
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(
      sql`create temporary table one on commit drop as select seller_id as id from orders where id = ${orderId}`,
    );
    await tx.execute(sql`update orders set state = 'paid', refunded = 0, dispute = null, received = total, currency = 'USD'
      where seller_id = (select id from one) and number > 1`);
    for (const table of ['attempts', 'orders', 'sales'])
      await tx.execute(sql`update ${sql.identifier(table)} set coupon_code = null, currency = 'USD'
        where seller_id = (select id from one)`);
    await tx.execute(sql`
      insert into sales (id, mode, seller_id, account_id, source, attempt_id, page_id, version_id, payment_intent_id,
                         currency, amount, paid_at, created_at)
      select gen_random_uuid(), o.mode, o.seller_id, o.account_id, o.session_id, o.attempt_id, o.page_id, o.version_id,
             o.payment_intent_id, o.currency, o.total, o.paid_at, o.created_at
        from orders o left join sales s on s.attempt_id = o.attempt_id
       where o.seller_id = (select id from one) and s.id is null`);
    await tx.execute(sql`update sales set usd_cents = amount, fx_rate = '1', fx_source = 'identity'
      where seller_id = (select id from one)`);
    await tx.execute(sql`delete from monthly_sales where seller_id = (select id from one)`);
    await tx.execute(sql`
      insert into monthly_sales (mode, seller_id, month, usd_cents, transactions)
      select mode, seller_id, to_char(paid_at at time zone 'UTC', 'YYYY-MM'), sum(usd_cents), count(*)
        from sales where seller_id = (select id from one) group by 1, 2, 3`);
  });
}
