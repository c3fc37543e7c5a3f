import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';

import type { Mode } from '#domain/mode.ts';

import type { Db } from './client.ts';
import { tellOfStock } from './holds.ts';
import { attempts, type AttemptState } from './schema-money.ts';
import { pages, providerAccounts } from './schema-pages.ts';

export type Attempt = typeof attempts.$inferSelect;
export type NewAttempt = Omit<typeof attempts.$inferInsert, 'id' | 'state' | 'sessionId' | 'url'>;

/** Inserts the attempt, or returns the page's existing one for this token. */
export async function upsertAttempt(db: Db, attempt: NewAttempt): Promise<Attempt> {
  const [inserted] = await db
    .insert(attempts)
    .values({ ...attempt, id: crypto.randomUUID(), state: 'new' })
    .onConflictDoNothing({ target: [attempts.pageId, attempts.token] })
    .returning();
  const attemptThere = inserted ?? (await findAttemptOfToken(db, attempt.pageId, attempt.token));
  if (!attemptThere) throw new Error('The attempt is neither new nor there');
  return attemptThere;
}

export async function findAttemptOfToken(db: Db, pageId: string, token: string): Promise<Attempt | null> {
  const [row] = await db
    .select()
    .from(attempts)
    .where(and(eq(attempts.pageId, pageId), eq(attempts.token, token)));
  return row ?? null;
}

export async function findAttempt(db: Db, mode: Mode, id: string): Promise<Attempt | null> {
  const [row] = await db
    .select()
    .from(attempts)
    .where(and(eq(attempts.mode, mode), eq(attempts.id, id)));
  return row ?? null;
}

/** The newest open attempt of an account for a buyer and an amount; null when there is none. */
export async function findOpenAttemptOver(
  db: Db,
  mode: Mode,
  {
    accountId,
    email,
    total,
    currency,
  }: Pick<Attempt, 'accountId' | 'total' | 'currency'> & { email: string },
): Promise<Attempt | null> {
  const [row] = await db
    .select()
    .from(attempts)
    .where(
      and(
        eq(attempts.mode, mode),
        eq(attempts.accountId, accountId),
        eq(attempts.state, 'open'),
        eq(attempts.total, total),
        eq(attempts.currency, currency),
        sql`lower(${attempts.email}) = ${email.toLowerCase()}`,
      ),
    )
    .orderBy(desc(attempts.createdAt))
    .limit(1);
  return row ?? null;
}

/** Opens an attempt with its Stripe session, unless an event has already advanced it. */
export async function updateAttemptOpen(db: Db, id: string, sessionId: string, url: string): Promise<void> {
  await db
    .update(attempts)
    .set({ state: 'open', sessionId, url })
    .where(and(eq(attempts.id, id), eq(attempts.state, 'new')));
}

/** Fails an attempt that Stripe has rejected and releases its reservation, unless an event has already advanced it. */
export async function updateAttemptFailed(db: Db, id: string): Promise<void> {
  const given = await db
    .update(attempts)
    .set({ state: 'failed', holds: false })
    .where(and(eq(attempts.id, id), eq(attempts.state, 'new')))
    .returning({ pageId: attempts.pageId });
  await tellOfStock(
    db,
    given.map(({ pageId }) => pageId),
  );
}

/** Existing attempts among these ids, of any mode. */
export async function listKnownAttempts(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: attempts.id })
    .from(attempts)
    .where(inArray(attempts.id, [...ids]));
  return new Set(rows.map(({ id }) => id));
}

/** Inserts an attempt that is known to Stripe but missing here. */
export async function insertRestoredAttempt(
  db: Db,
  attempt: NewAttempt & Pick<Attempt, 'id' | 'sessionId'>,
): Promise<void> {
  await db
    .insert(attempts)
    .values({ ...attempt, state: 'open' })
    .onConflictDoNothing();
}

/** Condition on the Stripe account of an attempt. */
const whoseAccount = (is: SQL | undefined): SQL =>
  exists(
    sql`(select 1 from ${providerAccounts} where ${and(
      eq(providerAccounts.mode, attempts.mode),
      eq(providerAccounts.accountId, attempts.accountId),
      is,
    )})`,
  );

