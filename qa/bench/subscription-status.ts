// Latency of check-subscription-status: `npm run bench:status`. Compares a seller with a thousand sales and one
// with a million over HTTP, on both databases. Ends with 1 when p50 among a million exceeds 3 ms, or the number of
// sales affects the time. `--rows 100000` shortens the run.
import { sql } from 'drizzle-orm';

import type { Db } from '#server/db/client.ts';

import { withoutTimeout } from '../lib/copy-orders.ts';
import {
  getPercentile,
  listDatabases,
  measureMs,
  median,
  readOptions,
  reportMetric,
  runAndExit,
  type DatabaseKind,
} from '../lib/harness.ts';
import { createSellerWithOrder, startInProcessApp } from '../lib/in-process-app.ts';

const { rows: MANY } = readOptions({ rows: 1_000_000 });
const FEW = 1000;
const BATCH = 100_000;
const WARM_UP = 300;
const ROUNDS = 5;
const CALLS = 400;

/** Copies the only existing sale until there are `count`, over the last three months, and counts them. */
async function copySales(db: Db, count: number): Promise<void> {
  await withoutTimeout(db, async (tx) => {
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
    await tx.execute(sql`analyze`);
  });
}

/** The time of one call of a seller, in ms. */
type TimedCall = () => Promise<number>;

/** Starts an app with a seller in the trial who has this many sales. */
async function createSellerWithSales(
  database: DatabaseKind,
  count: number,
  apps: AsyncDisposableStack,
): Promise<TimedCall> {
  const here = apps.use(await startInProcessApp({ database }));
  const { seller } = await createSellerWithOrder(here);
  await seller.call('create-subscription', { planId: 'pro' });
  await copySales(here.db, count);
  const { monthlySales } = await seller.call('check-subscription-status', {});
  if (monthlySales.transactions === 0) throw new Error('The sales are not counted');
  return () => measureMs(() => seller.call('check-subscription-status', {}));
}

type Times = { few: number[]; many: number[] };

/** Alternates the calls, so that other load on the machine affects both alike. */
async function runRound(few: TimedCall, many: TimedCall, calls: number): Promise<Times> {
  const times: Times = { few: [], many: [] };
  for (let call = 0; call < calls; call++) {
    times.few.push(await few());
    times.many.push(await many());
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
  const [quietest] = rounds.toSorted((one, other) => median(one.many) - median(other.many));
  if (!quietest) throw new Error('No round');
  const formatTimes = (sample: number[]) =>
    `p50 ${median(sample).toFixed(2)} ms, p95 ${getPercentile(sample, 95).toFixed(2)} ms`;
  const others = rounds.filter((one) => one !== quietest).map((one) => median(one.many).toFixed(2));
  console.log(
    `${kind}, the quietest of ${ROUNDS} rounds of ${CALLS} calls: among ${FEW} sales ${formatTimes(quietest.few)}; among ${MANY} ${formatTimes(quietest.many)} (p50 of the others ${others.join(', ')} ms)`,
  );
  const ratio = median(rounds.map((one) => median(one.many) / median(one.few)));
  reportMetric(`${kind}: p50 among ${MANY} sales, ms`, median(quietest.many), 3, 'at most');
  reportMetric(`${kind}: p50 among ${MANY} / among ${FEW}`, ratio, 1.2, 'at most');
}

await runAndExit(async () => {
  for (const kind of listDatabases('both')) await compare(kind);
});
