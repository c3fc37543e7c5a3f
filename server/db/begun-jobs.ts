import { eq, sql } from 'drizzle-orm';

import type { Db } from './client.ts';
import { jobStarts } from './schema-guard.ts';

/** Records a job start; returns the number of starts since the job last ended. */
export async function recordJobStart(db: Db, name: string, startedAt: Date): Promise<number> {
  const [row] = await db
    .insert(jobStarts)
    .values({ name, starts: 1, startedAt })
    .onConflictDoUpdate({
      target: jobStarts.name,
      set: { starts: sql`${jobStarts.starts} + 1`, startedAt },
    })
    .returning({ starts: jobStarts.starts });
  return row?.starts ?? 1;
}

export async function deleteJobStart(db: Db, name: string): Promise<void> {
  await db.delete(jobStarts).where(eq(jobStarts.name, name));
}
