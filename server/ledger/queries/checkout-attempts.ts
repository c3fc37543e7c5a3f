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

import { ATTRIBUTION_KEYS } from '#domain/attribution.ts';
import type { StockUsage } from '#domain/page-schedule.ts';
import type { Mode } from '#domain/payment-mode.ts';
import { pick } from '#domain/pick.ts';
import { PAGE_CHANGES_CHANNEL } from '#server/db/change-listener.ts';
import type { Db } from '#server/db/client.ts';
import { prepareOnce } from '#server/db/prepare-once.ts';
import { findRow, hasRows, hasValues } from '#server/db/rows.ts';
import { checkoutAttempts } from '#server/db/schema-orders.ts';
import { pages, pageVersions, providerAccounts } from '#server/db/schema-pages.ts';
import { cardTestingBlocks } from '#server/db/schema-protection.ts';

export const ATTEMPT_ATTRIBUTION = pick(checkoutAttempts, ATTRIBUTION_KEYS);

export type CheckoutAttempt = typeof checkoutAttempts.$inferSelect;
export type NewCheckoutAttempt = Omit<typeof checkoutAttempts.$inferInsert, 'state' | 'sessionId' | 'url'>;

const ATTEMPT_COLUMNS = getTableColumns(checkoutAttempts);
type AttemptColumn = keyof typeof ATTEMPT_COLUMNS;

const mapAttemptColumns = <T>(valueOf: (column: AttemptColumn) => T): Record<AttemptColumn, T> =>
  Object.fromEntries(
    Object.keys(ATTEMPT_COLUMNS).map((column) => [column, valueOf(column as AttemptColumn)]),
  ) as Record<AttemptColumn, T>;

/** The values of all columns of a new attempt. */
function toNewRow(attempt: NewCheckoutAttempt): Record<AttemptColumn, unknown> {
  const values: Partial<Record<AttemptColumn, unknown>> = {
    answers: [],
    quantity: 1,
    ...attempt,
    state: 'new',
    hasReservation: true,
  };
  return mapAttemptColumns((column) => values[column] ?? null);
}

const prepareInsert = prepareOnce((db: Db) =>
  db
    .insert(checkoutAttempts)
    .values(mapAttemptColumns((column) => sql.placeholder(column)))
    .onConflictDoNothing({ target: [checkoutAttempts.pageId, checkoutAttempts.token] })
    .returning()
    .prepare('insert_checkout_attempt'),
);

/** Inserts the attempt, or returns the page's existing one for this token. */
export async function upsertAttempt(db: Db, attempt: NewCheckoutAttempt): Promise<CheckoutAttempt> {
  const [inserted] = await prepareInsert(db).execute(toNewRow(attempt));
  if (inserted) return inserted;
  const existing = await findAttemptByToken(db, attempt.pageId, attempt.token);
  if (!existing) throw new Error('The attempt is neither new nor there');
  return existing;
}

/** Limits of reservations; null: no limit. `units`: that one buyer can reserve of the stock at a time. */
type ReservationLimits = Record<'stock' | 'coupon' | 'buyer' | 'units', number | null>;

/**
 * Inserts the attempt if it stays within the limits, in one query that serializes the requests of a page. Returns null if a
 * limit is reached or the page has an attempt with this token. Processes that show the page's stock are notified.
 */
export async function insertReservingAttempt(
  db: Db,
  attempt: NewCheckoutAttempt,
  { stock, coupon, buyer, units }: ReservationLimits,
): Promise<CheckoutAttempt | null> {
  const values = Object.entries(toNewRow(attempt));
  const row = JSON.stringify(
    Object.fromEntries(values.map(([column, value]) => [ATTEMPT_COLUMNS[column as AttemptColumn].name, value])),
  );
  const insertedRows = db
    .$with('inserted', ATTEMPT_COLUMNS)
    .as(sql`select * from reserve_checkout_attempt(${row}::text::jsonb, ${stock}, ${coupon}, ${buyer}, ${units})`);
  const [inserted] = await db.with(insertedRows).select().from(insertedRows);
  return inserted ?? null;
}

export const findAttemptByToken = (db: Db, pageId: string, token: string): Promise<CheckoutAttempt | null> =>
  findRow(db, checkoutAttempts, { pageId, token });

type CheckoutRequestKey = { pageId: string; token: string; subjects: readonly string[]; now: Date };

const prepareAttemptAndBlock = prepareOnce((db: Db, subjectCount: number) => {
  const subjects = Array.from({ length: subjectCount }, (_, index) => sql.placeholder(`subject${index}`));
  const now = sql`${sql.placeholder('now')}::timestamptz`;
  const blockedUntil = db
    .select({ until: max(cardTestingBlocks.blockedUntil).as('blocked_until') })
    .from(cardTestingBlocks)
    .where(and(inArray(cardTestingBlocks.subject, subjects), gt(cardTestingBlocks.blockedUntil, now)))
    .as('block');
  const isAttemptOfToken = and(
    eq(checkoutAttempts.pageId, sql.placeholder('pageId')),
    eq(checkoutAttempts.token, sql.placeholder('token')),
  );
  return db
    .select({ attemptId: checkoutAttempts.id, blockedUntil: blockedUntil.until })
    .from(blockedUntil)
    .leftJoin(checkoutAttempts, isAttemptOfToken)
    .prepare(`find_attempt_and_block_${subjectCount}`);
});

