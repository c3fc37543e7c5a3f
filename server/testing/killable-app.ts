/** An app in a process that will be killed, on the folder or database of the process argument. Used by tests only. */
import { pino } from 'pino';

import { createApp, type App, type AppOptions } from '../app.ts';
import { parseConfig } from '../core/config.ts';
import { createSecrets } from '../core/secrets.ts';
import { lockFolder } from '../db/folder-lock.ts';
import { openEmbedded } from '../db/open-embedded.ts';
import { openPostgres } from '../db/open-postgres.ts';

type OptionsFor = (folder: string) => Pick<AppOptions, 'sandboxFile' | 'wrapStripe'>;

export async function createKillableApp(optionsFor: OptionsFor): Promise<App> {
  const { folder, postgres } = JSON.parse(process.argv[2] ?? '') as { folder: string; postgres: string };
  const database = postgres
    ? openPostgres(postgres, 'drizzle', () => undefined)
    : await openEmbedded(await lockFolder(folder), 'drizzle');
  await database.migrate();
  return createApp({
    config: parseConfig({ RATE_LIMITS: 'off', LOG_LEVEL: 'silent', DATA_DIR: folder }),
    secrets: createSecrets('a secret for tests, long enough for them', {
      platform: 'whsec_platform',
      connect: 'whsec_connect',
    }),
    database,
    log: pino({ level: 'silent' }),
    pagesEntry: null,
    ...optionsFor(folder),
  });
}
