import {
  and,
  asc,
  desc,
  eq,
  exists,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  max,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';

import type { Attribution } from '#domain/attribution.ts';
import type { StockUsage } from '#domain/offer.ts';
import type { Mode } from '#domain/payment-mode.ts';
import { isOneOf } from '#server/db/bulk-rows.ts';
import { PAGE_CHANGES_CHANNEL } from '#server/db/change-listener.ts';
import type { Db } from '#server/db/client.ts';
import { checkoutAttempts, type AttemptState } from '#server/db/schema-orders.ts';
import { pages, pageVersions, providerAccounts } from '#server/db/schema-pages.ts';
import { cardTestingBlocks } from '#server/db/schema-protection.ts';

/** Attribution columns of an attempt. */
export const ATTEMPT_ATTRIBUTION = {
  source: checkoutAttempts.source,
  referrer: checkoutAttempts.referrer,
  utmSource: checkoutAttempts.utmSource,
  utmMedium: checkoutAttempts.utmMedium,
  utmCampaign: checkoutAttempts.utmCampaign,
  utmTerm: checkoutAttempts.utmTerm,
  utmContent: checkoutAttempts.utmContent,
  visitCountry: checkoutAttempts.visitCountry,
  device: checkoutAttempts.device,
  embed: checkoutAttempts.embed,
} satisfies Record<keyof Attribution, unknown>;

export async function listAttemptAttributions(
  db: Db,
  attemptIds: readonly string[],
): Promise<Map<string, Attribution>> {
  const rows = await db
    .select({ id: checkoutAttempts.id, attribution: ATTEMPT_ATTRIBUTION })
    .from(checkoutAttempts)
    .where(isOneOf(checkoutAttempts.id, attemptIds, 'uuid'));
  return new Map(rows.map(({ id, attribution }) => [id, attribution]));
}

export type CheckoutAttempt = typeof checkoutAttempts.$inferSelect;
export type NewCheckoutAttempt = Omit<typeof checkoutAttempts.$inferInsert, 'state' | 'sessionId' | 'url'>;

/**
 * Inserts the attempt, or returns the page's existing one for this token. `notifiesStock`: the processes that show the
 * page hear of the reservation at the commit.
 */
export async function upsertAttempt(
  db: Db,
  attempt: NewCheckoutAttempt,
  { notifiesStock = false } = {},
): Promise<CheckoutAttempt> {
  const notification = notifiesStock ? sql<string>`pg_notify(${PAGE_CHANGES_CHANNEL}, ${attempt.sellerId})` : sql`null`;
  const [inserted] = await db
    .insert(checkoutAttempts)
    .values({ ...attempt, state: 'new' })
    .onConflictDoNothing({ target: [checkoutAttempts.pageId, checkoutAttempts.token] })
    .returning({ ...getTableColumns(checkoutAttempts), notification });
  if (inserted) {
    const { notification: _, ...insertedAttempt } = inserted;
    return insertedAttempt;
  }
  const existing = await findAttemptByToken(db, attempt.pageId, attempt.token);
  if (!existing) throw new Error('The attempt is neither new nor there');
  return existing;
}

export async function findAttemptByToken(db: Db, pageId: string, token: string): Promise<CheckoutAttempt | null> {
  const [row] = await db
    .select()
    .from(checkoutAttempts)
    .where(and(eq(checkoutAttempts.pageId, pageId), eq(checkoutAttempts.token, token)));
  return row ?? null;
}

type CheckoutRequestKey = { pageId: string; token: string; subjects: readonly string[]; now: Date };

/**
 * Reads at once what decides about a checkout request: the attempt of its token, and the end of the longest block of
 * these subjects for card testing, by the system clock; null when there is none.
 */
export async function findAttemptAndBlock(
  db: Db,
  { pageId, token, subjects, now }: CheckoutRequestKey,
): Promise<{ attempt: CheckoutAttempt | null; blockedUntil: Date | null }> {
  const isBlocked = and(inArray(cardTestingBlocks.subject, [...subjects]), gt(cardTestingBlocks.blockedUntil, now));
  const blockedUntil = db
    .select({ until: max(cardTestingBlocks.blockedUntil).as('blocked_until') })
    .from(cardTestingBlocks)
    .where(isBlocked)
    .as('block');
  const [row] = await db
    .select({ attempt: checkoutAttempts, blockedUntil: blockedUntil.until })
    .from(blockedUntil)
    .leftJoin(checkoutAttempts, and(eq(checkoutAttempts.pageId, pageId), eq(checkoutAttempts.token, token)));
  return row ?? { attempt: null, blockedUntil: null };
}

export async function findAttempt(db: Db, mode: Mode, id: string): Promise<CheckoutAttempt | null> {
  const [row] = await db
    .select()
    .from(checkoutAttempts)
    .where(and(eq(checkoutAttempts.mode, mode), eq(checkoutAttempts.id, id)));
  return row ?? null;
}

/** The newest open attempt of an account for a buyer and an amount; null when there is none. */
export async function findOpenAttemptFor(
  db: Db,
  mode: Mode,
  { accountId, email, total, currency }: Pick<CheckoutAttempt, 'accountId' | 'total' | 'currency'> & { email: string },
): Promise<CheckoutAttempt | null> {
  const [row] = await db
    .select()
    .from(checkoutAttempts)
    .where(
      and(
        eq(checkoutAttempts.mode, mode),
        eq(checkoutAttempts.accountId, accountId),
        eq(checkoutAttempts.state, 'open'),
        eq(checkoutAttempts.total, total),
        eq(checkoutAttempts.currency, currency),
        sql`lower(${checkoutAttempts.email}) = ${email.toLowerCase()}`,
      ),
    )
    .orderBy(desc(checkoutAttempts.createdAt))
    .limit(1);
  return row ?? null;
}

/** Opens an attempt with its Stripe session, unless an event has already advanced it. */
export async function markAttemptOpen(db: Db, id: string, sessionId: string, url: string): Promise<void> {
  await db
    .update(checkoutAttempts)
    .set({ state: 'open', sessionId, url })
    .where(and(eq(checkoutAttempts.id, id), eq(checkoutAttempts.state, 'new')));
}

/** Fails an attempt that Stripe has rejected and releases its reservation, unless an event has already advanced it. */
export async function markAttemptFailed(db: Db, id: string): Promise<void> {
  const released = await db
    .update(checkoutAttempts)
    .set({ state: 'failed', hasReservation: false })
    .where(and(eq(checkoutAttempts.id, id), eq(checkoutAttempts.state, 'new')))
    .returning({ pageId: checkoutAttempts.pageId });
  await notifyStockChange(
    db,
    released.map(({ pageId }) => pageId),
  );
}

/** Existing attempts among these ids, of any mode. */
export async function listExistingAttemptIds(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: checkoutAttempts.id })
    .from(checkoutAttempts)
    .where(inArray(checkoutAttempts.id, [...ids]));
  return new Set(rows.map(({ id }) => id));
}

