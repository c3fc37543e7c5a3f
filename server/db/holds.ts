import { and, eq, sql, type SQL } from 'drizzle-orm';

import type { Mode } from '#domain/mode.ts';
import type { Taken } from '#domain/offer.ts';

import type { Db } from './client.ts';
import { PAGE_CHANGES } from './page-changes.ts';
import { attempts } from './schema-money.ts';
import { pages, pageVersions } from './schema-pages.ts';

// Stock and coupon reservations, marked by `checkoutAttempts.hasReservation`. Completed attempts are paid, or use a payment
// method that takes days.

const isPaid = sql`${attempts.state} = 'completed'`;
const paid = sql<number>`(count(*) filter (where ${isPaid}))::int`;
const held = sql<number>`(count(*) filter (where not ${isPaid}))::int`;

const ofPage = (mode: Mode, pageId: string) =>
  and(eq(attempts.mode, mode), eq(attempts.pageId, pageId), attempts.holds);

/** Locks the page's row until the transaction ends, so that requests for the last piece run one after another. */
export async function lockPage(tx: Db, pageId: string): Promise<void> {
  await tx.select({ id: pages.id }).from(pages).where(eq(pages.id, pageId)).for('no key update');
}

export async function countTaken(db: Db, mode: Mode, pageId: string): Promise<Taken> {
  const [row] = await db.select({ sold: paid, held }).from(attempts).where(ofPage(mode, pageId));
  return row ?? { sold: 0, held: 0 };
}

/** Used and reserved uses of each coupon code of a page. */
export async function listUses(
  db: Db,
  mode: Mode,
  pageId: string,
): Promise<{ code: string; used: number; held: number }[]> {
  const rows = await db
    .select({ code: attempts.couponCode, used: paid, held })
    .from(attempts)
    .where(ofPage(mode, pageId))
    .groupBy(attempts.couponCode);
  return rows.flatMap(({ code, ...uses }) => (code === null ? [] : [{ ...uses, code }]));
}

type WhoUses = { pageId: string; code: string; buyerKey: string | null };

type Uses = { used: number; held: number };

/** Uses of a code in total and by one buyer; `own` is null for an unknown buyer. */
export async function countUses(
  db: Db,
  mode: Mode,
  { pageId, code, buyerKey }: WhoUses,
): Promise<Uses & { own: Uses | null }> {
  const ofCode = and(ofPage(mode, pageId), eq(attempts.couponCode, code));
  const counted = async (which: SQL | undefined): Promise<Uses> => {
    const [row] = await db.select({ used: paid, held }).from(attempts).where(which);
    return row ?? { used: 0, held: 0 };
  };
  const all = await counted(ofCode);
  return { ...all, own: buyerKey ? await counted(and(ofCode, eq(attempts.buyerKey, buyerKey))) : null };
}

/** Notifies the processes that show these pages, at the commit, that their stock has changed. */
export async function tellOfStock(db: Db, pageIds: readonly string[]): Promise<void> {
  if (pageIds.length === 0) return;
  await db.execute(sql`
    select pg_notify(${PAGE_CHANGES}, seller_id::text) from (
      select distinct ${pages.sellerId} as seller_id from ${pages}
      join ${pageVersions} on ${pageVersions.pageId} = ${pages.id} and ${pageVersions.number} = ${pages.liveVersion}
      where ${pages.id} in ${[...new Set(pageIds)]} and ${pageVersions.config}->'availability'->>'stock' is not null
    ) stocked`);
}
