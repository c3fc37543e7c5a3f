import path from 'node:path';

import type { Hono } from 'hono';
import type { Logger } from 'pino';

import { readBlogPosts } from '#content/blog-posts.ts';
import { SAMPLE_RATES } from '#domain/exchange-rate-table.ts';

import { openShop, type PagesEntry, type RunningShop, type ShopParts } from './app.ts';
import { backUpBeforeMigration, openHourlyBackups } from './backup/hourly-backups.ts';
import { prepareBilling } from './billing/prepare-billing.ts';
import { importPosts } from './blog/import-posts.ts';
import type { Config } from './config.ts';
import type { Database } from './db/client.ts';
import { unsafeSettings } from './db/durability.ts';
import { openEmbedded } from './db/open-embedded.ts';
import { openSharedClock } from './db/shared-clock.ts';
import { isDatabaseAway } from './db/away.ts';
import { openPostgres, type OnTurn } from './db/open-postgres.ts';
import { DatabaseUnreachable } from './db/unreachable.ts';
import type { FolderHold } from './db/single-process.ts';
import { ENDLESS_ROOM, watchDisk, type DiskRoom } from './disk/disk-room.ts';
import { keepBallast, makeRoomToStart } from './disk/room-to-start.ts';
import { openLog } from './http/access-log.ts';
import { watchProcess } from './metrics/process-gauges.ts';
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

/** Opens everything that a server needs. Steps that fail most often come first. */
export async function startShop({ config, hold, dev, loadPages, files }: StartOptions): Promise<StartedShop> {
  const log = openLog(config.logLevel);
  const database = await openDatabase(config, hold, tellTurns(log));
  try {
    const secrets = await openSecrets(config);
    await bringUpToDate({ config, secrets, database, log });
    await bringPosts(database, log);
    if (config.mode === 'live') await warnOfMoney(config, database, log);
    const sandboxFile = path.join(config.dataDir, 'sandbox.sqlite');
    const clock = database.embedded ? null : await openSharedClock({ db: database.db, log });
    const shop = openShop({
      config,
      secrets,
      database,
      log,
      sandboxFile,
      pagesEntry: await loadPages(),
      room: await roomOf(config, log),
      dev,
      ...(clock && { realNow: clock.now }),
      ...(files && { files }),
    });
    watchProcess(shop.context.metrics);
    void prepareBilling(shop.context);
    const signInLink = config.mode === 'sandbox' ? await seedDemo(shop) : null;
    const backups = database.embedded ? openHourlyBackups(shop.context) : null;
    const close = async () => {
      await clock?.close();
      await backups?.close();
      await shop.close().finally(hold.release);
    };
    return { ...shop, close, config, welcome: welcomeText(config, database.embedded, signInLink) };
  } catch (error) {
    await database.close();
    throw config.databaseUrl && isDatabaseAway(error)
      ? new DatabaseUnreachable(config.databaseUrl, error)
      : error;
  }
}

const tellTurns =
  (log: Logger): OnTurn =>
  (reason) => {
    if (reason === null) log.warn('the database is back');
    else log.error({ err: reason }, 'the database is away: pages are shown from memory, acts are refused');
  };

async function bringUpToDate({
  config,
  secrets,
  database,
  log,
}: Omit<ShopParts, 'sandboxFile' | 'pagesEntry'>) {
  const now = () => new Date();
  if (database.embedded)
    await backUpBeforeMigration({ config, secrets, db: database.db, mode: config.mode, now, realNow: now });
  if ((await database.migrate()) === 'newer')
    log.warn(
      'a later version has changed the database: this one serves, and changes nothing about its shape',
    );
}

/** Warns about settings that can cost money in live mode. */
async function warnOfMoney({ rates }: Config, { db, embedded }: Database, log: Logger): Promise<void> {
  if (rates === SAMPLE_RATES)
    log.warn({ date: rates.date }, 'sales are converted with the sample rates: set FX_RATES_FILE');
  const settings = embedded ? [] : await unsafeSettings(db);
  if (settings.length > 0)
    log.warn(
      { settings },
      'PostgreSQL may lose in a power cut what it has acknowledged: turn these settings on',
    );
}

/** Only the embedded database needs a disk guard; a PostgreSQL server monitors its own disk. */
async function roomOf({ databaseUrl, dataDir, operation }: Config, log: Logger): Promise<DiskRoom> {
  if (databaseUrl) return ENDLESS_ROOM;
  await keepBallast(dataDir, operation.diskFloor);
  return watchDisk({ folder: dataDir, floor: operation.diskFloor, log });
}

/**
 * Imports the blog posts of content/. A shared database only gets posts that it never had, so that an older version does
 * not overwrite newer ones. Errors are logged and do not stop the server.
 */
async function bringPosts({ db, embedded }: Database, log: Logger): Promise<void> {
  try {
    await importPosts(db, readBlogPosts(), new Date(), { onlyNew: !embedded });
  } catch (error) {
    log.error({ err: error }, 'the posts of content/blog could not be brought into the database');
  }
}

async function openDatabase(config: Config, hold: FolderHold, onTurn: OnTurn): Promise<Database> {
  if (config.databaseUrl)
    return openPostgres(config.databaseUrl, MIGRATIONS, onTurn, config.operation.poolSize);
  await makeRoomToStart(config.dataDir);
  return openEmbedded(hold, MIGRATIONS);
}