/** Inserts an attempt that is known to Stripe but missing here. */
export async function insertRestoredAttempt(
  db: Db,
  attempt: NewCheckoutAttempt & Pick<CheckoutAttempt, 'sessionId'>,
): Promise<void> {
  await db
    .insert(checkoutAttempts)
    .values({ ...attempt, state: 'open' })
    .onConflictDoNothing();
}

/** Condition on the Stripe account of an attempt. */
const hasAccount = (condition: SQL | undefined): SQL =>
  exists(
    sql`(select 1 from ${providerAccounts} where ${and(
      eq(providerAccounts.mode, checkoutAttempts.mode),
      eq(providerAccounts.accountId, checkoutAttempts.accountId),
      condition,
    )})`,
  );

const isConnected = isNull(providerAccounts.disconnectedAt);

/** A range of creation times, end included. */
export type CreationWindow = { after: Date; upTo: Date };

/** Attempts of a state that reached a certain age, given as a range of creation times. */
export type DueWindow = CreationWindow & { state: 'new' | 'open'; ageMs: number };

export type DueAttempt = { attempt: CheckoutAttempt; dueAt: Date };

/**
 * Attempts of connected accounts that became due in these windows, each once with its last due time, in that order. At most
 * `limit`, plus all that became due in the same millisecond: the next page starts after it.
 */
