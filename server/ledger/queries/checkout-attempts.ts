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
import type { Mode } from '#domain/payment-mode.ts';
import { pick } from '#domain/pick.ts';
import type { Db } from '#server/db/client.ts';
import { prepareOnce } from '#server/db/prepare-once.ts';
import { findRow, hasValues } from '#server/db/rows.ts';
import { checkoutAttempts } from '#server/db/schema-orders.ts';
import { pages, providerAccounts } from '#server/db/schema-pages.ts';
import { cardTestingBlocks } from '#server/db/schema-protection.ts';

import { listStockPages, notifyStockChange } from './reservations.ts';

export const ATTEMPT_ATTRIBUTION = pick(checkoutAttempts, ATTRIBUTION_KEYS);

export type CheckoutAttempt = typeof checkoutAttempts.$inferSelect;
export type NewCheckoutAttempt = Omit<typeof checkoutAttempts.$inferInsert, 'state' | 'sessionId' | 'url'>;

const ATTEMPT_COLUMNS = getTableColumns(checkoutAttempts);
type AttemptColumn = keyof typeof ATTEMPT_COLUMNS;

const mapAttemptColumns = <T>(valueOf: (column: AttemptColumn) => T): Record<AttemptColumn, T> =>
  Object.fromEntries(
    Object.keys(ATTEMPT_COLUMNS).map((column) => [column, valueOf(column as AttemptColumn)]),
  ) as Record<AttemptColumn, T>;

/** A new attempt with the values of all columns. */
function toNewRow(attempt: NewCheckoutAttempt): CheckoutAttempt {
  const values: Partial<Record<AttemptColumn, unknown>> = {
    answers: [],
    quantity: 1,
    itemPageIds: [],
    ...attempt,
    state: 'new',
    hasReservation: true,
  };
  return mapAttemptColumns((column) => values[column] ?? null) as CheckoutAttempt;
}

const prepareInsert = prepareOnce((db: Db) =>
  db
    .insert(checkoutAttempts)
    .values(mapAttemptColumns((column) => sql.placeholder(column)))
    .onConflictDoNothing({ target: [checkoutAttempts.pageId, checkoutAttempts.token] })
    .returning({ id: checkoutAttempts.id })
    .prepare('insert_checkout_attempt'),
);

/** Inserts the attempt, or returns the page's existing one for this token. */
export async function upsertAttempt(db: Db, attempt: NewCheckoutAttempt): Promise<CheckoutAttempt> {
  const row = toNewRow(attempt);
  const [inserted] = await prepareInsert(db).execute(row);
  if (inserted) return row;
  const existing = await findAttemptByToken(db, attempt.pageId, attempt.token);
  if (!existing) throw new Error('The attempt is neither new nor there');
  return existing;
}

/**
 * Limits of reservations; null: no limit. `units`: that one buyer can reserve of the stock at a time. `itemStocks`: limited
 * stocks of the products of a bundle, by the id of their page.
 */
export type ReservationLimits = Record<'stock' | 'coupon' | 'buyer' | 'units', number | null> & {
  itemStocks: Readonly<Record<string, number>>;
};

/**
 * Inserts the attempt if it stays within the limits, in one query that serializes the requests of its pages. Returns null if a
 * limit is reached or the page has an attempt with this token. Processes that show the page's stock are notified.
 */
export async function insertReservingAttempt(
  db: Db,
  attempt: NewCheckoutAttempt,
  { stock, coupon, buyer, units, itemStocks }: ReservationLimits,
): Promise<CheckoutAttempt | null> {
  const values = Object.entries(toNewRow(attempt));
  const row = JSON.stringify(
    Object.fromEntries(values.map(([column, value]) => [ATTEMPT_COLUMNS[column as AttemptColumn].name, value])),
  );
  const insertedRows = db.$with('inserted', ATTEMPT_COLUMNS).as(
    sql`select * from reserve_checkout_attempt(${row}::text::jsonb, ${stock}, ${coupon}, ${buyer}, ${units},
        ${JSON.stringify(itemStocks)}::text::jsonb)`,
  );
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
    .returning({ pageId: checkoutAttempts.pageId, itemPageIds: checkoutAttempts.itemPageIds });
  await notifyStockChange(db, released.flatMap(listStockPages));
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
