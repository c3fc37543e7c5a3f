import { eq, sql } from 'drizzle-orm';

import type { Db } from './client.ts';
import { begunJobs } from './schema-guard.ts';

/** Records a job start; returns the number of starts since the job last ended. */
export async function upsertBegunJob(db: Db, name: string, begunAt: Date): Promise<number> {
  const [row] = await db
    .insert(begunJobs)
    .values({ name, times: 1, begunAt })
    .onConflictDoUpdate({
      target: begunJobs.name,
      set: { times: sql`${begunJobs.times} + 1`, begunAt },
    })
    .returning({ times: begunJobs.times });
  return row?.times ?? 1;
}

export async function deleteBegunJob(db: Db, name: string): Promise<void> {
  await db.delete(begunJobs).where(eq(begunJobs.name, name));
}