export async function listDueAttempts(
  db: Db,
  mode: Mode,
  { windows, limit }: { windows: readonly DueWindow[]; limit: number },
): Promise<DueAttempt[]> {
  const isDue = and(eq(checkoutAttempts.mode, mode), hasAccount(isConnected));
  const { rows } = (await db.execute(
    sql`select ${checkoutAttempts.id} as id,
        (max(extract(epoch from ${checkoutAttempts.createdAt}) * 1000 + w."ageMs"))::float8 as "dueMs"
      from json_to_recordset(${JSON.stringify(windows)}::text::json)
        as w(state text, "ageMs" bigint, after timestamptz, "upTo" timestamptz)
      join ${checkoutAttempts} on ${checkoutAttempts.state} = w.state
        and ${checkoutAttempts.createdAt} > w.after and ${checkoutAttempts.createdAt} <= w."upTo"
      where ${isDue} group by ${checkoutAttempts.id} order by "dueMs" fetch first (${limit}) rows with ties`,
  )) as { rows: { id: string; dueMs: number }[] };
  if (rows.length === 0) return [];
  const dueRows = await db
    .select()
    .from(checkoutAttempts)
    .where(
      inArray(
        checkoutAttempts.id,
        rows.map(({ id }) => id),
      ),
    );
  const byId = new Map(dueRows.map((attempt) => [attempt.id, attempt]));
  return rows.flatMap(({ id, dueMs }) => {
    const attempt = byId.get(id);
    return attempt ? [{ attempt, dueAt: new Date(dueMs) }] : [];
  });
}

/** The page is paused or suspended. */
const isPageBlocked = (realNow: Date): SQL =>
  exists(
    sql`(select 1 from ${pages} where ${and(
      eq(pages.id, checkoutAttempts.pageId),
      or(isNotNull(pages.suspendedAt), gt(pages.pausedUntil, realNow)),
    )})`,
  );

/**
 * Open attempts of connected accounts that must not take payments now because of their account or page: created after a
 * time, oldest first. At most `limit`, plus all of the same millisecond: the next page starts after it.
 */
export async function listAttemptsToExpire(
  db: Db,
  mode: Mode,
  { realNow, after, limit }: { realNow: Date; after: Date; limit: number },
): Promise<CheckoutAttempt[]> {
  const isToExpire = and(
    eq(checkoutAttempts.state, 'open'),
    eq(checkoutAttempts.mode, mode),
    gt(checkoutAttempts.createdAt, after),
    isNotNull(checkoutAttempts.sessionId),
    hasAccount(isConnected),
    or(hasAccount(eq(providerAccounts.chargesEnabled, false)), isPageBlocked(realNow)),
  );
  const orderedQuery = db.select().from(checkoutAttempts).where(isToExpire).orderBy(asc(checkoutAttempts.createdAt));
  const page = await orderedQuery.limit(limit);
  const last = page.at(-1);
  if (!last || page.length < limit) return page;
  const sameMillisecond = await db
    .select()
    .from(checkoutAttempts)
    .where(and(isToExpire, eq(checkoutAttempts.createdAt, last.createdAt)));
  return [...page.filter(({ createdAt }) => createdAt < last.createdAt), ...sameMillisecond];
}

/** Ends attempts that can no longer be checked at Stripe: their account is disconnected, or they are too old. */
export async function endAbandonedAttempts(db: Db, mode: Mode, now: Date, tooOld: Date): Promise<void> {
  const isDisconnected = and(
    lt(checkoutAttempts.expiresAt, now),
    hasAccount(isNotNull(providerAccounts.disconnectedAt)),
  );
  const endAttempts = async (fromState: AttemptState, state: 'expired' | 'failed', condition: SQL | undefined) => {
    const released = await db
      .update(checkoutAttempts)
      .set({ state, hasReservation: false })
      .where(and(eq(checkoutAttempts.mode, mode), eq(checkoutAttempts.state, fromState), condition))
      .returning({ pageId: checkoutAttempts.pageId });
    await notifyStockChange(
      db,
      released.map(({ pageId }) => pageId),
    );
  };
  await endAttempts('open', 'expired', isDisconnected);
  await endAttempts('new', 'failed', isDisconnected);
  for (const state of ['new', 'open'] as const)
    await endAttempts(state, 'failed', lt(checkoutAttempts.createdAt, tooOld));
}