/**
 * Reads what decides about a checkout request: the attempt of its token, and the end of the longest block of these subjects
 * for card testing, by the system clock; null when there is none. Most requests have no attempt, so that its many columns
 * are read only where there is one.
 */
export async function findAttemptAndBlock(
  db: Db,
  { pageId, token, subjects, now }: CheckoutRequestKey,
): Promise<{ attempt: CheckoutAttempt | null; blockedUntil: Date | null }> {
  const subjectValues = Object.fromEntries(subjects.map((subject, index) => [`subject${index}`, subject]));
  const values = { pageId, token, now: now.toISOString(), ...subjectValues };
  const [row] = await prepareAttemptAndBlock(db, subjects.length).execute(values);
  const { attemptId = null, blockedUntil = null } = row ?? {};
  const attempt = attemptId === null ? null : await findRow(db, checkoutAttempts, { id: attemptId });
  return { attempt, blockedUntil };
}

export const findAttempt = (db: Db, mode: Mode, id: string): Promise<CheckoutAttempt | null> =>
  findRow(db, checkoutAttempts, { mode, id });

/** The newest open attempt of an account for a buyer and an amount; null when there is none. */
export async function findOpenAttemptFor(
  db: Db,
  mode: Mode,
  { email, ...payment }: Pick<CheckoutAttempt, 'accountId' | 'total' | 'currency'> & { email: string },
): Promise<CheckoutAttempt | null> {
  const [row] = await db
    .select()
    .from(checkoutAttempts)
    .where(
      and(
        hasValues(checkoutAttempts, { mode, state: 'open', ...payment }),
        sql`lower(${checkoutAttempts.email}) = ${email.toLowerCase()}`,
      ),
    )
    .orderBy(desc(checkoutAttempts.createdAt))
    .limit(1);
  return row ?? null;
}

const prepareMarkOpen = prepareOnce((db: Db) =>
  db
    .update(checkoutAttempts)
    .set({ state: 'open', sessionId: sql`${sql.placeholder('sessionId')}`, url: sql`${sql.placeholder('url')}` })
    .where(and(eq(checkoutAttempts.id, sql.placeholder('id')), eq(checkoutAttempts.state, 'new')))
    .returning({ isAsync: sql`set_config('synchronous_commit', 'off', true)` })
    .prepare('mark_attempt_open'),
);

/**
 * Opens an attempt with its Stripe session, unless an event has already advanced it. Does not wait for the disk: after a
 * power outage, reconciliation finds the session of an attempt that is still new.
 */
export async function markAttemptOpen(db: Db, id: string, sessionId: string, url: string): Promise<void> {
  await prepareMarkOpen(db).execute({ id, sessionId, url });
}

/** Fails an attempt that Stripe has rejected and releases its reservation, unless an event has already advanced it. */
export const markAttemptFailed = (db: Db, id: string): Promise<void> =>
  endAttempts(db, 'failed', hasValues(checkoutAttempts, { id, state: 'new' }));

/** Ends attempts and releases their reservations. */
async function endAttempts(db: Db, state: 'expired' | 'failed', condition: SQL | undefined): Promise<void> {
  const released = await db
    .update(checkoutAttempts)
    .set({ state, hasReservation: false })
    .where(condition)
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

const hasAccount = (condition: SQL | undefined): SQL =>
  exists(
    sql`(select 1 from ${providerAccounts} where ${and(
      eq(providerAccounts.mode, checkoutAttempts.mode),
      eq(providerAccounts.accountId, checkoutAttempts.accountId),
      condition,
    )})`,
  );

const isConnected = isNull(providerAccounts.disconnectedAt);

/** Attempts of a state that reached a certain age, given as a range of creation times, end included. */
export type DueWindow = { state: 'new' | 'open'; ageMs: number; after: Date; upTo: Date };

/**
 * Attempts of connected accounts that became due in these windows, each once with its last due time, in that order. At most
 * `limit`, plus all that became due in the same millisecond: the next page starts after it.
 */
export async function listDueAttempts(
  db: Db,
  mode: Mode,
  { windows, limit }: { windows: readonly DueWindow[]; limit: number },
): Promise<{ attempt: CheckoutAttempt; dueAt: Date }[]> {
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
  const dueTimes = new Map(rows.map(({ id, dueMs }) => [id, dueMs]));
  const attempts = await db
    .select()
    .from(checkoutAttempts)
    .where(inArray(checkoutAttempts.id, [...dueTimes.keys()]));
  return attempts
    .map((attempt) => ({ attempt, dueAt: new Date(dueTimes.get(attempt.id) ?? 0) }))
    .toSorted((one, other) => one.dueAt.getTime() - other.dueAt.getTime());
}

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
    hasValues(checkoutAttempts, { mode, state: 'open' }),
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
  const isNew = hasValues(checkoutAttempts, { mode, state: 'new' });
  const isOpen = hasValues(checkoutAttempts, { mode, state: 'open' });
  await endAttempts(db, 'expired', and(isOpen, isDisconnected));
  await endAttempts(db, 'failed', and(isNew, isDisconnected));
  for (const isUnfinished of [isNew, isOpen])
    await endAttempts(db, 'failed', and(isUnfinished, lt(checkoutAttempts.createdAt, tooOld)));
}

