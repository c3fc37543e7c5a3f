import { and, eq } from 'drizzle-orm';

import type { Mode } from '#domain/mode.ts';

import type { Db } from './client.ts';
import { attempts, type AttemptState } from './schema-money.ts';

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