// Stock and coupon reservations, marked by `checkoutAttempts.hasReservation`. Completed attempts are paid, or use a payment
// method that takes days.

const isPaid = sql`${checkoutAttempts.state} = 'completed'`;
const paidCount = sql<number>`(count(*) filter (where ${isPaid}))::int`;
const reserved = sql<number>`(count(*) filter (where not ${isPaid}))::int`;

const isReservationOfPage = (mode: Mode, pageId: string) =>
  and(eq(checkoutAttempts.mode, mode), eq(checkoutAttempts.pageId, pageId), checkoutAttempts.hasReservation);

/** Locks the page's row until the transaction ends, so that requests for the last piece run one after another. */
export async function lockPage(tx: Db, pageId: string): Promise<void> {
  await tx.select({ id: pages.id }).from(pages).where(eq(pages.id, pageId)).for('no key update');
}

export async function countPageStock(db: Db, mode: Mode, pageId: string): Promise<StockUsage> {
  const [row] = await db
    .select({ sold: paidCount, held: reserved })
    .from(checkoutAttempts)
    .where(isReservationOfPage(mode, pageId));
  return row ?? { sold: 0, held: 0 };
}

/** Used and reserved uses of each coupon code of a page. */
export async function listCouponUses(
  db: Db,
  mode: Mode,
  pageId: string,
): Promise<{ code: string; used: number; held: number }[]> {
  const rows = await db
    .select({ code: checkoutAttempts.couponCode, used: paidCount, held: reserved })
    .from(checkoutAttempts)
    .where(isReservationOfPage(mode, pageId))
    .groupBy(checkoutAttempts.couponCode);
  return rows.flatMap(({ code, ...uses }) => (code === null ? [] : [{ ...uses, code }]));
}

type Uses = { used: number; held: number };

/** `withStock`: all pieces of the page are counted, not only the uses of the coupon code. */
type CountedReservations = { pageId: string; code: string | null; buyerKey: string | null; withStock: boolean };

/** Counts the pieces of a page and the uses of a coupon code, in total and by one buyer; null for an unknown buyer. */
export async function countReservations(
  db: Db,
  mode: Mode,
  { pageId, code, buyerKey, withStock }: CountedReservations,
): Promise<{ stock: StockUsage; coupon: Uses; buyer: Uses | null }> {
  const hasCode = eq(checkoutAttempts.couponCode, code ?? '');
  const isBuyer = and(hasCode, eq(checkoutAttempts.buyerKey, buyerKey ?? ''));
  const countWhere = (condition: SQL | undefined) => sql<number>`(count(*) filter (where ${condition}))::int`;
  const [row] = await db
    .select({
      stock: { sold: paidCount, held: reserved },
      coupon: { used: countWhere(and(isPaid, hasCode)), held: countWhere(and(sql`not ${isPaid}`, hasCode)) },
      buyer: { used: countWhere(and(isPaid, isBuyer)), held: countWhere(and(sql`not ${isPaid}`, isBuyer)) },
    })
    .from(checkoutAttempts)
    .where(and(isReservationOfPage(mode, pageId), withStock ? undefined : hasCode));
  if (!row) throw new Error('A count returned no row');
  return { ...row, buyer: buyerKey ? row.buyer : null };
}

/** Notifies the processes that show these pages, at the commit, that their stock has changed. */
export async function notifyStockChange(db: Db, pageIds: readonly string[]): Promise<void> {
  if (pageIds.length === 0) return;
  await db.execute(sql`
    select pg_notify(${PAGE_CHANGES_CHANNEL}, seller_id::text) from (
      select distinct ${pages.sellerId} as seller_id from ${pages}
      join ${pageVersions} on ${pageVersions.pageId} = ${pages.id} and ${pageVersions.number} = ${pages.liveVersion}
      where ${pages.id} in ${[...new Set(pageIds)]} and ${pageVersions.config}->'availability'->>'stock' is not null
    ) stocked`);
}
