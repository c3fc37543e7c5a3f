import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

import { openPostgres } from './db/open-postgres.ts';

/** Makes one migrated database; every test gets a copy of it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL ?? '';
  project.provide('postgres', server);
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-test-'));
  const file = path.join(folder, 'template');
  project.provide('template', file);
  if (server) await makePostgresTemplate(server);
  else await makeEmbeddedTemplate(file);
  return () => rm(folder, { recursive: true, force: true });
}

async function makeEmbeddedTemplate(file: string): Promise<void> {
  const client = await PGlite.create({ postgresqlconf: ['shared_buffers=16MB'] });
  await migrate(drizzle(client), { migrationsFolder: 'drizzle' });
  const dump = await client.dumpDataDir('none');
  await writeFile(file, Buffer.from(await dump.arrayBuffer()));
  await client.close();
}

async function makePostgresTemplate(server: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query('drop database if exists tillwright_template');
  await client.query('create database tillwright_template');
  await client.end();
  const url = new URL(server);
  url.pathname = '/tillwright_template';
  const database = openPostgres(url.href, 'drizzle', () => undefined);
  await database.migrate();
  await database.close();
}
