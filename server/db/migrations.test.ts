import { sql } from 'drizzle-orm';
import { expect, inject, onTestFinished, test } from 'vitest';

import { newPostgresDatabase } from '../../scripts/test-postgres.ts';
import type { Database } from './client.ts';
import { openEmbedded } from './open-embedded.ts';
import { openPostgres } from './open-postgres.ts';
import { users } from './schema-users.ts';

/** Four concurrent clients of a new PostgreSQL database, or one embedded database used four times. */
async function openFourDatabases(): Promise<Database[]> {
  const server = inject('postgres');
  if (!server) {
    const database = await openEmbedded(null, 'drizzle');
    onTestFinished(() => database.close());
    return Array<Database>(4).fill(database);
  }
  const { url, drop } = await newPostgresDatabase(server);
  const databases = Array.from({ length: 4 }, () => openPostgres(url, 'drizzle', () => undefined));
  onTestFinished(async () => {
    for (const database of databases) await database.close();
    await drop();
  });
  return databases;
}

const listAppliedMigrations = async ({ db }: Database) => {
  const answer: unknown = await db.execute(sql`select hash from drizzle.__drizzle_migrations`);
  return (answer as { rows: { hash: string }[] }).rows.map(({ hash }) => hash);
};

test('migrates a new database once when several processes start at the same time', async () => {
  const [first, ...otherDatabases] = await openFourDatabases();
  if (!first) throw new Error('No database');
  if (first.embedded) for (const database of [first, ...otherDatabases]) await database.migrate();
  else await Promise.all([first, ...otherDatabases].map((database) => database.migrate()));
  const applied = await listAppliedMigrations(first);
  expect(applied.length).toBeGreaterThan(0);
  expect(new Set(applied).size).toBe(applied.length);
  expect(await first.db.select().from(users)).toEqual([]);
  await first.migrate();
  expect(await listAppliedMigrations(first)).toEqual(applied);
});
