// npm run events: the provider's events in the inbox, and those that wait for people.
import path from 'node:path';

import { ConfigError, readConfig, type Config } from '#server/config.ts';
import type { Database } from '#server/db/client.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';
import { openPostgres } from '#server/db/open-postgres.ts';
import { FolderInUse, holdFolder } from '#server/db/single-process.ts';

import { EVENT_ACTS, HELP, Mistake, type Act } from './event-acts.ts';

const MIGRATIONS = path.join(import.meta.dirname, '../drizzle');
async function openDatabase({ databaseUrl, dataDir }: Config): Promise<Database> {
  if (databaseUrl) return openPostgres(databaseUrl, MIGRATIONS, () => undefined);
  return openEmbedded(await holdFolder(dataDir), MIGRATIONS);
}

async function run(act: Act, what: string): Promise<string> {
  const config = readConfig();
  const database = await openDatabase(config);
  try {
    await database.migrate();
    return await act({ db: database.db, mode: config.mode }, what);
  } finally {
    await database.close();
  }
}

const wordsFor = (error: unknown): unknown => {
  if (error instanceof FolderInUse)
    return 'The shop is running on the embedded database, which takes one process at a time. Stop it for a moment, run this again, and start it: events that come meanwhile are sent again by the provider.';
  return error instanceof Mistake || error instanceof ConfigError ? error.message : error;
};

const [name = 'help', what = ''] = process.argv.slice(2);
const act = EVENT_ACTS[name];
try {
  console.log(act ? await run(act, what) : HELP);
  process.exit(act || name === 'help' ? 0 : 1);
} catch (error) {
  console.error(wordsFor(error));
  process.exit(1);
}
