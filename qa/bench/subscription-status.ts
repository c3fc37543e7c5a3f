// Latency of check-subscription-status: `npm run bench -- status`. Compares a seller with a million sales with one who has
// a thousand, and the call with an empty request and its three queries (session, plan, sales of the month), on both databases.
// `--rows 100000 --rounds 2 --calls 100` shorten the run.
import { sql } from 'drizzle-orm';

import type { Db } from '#server/db/client.ts';

import { withoutTimeout } from '../lib/copy-orders.ts';
import {
  listDatabases,
  measureMs,
  median,
  readOptions,
  reportRatio,
  runAndExit,
  type DatabaseKind,
} from '../lib/harness.ts';
import { createSellerWithOrder, startInProcessApp } from '../lib/in-process-app.ts';

const { rows: MANY, rounds: ROUNDS, calls: CALLS } = readOptions({ rows: 1_000_000, rounds: 5, calls: 400 });
const FEW = 1000;
const BATCH = 100_000;
const WARM_UP = 300;

/** Copies the only existing sale until there are `count`, over the last three months, and counts them. */
async function copySales(db: Db, count: number): Promise<void> {
  await withoutTimeout(db, async (tx) => {
    // The dashboard's sums of these sales do not matter here.
    await tx.execute(sql`alter table sales disable trigger revenue_sale`);
    for (let from = 2; from <= count; from += BATCH) {
      await tx.execute(sql`
        insert into sales (id, mode, seller_id, account_id, source, attempt_id, page_id, version_id,
                           payment_intent_id, currency, amount, usd_cents, fx_rate, fx_source, paid_at, created_at)
        select gen_random_uuid(), mode, seller_id, account_id, source || '-' || n, attempt_id, page_id, version_id,
               'pi_' || n, currency, 100, 100, '1', 'identity', paid_at - (n % 90) * interval '1 day', created_at
          from (select * from sales limit 1) one,
               generate_series(${from}::int, ${Math.min(from + BATCH - 1, count)}::int) n`);
    }
    await tx.execute(sql`
      insert into monthly_sales (seller_id, mode, month, usd_cents, transactions)
      select seller_id, mode, to_char(paid_at at time zone 'UTC', 'YYYY-MM'), sum(usd_cents), count(*)
        from sales group by 1, 2, 3
      on conflict (seller_id, mode, month)
      do update set usd_cents = excluded.usd_cents, transactions = excluded.transactions`);
    await tx.execute(sql`alter table sales enable trigger revenue_sale`);
    await tx.execute(sql`analyze`);
  });
}

/** The times of one call of a seller, and of an empty request and the queries of the call, in ms. */
type TimedCalls = { status: () => Promise<number>; queries: () => Promise<number> };

/** The queries of one call, which the app sends one after the other but for the last two. */
async function runQueries(db: Db): Promise<void> {
  await db.execute(sql`select * from sessions order by created_at desc limit 1`);
  await Promise.all([
    db.execute(sql`select * from plan_subscriptions limit 1`),
    db.execute(sql`select usd_cents, transactions from monthly_sales limit 1`),
  ]);
}

/** Starts an app with a seller in the trial who has this many sales. */
async function createSellerWithSales(
  database: DatabaseKind,
  count: number,
  apps: AsyncDisposableStack,
): Promise<TimedCalls> {
  const here = apps.use(await startInProcessApp({ database }));
  const { seller } = await createSellerWithOrder(here);
  await seller.call('create-subscription', { planId: 'pro' });
  await copySales(here.db, count);
  const { monthlySales } = await seller.call('check-subscription-status', {});
  if (monthlySales.transactions === 0) throw new Error('The sales are not counted');
  return {
    status: () => measureMs(() => seller.call('check-subscription-status', {})),
    queries: () =>
      measureMs(async () => {
        await (await fetch(`${here.url}/healthz`)).text();
        await runQueries(here.db);
      }),
  };
}

type Times = { few: number[]; many: number[]; queries: number[] };

/** Alternates the calls, so that other load on the machine affects all alike. */
async function runRound(few: TimedCalls, many: TimedCalls, calls: number): Promise<Times> {
  const times: Times = { few: [], many: [], queries: [] };
  for (let call = 0; call < calls; call++) {
    times.few.push(await few.status());
    times.many.push(await many.status());
    times.queries.push(await many.queries());
  }
  return times;
}

async function compare(kind: DatabaseKind): Promise<void> {
  await using apps = new AsyncDisposableStack();
  const few = await createSellerWithSales(kind, FEW, apps);
  const many = await createSellerWithSales(kind, MANY, apps);
  await runRound(few, many, WARM_UP);
  const rounds: Times[] = [];
  for (let time = 0; time < ROUNDS; time++) rounds.push(await runRound(few, many, CALLS));
  const p50s = (which: keyof Times) => rounds.map((round) => median(round[which]));
  reportRatio(`${kind}: p50 among ${MANY} / ${FEW} sales`, p50s('many'), p50s('few'), { unit: 'ms', atMost: 1.2 });
  reportRatio(`${kind}: p50 among ${MANY} sales / of an empty request and its queries`, p50s('many'), p50s('queries'), {
    unit: 'ms',
    atMost: 3,
  });
}

await runAndExit(async () => {
  for (const kind of listDatabases('both')) await compare(kind);
});
