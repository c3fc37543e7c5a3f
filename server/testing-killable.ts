/** An app in a process that will be killed, on the folder or database of the process argument. Used by tests only. */
import { pino } from 'pino';

import { openShop, type RunningShop, type ShopParts } from './app.ts';
import { configFrom } from './config.ts';
import { openEmbedded } from './db/open-embedded.ts';
import { openPostgres } from './db/open-postgres.ts';
import { holdFolder } from './db/single-process.ts';
import { secretsFrom } from './secrets.ts';

type Parts = (folder: string) => Pick<ShopParts, 'sandboxFile' | 'aroundProvider'>;

export async function openKillable(parts: Parts): Promise<RunningShop> {
  const { folder, postgres } = JSON.parse(process.argv[2] ?? '') as { folder: string; postgres: string };
  const database = postgres
    ? openPostgres(postgres, 'drizzle', () => undefined)
    : await openEmbedded(await holdFolder(folder), 'drizzle');
  await database.migrate();
  return openShop({
    config: configFrom({ RATE_LIMITS: 'off', LOG_LEVEL: 'silent', DATA_DIR: folder }),
    secrets: secretsFrom('a secret for tests, long enough for them', {
      platform: 'whsec_platform',
      connect: 'whsec_connect',
    }),
    database,
    log: pino({ level: 'silent' }),
    pagesEntry: null,
    ...parts(folder),
  });
}
