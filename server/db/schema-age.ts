import { readFileSync } from 'node:fs';
import path from 'node:path';

import { sql } from 'drizzle-orm';

import type { Db } from './client.ts';

/** Schema of the migrated database compared with the schema of this version. */
export type SchemaState = 'current' | 'newer';

/** `newer`: a later version has migrated it, for example during a rollback of a deployment. */
export async function readSchemaState(db: Pick<Db, 'execute'>, migrationsFolder: string): Promise<SchemaState> {
  const journal = readFileSync(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8');
  const migrationTimes = (JSON.parse(journal) as { entries: { when: number }[] }).entries.map(({ when }) => when);
  const answer: unknown = await db.execute(sql`select max(created_at) as at from drizzle.__drizzle_migrations`);
  const [row] = (answer as { rows: { at: string | number | null }[] }).rows;
  return Number(row?.at ?? 0) > Math.max(0, ...migrationTimes) ? 'newer' : 'current';
}
