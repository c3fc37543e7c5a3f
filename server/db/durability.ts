import { sql } from 'drizzle-orm';

import type { Db } from './client.ts';

/** Without each of them, PostgreSQL can lose acknowledged writes in a power cut. */
export const REQUIRED_SETTINGS = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

/** Names of those settings that are off. */
export async function listUnsafeSettings(db: Db): Promise<string[]> {
  const answer: unknown = await db.execute(
    sql`select name from pg_settings where name in ${[...REQUIRED_SETTINGS]} and setting = 'off' order by name`,
  );
  return (answer as { rows: { name: string }[] }).rows.map(({ name }) => name);
}
