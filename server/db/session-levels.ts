import { and, eq, isNull, ne, not, sql } from 'drizzle-orm';

import type { Db } from './client.ts';
import { sessions } from './schema-people.ts';
import type { SessionRow } from './sessions.ts';

/** Elevates a session to AAL2 after the second factor; null when the session was revoked meanwhile. */
export async function storeElevatedSession(
  db: Db,
  id: string,
  amr: SessionRow['amr'],
  now: Date,
): Promise<SessionRow | null> {
  const [row] = await db
    .update(sessions)
    .set({ aal: 'aal2', amr, confirmedAt: now, refreshedAt: now })
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)))
    .returning();
  return row ?? null;
}

/** Revokes the user's AAL1 sessions except the given one. */
export async function revokeFirstLevelSessions(db: Db, userId: string, exceptId: string, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(
      and(eq(sessions.userId, userId), eq(sessions.aal, 'aal1'), isNull(sessions.revokedAt), ne(sessions.id, exceptId)),
    );
}

/** Lowers the user's sessions to AAL1 after the last factor was removed; passkey sessions stay at AAL2. */
export async function lowerSessions(db: Db, userId: string): Promise<void> {
  const byPasskey = sql`${sessions.amr} @> '[{"method":"passkey"}]'::jsonb`;
  await db
    .update(sessions)
    .set({ aal: 'aal1', amr: sql`jsonb_build_array(${sessions.amr} -> 0)` })
    .where(and(eq(sessions.userId, userId), eq(sessions.aal, 'aal2'), not(byPasskey)));
}
