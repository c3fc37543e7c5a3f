// Restoring an old backup: `npm run chaos:restore`. Creates a long history and paid orders, makes a backup while
// the app runs, adds hundreds of orders, and restores the backup into a fresh database. Ends with 1 unless the
// restored app fetches all missing objects from Stripe by itself, so that its ledger equals Stripe to the cent and
// every invariant holds, and the restore takes at most five minutes. `--orders`, `--more`, `--seed`.
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';

import type { Db } from '#server/db/client.ts';

import { createConnectedSeller, publishPage, createPageConfig } from '../../e2e/support/seller.ts';
import { missingBackupTools, newPostgresDatabase, pgDumpMajor } from '../../scripts/test-postgres.ts';
import { node } from '../../set-up.mjs';
import { copyOrders } from '../lib/copy-orders.ts';
import { measureMs, newSeed, readOptions, reportFaults, runAndExit } from '../lib/harness.ts';
import { openLedger, reconcileLedger } from '../lib/ledger.ts';
import { openClient } from '../lib/postgres.ts';
import { createStripeClient, payOnPage, waitUntil } from '../lib/sandbox-stripe.ts';
import { createTestEnv, type TestEnv } from '../lib/test-env.ts';
import { findDifferences } from './compare-with-stripe.ts';
import { createSellers, runActivity } from './payment-activity.ts';

/** Creates a seller with one paid order in a running app; returns its id. */
async function placeFirstOrder(appProcess: { url: string }): Promise<string> {
  const seller = await createConnectedSeller(appProcess);
  const { slug } = await publishPage(seller, createPageConfig({ requireTerms: false, price: '40', currency: 'USD' }));
  const { url } = await seller.call('create-checkout-session', { slug });
  await payOnPage(url);
  const first = async () => (await seller.call('list-orders', {})).orders[0];
  await waitUntil('the first order', async () => (await first())?.state === 'paid');
  return (await first())?.id ?? '';
}

/** Makes many paid copies of one order, with consistent totals. Stripe does not know them. */
async function copyHistory(db: Db, orderId: string, count: number): Promise<void> {
  await copyOrders(db, orderId, count);
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(
      sql`create temporary table one on commit drop as select seller_id as id from orders where id = ${orderId}`,
    );
    await tx.execute(sql`update orders set state = 'paid', refunded = 0, dispute = null, received = total, currency = 'USD'
      where seller_id = (select id from one) and number > 1`);
    for (const table of ['checkout_attempts', 'orders', 'sales'])
      await tx.execute(sql`update ${sql.identifier(table)} set coupon_code = null, currency = 'USD'
        where seller_id = (select id from one)`);
    await tx.execute(sql`
      insert into sales (id, mode, seller_id, account_id, source, attempt_id, page_id, version_id, payment_intent_id,
                         currency, amount, paid_at, created_at)
      select gen_random_uuid(), o.mode, o.seller_id, o.account_id, o.session_id, o.attempt_id, o.page_id, o.version_id,
             o.payment_intent_id, o.currency, o.total, o.paid_at, o.created_at
        from orders o left join sales s on s.attempt_id = o.attempt_id
       where o.seller_id = (select id from one) and s.id is null`);
    await tx.execute(sql`update sales set usd_cents = amount, fx_rate = '1', fx_source = 'identity'
      where seller_id = (select id from one)`);
    await tx.execute(sql`delete from monthly_sales where seller_id = (select id from one)`);
    await tx.execute(sql`
      insert into monthly_sales (mode, seller_id, month, usd_cents, transactions)
      select mode, seller_id, to_char(paid_at at time zone 'UTC', 'YYYY-MM'), sum(usd_cents), count(*)
        from sales where seller_id = (select id from one) group by 1, 2, 3`);
  });
}

/** `before` and `more`: orders paid before the backup and after it. */
const options = readOptions({ orders: 100_000, before: 50, more: 500, sellers: 3, seed: newSeed() });
const RESTORE_LIMIT_S = 300;
/** The app fetches missing objects at five Stripe requests per second. */
const TIMEOUT_MS = 15 * 60_000;
const BACKUP_KEY = 'a key for backups that are restored';

