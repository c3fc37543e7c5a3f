import { and, asc, eq, exists, inArray, isNotNull, isNull, lt, lte, sql, type SQL } from 'drizzle-orm';

import type { Mode } from '#domain/mode.ts';

import type { Db } from './client.ts';
import { attempts, type AttemptState } from './schema-money.ts';
import { providerAccounts } from './schema-pages.ts';

export type Attempt = typeof attempts.$inferSelect;
export type NewAttempt = Omit<typeof attempts.$inferInsert, 'id' | 'state' | 'sessionId' | 'url'>;

/** Writes the attempt, or finds the one that its page already has for this token. */
export async function upsertAttempt(db: Db, attempt: NewAttempt): Promise<Attempt> {
  const [inserted] = await db
    .insert(attempts)
    .values({ ...attempt, id: crypto.randomUUID(), state: 'new' })
    .onConflictDoNothing({ target: [attempts.pageId, attempts.token] })
    .returning();
  if (inserted) return inserted;
  const [found] = await db
    .select()
    .from(attempts)
    .where(and(eq(attempts.pageId, attempt.pageId), eq(attempts.token, attempt.token)));
  if (!found) throw new Error('The attempt is neither new nor there');
  return found;
}

export async function findAttempt(db: Db, mode: Mode, id: string): Promise<Attempt | null> {
  const [row] = await db
    .select()
    .from(attempts)
    .where(and(eq(attempts.mode, mode), eq(attempts.id, id)));
  return row ?? null;
}

/** Opens an attempt with the provider's session, unless an event has already carried it further. */
export async function updateAttemptOpen(db: Db, id: string, sessionId: string, url: string): Promise<void> {
  await db
    .update(attempts)
    .set({ state: 'open', sessionId, url })
    .where(and(eq(attempts.id, id), eq(attempts.state, 'new')));
}

/** Gives an attempt up that the provider has refused, unless an event has already carried it further. */
export async function updateAttemptFailed(db: Db, id: string): Promise<void> {
  await db
    .update(attempts)
    .set({ state: 'failed' })
    .where(and(eq(attempts.id, id), eq(attempts.state, 'new')));
}

export async function updateAttemptState(
  db: Db,
  id: string,
  state: AttemptState,
  sessionId?: string,
): Promise<void> {
  await db
    .update(attempts)
    .set({ state, ...(sessionId ? { sessionId } : {}) })
    .where(eq(attempts.id, id));
}

/** Which of these attempts there are, of whatever mode. */
export async function listKnownAttempts(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: attempts.id })
    .from(attempts)
    .where(inArray(attempts.id, [...ids]));
  return new Set(rows.map(({ id }) => id));
}

/** An attempt that the provider remembers and we do not. */
export async function insertRestoredAttempt(
  db: Db,
  attempt: NewAttempt & Pick<Attempt, 'id' | 'sessionId'>,
): Promise<void> {
  await db
    .insert(attempts)
    .values({ ...attempt, state: 'open' })
    .onConflictDoNothing();
}

/** Whether the account of an attempt is as described. */
const whoseAccount = (is: SQL | undefined): SQL =>
  exists(
    sql`(select 1 from ${providerAccounts} where ${and(
      eq(providerAccounts.mode, attempts.mode),
      eq(providerAccounts.accountId, attempts.accountId),
      is,
    )})`,
  );

const connected = isNull(providerAccounts.disconnectedAt);

/** Attempts of connected accounts that are still in this state, made before then; the oldest first. */
export const listLookedForAttempts = (
  db: Db,
  mode: Mode,
  state: 'new' | 'open',
  before: Date,
  most: number,
): Promise<Attempt[]> =>
  db
    .select()
    .from(attempts)
    .where(
      and(
        eq(attempts.state, state),
        lte(attempts.createdAt, before),
        eq(attempts.mode, mode),
        whoseAccount(connected),
      ),
    )
    .orderBy(asc(attempts.createdAt))
    .limit(most);

/** Open attempts of connected accounts that may not take money now. */
export const listAttemptsToExpire = (db: Db, mode: Mode, most: number): Promise<Attempt[]> =>
  db
    .select()
    .from(attempts)
    .where(
      and(
        eq(attempts.state, 'open'),
        eq(attempts.mode, mode),
        isNotNull(attempts.sessionId),
        whoseAccount(and(connected, eq(providerAccounts.chargesEnabled, false))),
      ),
    )
    .orderBy(asc(attempts.createdAt))
    .limit(most);

/** Ends the attempts of which nothing can be found out any more: their account has left, or they are too old. */
export async function updateAbandonedAttempts(db: Db, mode: Mode, now: Date, tooOld: Date): Promise<void> {
  const left = whoseAccount(isNotNull(providerAccounts.disconnectedAt));
  const mine = (state: AttemptState) => and(eq(attempts.mode, mode), eq(attempts.state, state));
  await db
    .update(attempts)
    .set({ state: 'expired' })
    .where(and(mine('open'), lt(attempts.expiresAt, now), left));
  await db
    .update(attempts)
    .set({ state: 'failed' })
    .where(and(mine('new'), lt(attempts.expiresAt, now), left));
  for (const state of ['new', 'open'] as const)
    await db
      .update(attempts)
      .set({ state: 'failed' })
      .where(and(mine(state), lt(attempts.createdAt, tooOld)));
}