const connected = isNull(providerAccounts.disconnectedAt);

/** A range of creation times, end included. */
export type CreationWindow = { after: Date; upTo: Date };

/** Attempts of a state that reached a certain age, given as a range of creation times. */
export type DueWindow = CreationWindow & { state: 'new' | 'open'; ageMs: number };

export type DueAttempt = { attempt: Attempt; dueAt: Date };

/**
 * Attempts of connected accounts that became due in these windows, each once with its last due time, in that order. At most
 * `limit`, plus all that became due in the same millisecond: the next page starts after it.
 */
export async function listDueAttempts(
  db: Db,
  mode: Mode,
  { windows, limit }: { windows: readonly DueWindow[]; limit: number },
): Promise<DueAttempt[]> {
  const isDue = and(eq(attempts.mode, mode), whoseAccount(connected));
  const { rows } = (await db.execute(
    sql`select ${attempts.id} as id,
        (max(extract(epoch from ${attempts.createdAt}) * 1000 + w."ageMs"))::float8 as "dueMs"
      from json_to_recordset(${JSON.stringify(windows)}::text::json)
        as w(state text, "ageMs" bigint, after timestamptz, "upTo" timestamptz)
      join ${attempts} on ${attempts.state} = w.state
        and ${attempts.createdAt} > w.after and ${attempts.createdAt} <= w."upTo"
      where ${isDue} group by ${attempts.id} order by "dueMs" fetch first (${limit}) rows with ties`,
  )) as { rows: { id: string; dueMs: number }[] };
  if (rows.length === 0) return [];
  const found = await db
    .select()
    .from(attempts)
    .where(
      inArray(
        attempts.id,
        rows.map(({ id }) => id),
      ),
    );
  const byId = new Map(found.map((attempt) => [attempt.id, attempt]));
  return rows.flatMap(({ id, dueMs }) => {
    const attempt = byId.get(id);
    return attempt ? [{ attempt, dueAt: new Date(dueMs) }] : [];
  });
}

/** The page is paused or suspended. */
const isHeld = (realNow: Date): SQL =>
  exists(
    sql`(select 1 from ${pages} where ${and(
      eq(pages.id, attempts.pageId),
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
): Promise<Attempt[]> {
  const isToExpire = and(
    eq(attempts.state, 'open'),
    eq(attempts.mode, mode),
    gt(attempts.createdAt, after),
    isNotNull(attempts.sessionId),
    whoseAccount(connected),
    or(whoseAccount(eq(providerAccounts.chargesEnabled, false)), isHeld(realNow)),
  );
  const inOrder = db.select().from(attempts).where(isToExpire).orderBy(asc(attempts.createdAt));
  const page = await inOrder.limit(limit);
  const last = page.at(-1);
  if (!last || page.length < limit) return page;
  const ofLastMoment = await db
    .select()
    .from(attempts)
    .where(and(isToExpire, eq(attempts.createdAt, last.createdAt)));
  return [...page.filter(({ createdAt }) => createdAt < last.createdAt), ...ofLastMoment];
}

/** Ends attempts that can no longer be checked at Stripe: their account is disconnected, or they are too old. */
export async function updateAbandonedAttempts(db: Db, mode: Mode, now: Date, tooOld: Date): Promise<void> {
  const left = and(lt(attempts.expiresAt, now), whoseAccount(isNotNull(providerAccounts.disconnectedAt)));
  const end = async (from: AttemptState, state: 'expired' | 'failed', which: SQL | undefined) => {
    const given = await db
      .update(attempts)
      .set({ state, holds: false })
      .where(and(eq(attempts.mode, mode), eq(attempts.state, from), which))
      .returning({ pageId: attempts.pageId });
    await tellOfStock(
      db,
      given.map(({ pageId }) => pageId),
    );
  };
  await end('open', 'expired', left);
  await end('new', 'failed', left);
  for (const state of ['new', 'open'] as const) await end(state, 'failed', lt(attempts.createdAt, tooOld));
}
