// Restoring an old backup: `npm run chaos:restore`. Creates a long history and paid orders, makes a backup while
// the app runs, adds hundreds of orders, and restores the backup into a fresh database. Ends with 1 unless the
// restored app fetches all missing objects from Stripe by itself, so that its ledger equals Stripe to the cent and
// every invariant holds, and the restore takes at most five minutes. `--orders`, `--more`, `--seed`.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';

import type { Db } from '#server/db/client.ts';

import { createConnectedSeller, publishPage, createPageConfig } from '../../e2e/support/seller.ts';
import { missingBackupTools, newPostgresDatabase, pgDumpMajor } from '../../scripts/test-postgres.ts';
import { node } from '../../set-up.mjs';
import { copyOrders } from '../lib/copy-orders.ts';
import { listBrokenInvariants } from '../lib/list-broken-invariants.ts';
import { moveClock, payOnPage, waitUntil } from '../lib/sandbox-stripe.ts';
import { createTestEnv, type TestEnv } from '../lib/test-env.ts';
import { findDifferences } from './compare-with-stripe.ts';
import { openLedger } from './open-ledger.ts';
import { runActivity, createSellers, createStripeClient, type StormSeller } from './payment-activity.ts';

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

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '100000' },
    /** Orders paid before the backup and after it. */
    before: { type: 'string', default: '50' },
    more: { type: 'string', default: '500' },
    sellers: { type: 'string', default: '3' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [ORDERS, BEFORE, MORE, SELLERS, SEED] = [
  values.orders,
  values.before,
  values.more,
  values.sellers,
  values.seed,
].map(Number) as [number, number, number, number, number];
const RESTORE_LIMIT_S = 300;
/** How far the restored app's clock is advanced, so that it notices its downtime. */
const OUTAGE_S = 20 * 60;
/** The app fetches missing objects at five Stripe requests per second. */
const TIMEOUT_MS = 15 * 60_000;
const BACKUP_KEY = 'a key for backups that are restored';

type Env = Record<string, string>;

const line = (what: string, figure: string) => console.log(`  ${what.padEnd(44)} ${figure.padStart(12)}`);

/** Runs an operator command; returns the seconds that it took. Throws its output when it fails. */
function command(file: string, args: readonly string[], env: Env): Promise<number> {
  const started = performance.now();
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(node(), [file, ...args], {
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((resolve, reject) =>
    child.once('exit', (code) =>
      code === 0
        ? resolve((performance.now() - started) / 1000)
        : reject(new Error(`${file} ended with ${code}:\n${output}`)),
    ),
  );
}

/** Changes rows of the app. Not through the app's own pool, because that one cancels long statements. */
async function onRows(server: string, act: (db: Db) => Promise<void>): Promise<void> {
  const pool = new pg.Pool({ connectionString: server });
  await act(drizzle(pool)).finally(() => pool.end());
}

/** The restored app's database and folder, and the environment of its process. */
async function createRestoreTarget(testEnv: TestEnv, server: string) {
  const dataDir = path.join(testEnv.folder, 'restored');
  const { url: databaseUrl, drop } = await newPostgresDatabase(server);
  const env: Env = {
    ...testEnv.env,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: String(testEnv.appProcess.port),
  };
  return { databaseUrl, dataDir, env, drop };
}

async function paidTimes(
  testEnv: TestEnv,
  sellers: readonly StormSeller[],
  sessions: number,
  seed: number,
): Promise<number> {
  const place = { url: testEnv.appProcess.url, sandboxUrl: testEnv.sandboxUrl };
  return (await runActivity(place, sellers, { sessions, seed, atOnce: 5, onPaid: () => undefined })).paid;
}

async function drill(): Promise<boolean> {
  console.log(`PostgreSQL, seed ${SEED}`);
  const postgresMajor = pgDumpMajor() ?? Infinity;
  const testEnv = await createTestEnv({ database: 'postgres', env: { BACKUP_KEY }, postgresMajor });
  const server = testEnv.postgres?.url ?? '';
  try {
    const place = { url: testEnv.appProcess.url, sandboxUrl: testEnv.sandboxUrl };
    const sellers = await createSellers(place, SELLERS);
    const first = await placeFirstOrder(testEnv.appProcess);
    await onRows(server, (db) => copyHistory(db, first, ORDERS));
    const before = await paidTimes(testEnv, sellers, BEFORE, SEED);
    const here = {
      ...testEnv.env,
      DATA_DIR: testEnv.appProcess.dataDir,
      PORT: String(testEnv.appProcess.port),
    };
    line(
      `backup of ${ORDERS + before} orders, seconds`,
      (await command('server/ops/commands/backup.ts', [], here)).toFixed(1),
    );
    const folder = path.join(testEnv.appProcess.dataDir, 'backups');
    const file = path.join(folder, readdirSync(folder).findLast((name) => !name.includes('before')) ?? '');
    const after = await paidTimes(testEnv, sellers, MORE, SEED + 1);
    line('orders paid after it', String(after));
    await testEnv.appProcess.end('SIGTERM');
    const faults = await restoreElsewhere(testEnv, server, { sellers, file, orders: ORDERS + before + after });
    for (const fault of faults.slice(0, 20)) console.log(`  - ${fault}`);
    console.log(faults.length === 0 ? '  The ledger equals Stripe to the cent.' : `  ${faults.length} faults.`);
    return faults.length === 0;
  } finally {
    await testEnv.stop();
  }
}

/** Lists what is wrong after the restored app has fetched what it had lost. */
async function restoreElsewhere(
  testEnv: TestEnv,
  server: string,
  { sellers, file, orders }: { sellers: readonly StormSeller[]; file: string; orders: number },
): Promise<string[]> {
  const fresh = await createRestoreTarget(testEnv, server);
  const seconds = await command('server/ops/commands/restore.ts', [file], fresh.env);
  line('restored into a fresh database, seconds', seconds.toFixed(1));
  const more = { DATA_DIR: fresh.dataDir, DATABASE_URL: fresh.databaseUrl };
  line('started on it, seconds', ((await testEnv.appProcess.start(more)) / 1000).toFixed(1));
  const ledger = await openLedger({ ...fresh, stopApp: () => testEnv.appProcess.end('SIGTERM') });
  try {
    const [stripe, accounts] = [createStripeClient(testEnv), sellers.map(({ account }) => account)];
    line('objects missing or different then', String((await findDifferences(ledger.db, stripe, accounts)).length));
    const started = performance.now();
    await moveClock(testEnv.sandboxUrl, OUTAGE_S);
    let faults: string[];
    do {
      await ledger.waitUntilIdle();
      faults = await findDifferences(ledger.db, stripe, accounts);
    } while (faults.length > 0 && performance.now() - started < TIMEOUT_MS);
    line('reconciled after, seconds', ((performance.now() - started) / 1000).toFixed(1));
    faults.push(...(await listBrokenInvariants(ledger.db, testEnv.sandboxUrl)));
    const { rows } = (await ledger.db.execute('select count(*)::int as count from orders')) as {
      rows: { count: number }[];
    };
    line('orders', String(rows[0]?.count));
    if (rows[0]?.count !== orders) faults.push(`${rows[0]?.count} orders, but ${orders} were paid`);
    if (seconds > RESTORE_LIMIT_S) faults.push(`the restore took ${seconds.toFixed(0)} s, at most ${RESTORE_LIMIT_S}`);
    return faults;
  } finally {
    await ledger.close();
    await testEnv.appProcess.end('SIGTERM');
    await fresh.drop();
  }
}

const missing = missingBackupTools();
if (missing) console.log(`Skipped: ${missing}`);
else if (!(await drill())) process.exitCode = 1;
if (process.exitCode) console.log(`Repeat: npm run chaos:restore -- --seed ${SEED}`);
