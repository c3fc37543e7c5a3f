import path from 'node:path';

import type { Hono } from 'hono';
import type { Logger } from 'pino';

import { readBlogPosts } from '#content/blog-posts.ts';
import { SAMPLE_RATES } from '#domain/exchange-rate-table.ts';

import { openShop, type PagesEntry, type RunningShop } from './app.ts';
import { backUpBeforeMigration, openHourlyBackups } from './backup/hourly-backups.ts';
import { prepareBilling } from './billing/prepare-billing.ts';
import { importPosts } from './blog/import-posts.ts';
import type { Config } from './config.ts';
import type { Database } from './db/client.ts';
import { openEmbedded } from './db/open-embedded.ts';
import { openPostgres } from './db/open-postgres.ts';
import type { FolderHold } from './db/single-process.ts';
import { openLog } from './http/access-log.ts';
import { openSecrets } from './secrets.ts';
import { seedDemo } from './seed/seed-demo.ts';
import { welcomeText } from './seed/welcome-text.ts';

export type StartedShop = RunningShop & { config: Config; welcome: string };

type StartOptions = {
  config: Config;
  hold: FolderHold;
  dev: boolean;
  loadPages: () => Promise<PagesEntry>;
  files?: Hono;
};

const MIGRATIONS = path.join(import.meta.dirname, '../drizzle');

/** Opens everything that a server needs, in the order in which things can go wrong. */
export async function startShop({ config, hold, dev, loadPages, files }: StartOptions): Promise<StartedShop> {
  const log = openLog(config.logLevel);
  const database = await openDatabase(config, hold, (error) =>
    log.warn({ err: error }, 'an idle database connection broke'),
  );
  try {
    const secrets = await openSecrets(config);
    const now = () => new Date();
    if (database.embedded)
      await backUpBeforeMigration({ config, secrets, db: database.db, mode: config.mode, now, realNow: now });
    await database.migrate();
    await bringPosts(database, log);
    if (config.mode === 'live' && config.rates === SAMPLE_RATES)
      log.warn({ date: config.rates.date }, 'sales are converted with the sample rates: set FX_RATES_FILE');
    const sandboxFile = path.join(config.dataDir, 'sandbox.sqlite');
    const shop = openShop({
      config,
      secrets,
      database,
      log,
      sandboxFile,
      pagesEntry: await loadPages(),
      dev,
      ...(files && { files }),
    });
    void prepareBilling(shop.context);
    const signInLink = config.mode === 'sandbox' ? await seedDemo(shop) : null;
    const backups = database.embedded ? openHourlyBackups(shop.context) : null;
    const close = async () => {
      await backups?.close();
      await shop.close().finally(hold.release);
    };
    return { ...shop, close, config, welcome: welcomeText(config, database.embedded, signInLink) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * The posts of content/ stand in the embedded database as soon as the shop runs. A database that others use, too,
 * only gets those that it has never had: an older version that starts again takes nothing back. A file that cannot
 * be read is no reason to stop selling.
 */
async function bringPosts({ db, embedded }: Database, log: Logger): Promise<void> {
  try {
    await importPosts(db, readBlogPosts(), new Date(), { onlyNew: !embedded });
  } catch (error) {
    log.error({ err: error }, 'the posts of content/blog could not be brought into the database');
  }
}

const openDatabase = async (
  config: Config,
  hold: FolderHold,
  onIdleError: (error: Error) => void,
): Promise<Database> =>
  config.databaseUrl
    ? openPostgres(config.databaseUrl, MIGRATIONS, onIdleError, config.operation.poolSize)
    : openEmbedded(hold, MIGRATIONS);
