import { sql } from 'drizzle-orm';

import type { Db } from './client.ts';

/** Without each of them PostgreSQL acknowledges what a power cut takes back. */
const NEEDED = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

/** The settings that are off, by name; none on a server that keeps what it has acknowledged. */
export async function unsafeSettings(db: Db): Promise<string[]> {
  const answer: unknown = await db.execute(
    sql`select name from pg_settings where name in ${[...NEEDED]} and setting = 'off' order by name`,
  );
  return (answer as { rows: { name: string }[] }).rows.map(({ name }) => name);
}
