import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { TestProject } from 'vitest/node';

import { makeTemplate, openTestPostgres } from '../../scripts/test-postgres.ts';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  export interface ProvidedContext {
    /** Kind of database that a project runs on. */
    database: 'postgres' | 'embedded';
    /** URL of a PostgreSQL server; empty in the project that uses the embedded database. */
    postgres: string;
    /** A migrated database on that server, used as a template. */
    postgresTemplate: string;
    /** File with a dump of a migrated embedded database. */
    template: string;
  }
}

/** Creates one migrated database per project; every test gets a copy of it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-test-'));
  const embeddedTemplate = path.join(folder, 'template');
  project.provide('template', embeddedTemplate);
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  if (project.config.provide.database === 'embedded') {
    project.provide('postgres', '');
    project.provide('postgresTemplate', '');
    await makeEmbeddedTemplate(embeddedTemplate);
    return removeFolder;
  }
  const server = await openTestPostgres();
  project.provide('postgres', server.url);
  const template = await makeTemplate(server.url);
  project.provide('postgresTemplate', template.name);
  return async () => {
    await template.drop();
    await server.close();
    await removeFolder();
  };
}

async function makeEmbeddedTemplate(file: string): Promise<void> {
  const client = await PGlite.create({ postgresqlconf: ['shared_buffers=16MB'] });
  await migrate(drizzle(client), { migrationsFolder: 'drizzle' });
  const dump = await client.dumpDataDir('none');
  await writeFile(file, Buffer.from(await dump.arrayBuffer()));
  await client.close();
}