type Env = Record<string, string>;

const line = (what: string, figure: string) => console.log(`  ${what.padEnd(44)} ${figure.padStart(12)}`);

/** Runs an operator command; returns the seconds that it took. Throws its output when it fails. */
async function command(file: string, args: readonly string[], env: Env): Promise<number> {
  const { PATH = '', HOME = '' } = process.env;
  return (await measureMs(() => promisify(execFile)(node(), [file, ...args], { env: { PATH, HOME, ...env } }))) / 1000;
}

/** Restores the backup into a new database, starts the app on it and lists what it has not fetched from Stripe. */
async function restoreElsewhere(
  testEnv: TestEnv,
  accounts: readonly string[],
  file: string,
  expectedOrders: number,
): Promise<string[]> {
  const { appProcess, databaseUrl: server, sandboxUrl } = testEnv;
  await using cleanups = new AsyncDisposableStack();
  const { url: databaseUrl, drop } = await newPostgresDatabase(server);
  cleanups.defer(drop);
  const fresh = { DATABASE_URL: databaseUrl, DATA_DIR: path.join(testEnv.folder, 'restored') };
  const env = { ...testEnv.env, ...fresh, PORT: String(appProcess.port) };
  const restoreSeconds = await command('server/ops/commands/restore.ts', [file], env);
  line('restored into a fresh database, seconds', restoreSeconds.toFixed(1));
  line('started on it, seconds', ((await appProcess.start(fresh)) / 1000).toFixed(1));
  cleanups.defer(async () => void (await appProcess.end('SIGTERM')));
  await using ledger = await openLedger({ ...testEnv, databaseUrl });
  const { differencesBefore, orders, seconds, faults } = await reconcileLedger(sandboxUrl, ledger, {
    orders: expectedOrders,
    findDifferences: (db) => findDifferences(db, createStripeClient(sandboxUrl), accounts),
    timeoutMs: TIMEOUT_MS,
  });
  line('objects missing or different then', String(differencesBefore));
  line('reconciled after, seconds', seconds.toFixed(1));
  line('orders', String(orders));
  return restoreSeconds > RESTORE_LIMIT_S
    ? [...faults, `the restore took ${restoreSeconds.toFixed(0)} s, at most ${RESTORE_LIMIT_S}`]
    : faults;
}

async function drill(): Promise<void> {
  const { seed } = options;
  console.log(`PostgreSQL, seed ${seed}`);
  const postgresMajor = pgDumpMajor() ?? Infinity;
  await using testEnv = await createTestEnv({ database: 'postgres', env: { BACKUP_KEY }, postgresMajor });
  const { appProcess, databaseUrl } = testEnv;
  const sellers = await createSellers(testEnv, options.sellers);
  const first = await placeFirstOrder(appProcess);
  {
    // Not through the app's own pool, because that one cancels long statements.
    await using client = await openClient(databaseUrl);
    await copyHistory(drizzle(client) as unknown as Db, first, options.orders);
  }
  const pay = async (sessions: number, activitySeed: number) =>
    (await runActivity(testEnv, sellers, { sessions, seed: activitySeed, atOnce: 5, onPaid: () => undefined })).paid;
  const before = options.orders + (await pay(options.before, seed));
  const env = { ...testEnv.env, DATA_DIR: appProcess.dataDir, PORT: String(appProcess.port) };
  line(`backup of ${before} orders, seconds`, (await command('server/ops/commands/backup.ts', [], env)).toFixed(1));
  const folder = path.join(appProcess.dataDir, 'backups');
  const file = path.join(folder, readdirSync(folder).findLast((name) => !name.includes('before')) ?? '');
  const after = await pay(options.more, seed + 1);
  line('orders paid after it', String(after));
  await appProcess.end('SIGTERM');
  const accounts = sellers.map(({ account }) => account);
  reportFaults(
    await restoreElsewhere(testEnv, accounts, file, before + after),
    'The ledger equals Stripe to the cent.',
  );
}

await runAndExit(async () => {
  const missing = missingBackupTools();
  if (missing) console.log(`Skipped: ${missing}`);
  else await drill();
}, `npm run chaos:restore -- --seed ${options.seed}`);
