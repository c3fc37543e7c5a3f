import path from 'node:path';

import type { Hono } from 'hono';
import type { Logger } from 'pino';

import { readBlogPosts } from '#content/blog-posts.ts';
import { SAMPLE_RATES } from '#domain/exchange-rate-table.ts';
import { prepareBilling } from '#server/billing/stripe-webhook-endpoints.ts';

import { createApp, type PagesEntry, type App } from './app.ts';
import type { Config } from './core/config.ts';
import { openSecrets } from './core/secrets.ts';
import type { Database } from './db/client.ts';
import { isDatabaseUnavailable, DatabaseUnreachable, SchemaTooNew } from './db/database-errors.ts';
import { listUnsafeSettings } from './db/durability.ts';
import type { FolderLock } from './db/folder-lock.ts';
import { MIGRATIONS_FOLDER } from './db/migrations.ts';
import { openEmbedded } from './db/open-embedded.ts';
import { openPostgres, type OnAvailabilityChange } from './db/open-postgres.ts';
import { openSharedClock } from './db/shared-clock.ts';
import { watchProcess } from './http/app-metrics.ts';
import { openLog } from './http/log.ts';
import { seedDemo, welcomeText } from './ops/seed-demo.ts';
import { importPosts } from './site/import-posts.ts';

export type StartedApp = App & { config: Config; welcomeMessage: string };

type StartOptions = {
  config: Config;
  folderLock: FolderLock;
  dev: boolean;
  loadPages: () => Promise<PagesEntry>;
  files?: Hono;
};

/** Opens everything that a server needs. Steps that fail most often come first. */
export async function startApp({ config, folderLock, dev, loadPages, files }: StartOptions): Promise<StartedApp> {
  const log = openLog(config.logLevel);
  const database = await openDatabase(config, folderLock, logAvailability(log));
  try {
    const secrets = await openSecrets(config);
    await migrateDatabase(config, database, log);
    await importBlogPosts(database, log);
    if (config.mode === 'live') await warnAboutLiveRisks(config, database, log);
    const sandboxFile = path.join(config.dataDir, 'sandbox.sqlite');
    const clock = database.embedded ? null : await openSharedClock({ db: database.db, log });
    const app = createApp({
      config,
      secrets,
      database,
      log,
      sandboxFile,
      pagesEntry: await loadPages(),
      dev,
      ...(clock && { realNow: clock.now }),
      ...(files && { files }),
    });
    watchProcess(app.context.metrics);
    void prepareBilling(app.context);
    const signInLink = config.mode === 'sandbox' ? await seedDemo(app) : null;
    const close = async () => {
      await clock?.close();
      await app.close().finally(folderLock.release);
    };
    return { ...app, close, config, welcomeMessage: welcomeText(config, database.embedded, signInLink) };
  } catch (error) {
    await database.close();
    throw config.databaseUrl && isDatabaseUnavailable(error)
      ? new DatabaseUnreachable(config.databaseUrl, error)
      : error;
  }
}

const logAvailability =
  (log: Logger): OnAvailabilityChange =>
  (cause) => {
    if (cause === null) log.warn('database_available');
    else log.error({ err: cause }, 'database_unavailable');
  };

/** Throws SchemaTooNew when a later version has migrated the database, unless the operator goes back on purpose. */
async function migrateDatabase({ operations }: Config, database: Database, log: Logger): Promise<void> {
  if ((await database.migrate()) === 'current') return;
  if (!operations.allowsNewerSchema) throw new SchemaTooNew();
  log.warn('schema_newer_than_app');
}

/** Warns about settings that can cost money in live mode. */
async function warnAboutLiveRisks({ exchangeRates }: Config, { db }: Database, log: Logger): Promise<void> {
  if (exchangeRates === SAMPLE_RATES)
    log.warn({ date: exchangeRates.date, missingSettings: ['FX_RATES_FILE'] }, 'sample_exchange_rates_used');
  const settings = await listUnsafeSettings(db);
  if (settings.length > 0) log.warn({ settings }, 'unsafe_postgres_settings');
}

/**
 * Imports the blog posts of content/. A shared database only gets posts that it never had, so that an older version does
 * not overwrite newer ones. Errors are logged and do not stop the server.
 */
async function importBlogPosts({ db, embedded }: Database, log: Logger): Promise<void> {
  try {
    await importPosts(db, readBlogPosts(), new Date(), { onlyNew: !embedded });
  } catch (error) {
    log.error({ err: error }, 'blog_import_failed');
  }
}

const openDatabase = async (
  config: Config,
  folderLock: FolderLock,
  onAvailabilityChange: OnAvailabilityChange,
): Promise<Database> =>
  config.databaseUrl
    ? openPostgres(config.databaseUrl, MIGRATIONS_FOLDER, onAvailabilityChange, config.operations.poolSize)
    : openEmbedded(folderLock, MIGRATIONS_FOLDER);
