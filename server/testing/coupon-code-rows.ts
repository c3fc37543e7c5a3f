/** Rows of generated coupon codes. For tests only. */
import { sql } from 'drizzle-orm';

import { MAX_NEW_CODES } from '#domain/coupon-batch.ts';
import type { Db } from '#server/db/client.ts';

/** Adds this many copies of one of the page's codes, in parts, because a statement has a timeout. Buyers cannot use them. */
export async function copyCouponCodes(db: Db, pageId: string, count: number): Promise<void> {
  for (let start = 0; start < count; start += MAX_NEW_CODES)
    await db.execute(sql`
      insert into coupon_codes
      select gen_random_uuid(), c.seller_id, c.page_id, c.batch, 'copy ' || n, c.sealed_code, c.created_at
      from (select * from coupon_codes where page_id = ${pageId} limit 1) c,
        generate_series(${start + 1}::int, ${Math.min(start + MAX_NEW_CODES, count)}::int) n`);
}