// Stock and coupon reservations, marked by `checkoutAttempts.hasReservation`. Completed attempts are paid, or use a payment
// method that takes days.

const isPaid = sql`${checkoutAttempts.state} = 'completed'`;
const paidCount = sql<number>`(count(*) filter (where ${isPaid}))::int`;
const reserved = sql<number>`(count(*) filter (where not ${isPaid}))::int`;
/** Units of the attempts that meet a condition. */
const sumUnits = (condition: SQL | undefined) =>
  sql<number>`coalesce(sum(${checkoutAttempts.quantity}) filter (where ${condition}), 0)::int`;
const STOCK_USAGE = { sold: sumUnits(isPaid), reserved: sumUnits(sql`not ${isPaid}`) };

const isReservationOfPage = (mode: Mode, pageId: string) =>
  and(eq(checkoutAttempts.mode, mode), eq(checkoutAttempts.pageId, pageId), checkoutAttempts.hasReservation);

/** Locks the page's row until the transaction ends, so that requests for the last unit run one after another. */
export async function lockPage(tx: Db, pageId: string): Promise<void> {
  await tx.select({ id: pages.id }).from(pages).where(eq(pages.id, pageId)).for('no key update');
}

export async function countPageStock(db: Db, mode: Mode, pageId: string): Promise<StockUsage> {
  const [row] = await db.select(STOCK_USAGE).from(checkoutAttempts).where(isReservationOfPage(mode, pageId));
  return row ?? { sold: 0, reserved: 0 };
}

/** Used and reserved uses of each coupon code of a page. */
export async function listCouponUses(
  db: Db,
  mode: Mode,
  pageId: string,
): Promise<{ code: string; used: number; reserved: number }[]> {
  const rows = await db
    .select({ code: checkoutAttempts.couponCode, used: paidCount, reserved })
    .from(checkoutAttempts)
    .where(isReservationOfPage(mode, pageId))
    .groupBy(checkoutAttempts.couponCode);
  return rows.flatMap(({ code, ...uses }) => (code === null ? [] : [{ ...uses, code }]));
}

type Uses = { used: number; reserved: number };

/** `withStock`: all units of the page are counted, not only the uses of the coupon code. */
type CountedReservations = { pageId: string; code: string | null; buyerKey: string | null; withStock: boolean };

/** `unitsOfBuyer`: reserved by the buyer's running checkouts. */
export type ReservationCounts = { stock: StockUsage; unitsOfBuyer: number; coupon: Uses; buyer: Uses | null };

/** Counts the units of a page and the uses of a coupon code, in total and by one buyer; null for an unknown buyer. */
export async function countReservations(
  db: Db,
  mode: Mode,
  { pageId, code, buyerKey, withStock }: CountedReservations,
): Promise<ReservationCounts> {
  const hasCode = eq(checkoutAttempts.couponCode, code ?? '');
  const hasBuyerKey = eq(checkoutAttempts.buyerKey, buyerKey ?? '');
  const isBuyer = and(hasCode, hasBuyerKey);
  const countWhere = (condition: SQL | undefined) => sql<number>`(count(*) filter (where ${condition}))::int`;
  const [row] = await db
    .select({
      stock: STOCK_USAGE,
      unitsOfBuyer: sumUnits(and(sql`not ${isPaid}`, hasBuyerKey)),
      coupon: { used: countWhere(and(isPaid, hasCode)), reserved: countWhere(and(sql`not ${isPaid}`, hasCode)) },
      buyer: { used: countWhere(and(isPaid, isBuyer)), reserved: countWhere(and(sql`not ${isPaid}`, isBuyer)) },
    })
    .from(checkoutAttempts)
    .where(and(isReservationOfPage(mode, pageId), withStock ? undefined : hasCode));
  if (!row) throw new Error('A count returned no row');
  return { ...row, buyer: buyerKey ? row.buyer : null };
}

/** Whether a buyer has bought from a seller, or one page of the seller, like the index `checkout_attempts_buyers`. */
export function hasPurchase(
  db: Db,
  purchase: Pick<CheckoutAttempt, 'mode' | 'sellerId'> & { buyerKey: string; pageId?: string },
): Promise<boolean> {
  const isOfBuyer = and(hasValues(checkoutAttempts, purchase), isPaid, checkoutAttempts.hasReservation);
  return hasRows(db.select({ id: checkoutAttempts.id }).from(checkoutAttempts).where(isOfBuyer).limit(1));
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
