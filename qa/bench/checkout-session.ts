// Cost of create-checkout-session: `npm run bench -- checkout`. Compares the time of the app without Stripe's, for a full
// page with 30 coupons, with a single transaction that writes the same row to the same PostgreSQL server, which waits
// for the disk as in production. Requests and transactions alternate. Ends with 1 when the median exceeds 1.5
// transactions. `--rounds 2 --requests 100` shorten the run; `--profile folder` writes a CPU profile.
import { writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import path from 'node:path';

import pg from 'pg';

import { createConnectedSeller, publishPage } from '../../e2e/support/seller.ts';
import { openOwnPostgres } from '../../scripts/test-postgres.ts';
import {
  getPercentile,
  measureMs,
  median,
  readOptions,
  reportMetric,
  reportRatio,
  runAndExit,
} from '../lib/harness.ts';
import { sendInProcess, startInProcessApp, type InProcessApp } from '../lib/in-process-app.ts';
import { openClient } from '../lib/postgres.ts';
import { createFullConfig } from './full-config.ts';

const { rounds: ROUNDS, requests: REQUESTS, profile } = readOptions({ rounds: 5, requests: 400, profile: '' });
const MAX_RATIO = 1.5;
/** After Stripe's answer, one more query stores the session. */
const MAX_QUERIES = 5 + 1;

/** Totals of outgoing work so far: time spent in Stripe calls in ms, Stripe calls, and database queries. */
const spent = { atProvider: 0, calls: 0, queries: 0 };

/** Counts the queries of every connection that is opened from now on. */
function countQueries(): void {
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
    spent.queries++;
    return Reflect.apply(query, this, args) as never;
  };
}

type CheckoutTimes = { own: number; calls: number; queries: number };

/** Repeats a request that a busy machine has rejected. */
async function sendCheckoutRequest(
  here: InProcessApp,
  slug: string,
  appliedCoupon: string | null,
): Promise<CheckoutTimes> {
  const body = JSON.stringify({ slug, appliedCoupon, attempt: crypto.randomUUID(), termsAccepted: true });
  const url = `${here.url}/functions/v1/create-checkout-session`;
  const before = { ...spent };
  const start = performance.now();
  const answer = await sendInProcess(here, url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  const text = await answer.text();
  const whole = performance.now() - start;
  if (answer.status === 503) return sendCheckoutRequest(here, slug, appliedCoupon);
  if (answer.status !== 200) throw new Error(`A checkout request was answered with ${answer.status}: ${text}`);
  return {
    own: whole - (spent.atProvider - before.atProvider),
    calls: spent.calls - before.calls,
    queries: spent.queries - before.queries,
  };
}

/** A transaction that inserts a copy of the newest attempt and then stores its session, as a checkout request does. */
async function createTransaction(client: pg.Client): Promise<() => Promise<void>> {
  const { rows, fields } = await client.query<Record<string, unknown>>(
    'select * from checkout_attempts order by created_at desc limit 1',
  );
  const [row = {}] = rows;
  const columns = Object.keys(row);
  const insert = `insert into checkout_attempts (${columns.join(', ')})
    values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning *`;
  const { url } = row;
  const jsonColumns = fields.filter(({ dataTypeID }) => dataTypeID === pg.types.builtins.JSONB).map(({ name }) => name);
  return async () => {
    const id = crypto.randomUUID();
    const copy = { ...row, id, token: crypto.randomUUID(), state: 'new', session_id: null, url: null };
    const values = Object.entries(copy).map(([name, value]) =>
      value !== null && jsonColumns.includes(name) ? JSON.stringify(value) : value,
    );
    await client.query('begin');
    await client.query(insert, values);
    await client.query('update checkout_attempts set state = $1, session_id = $2, url = $3 where id = $4', [
      'open',
      `cs_test_${id}`,
      url,
      id,
    ]);
    await client.query('commit');
  };
}

type Round = { own: number[]; transactions: number[]; queries: number; calls: number };

async function runRound(
  here: InProcessApp,
  slug: string,
  code: string | null,
  transact: () => Promise<void>,
): Promise<Round> {
  const requests: CheckoutTimes[] = [];
  const transactions: number[] = [];
  for (let time = 0; time < REQUESTS; time++) {
    requests.push(await sendCheckoutRequest(here, slug, code));
    transactions.push(await measureMs(transact));
  }
  const own = requests.map((request) => request.own);
  const most = (metric: 'queries' | 'calls') => median(requests.map((request) => request[metric]));
  return { own, transactions, queries: most('queries'), calls: most('calls') };
}

async function measureVariant(here: InProcessApp, client: pg.Client, slug: string, code: string | null): Promise<void> {
  const transact = await createTransaction(client);
  await runRound(here, slug, code, transact);
  const rounds: Round[] = [];
  for (let time = 0; time < ROUNDS; time++) rounds.push(await runRound(here, slug, code, transact));
  const name = code ? 'with a coupon' : 'without a coupon';
  const own = rounds.flatMap((round) => round.own);
  const queries = median(rounds.map((round) => round.queries));
  const calls = median(rounds.map((round) => round.calls));
  console.log(`${name}: ${queries} queries, ${calls} Stripe calls; p99 ${getPercentile(own, 99).toFixed(1)} ms`);
  const p50s = (times: 'own' | 'transactions') => rounds.map((round) => median(round[times]));
  reportRatio(`${name}: p50 of a request / of a transaction`, p50s('own'), p50s('transactions'), {
    unit: 'ms',
    atMost: MAX_RATIO,
  });
  reportMetric(`${name}: database queries`, queries, MAX_QUERIES, 'at most');
}

/** Runs the action with the CPU profiler, if a folder for the profile was named. */
async function withProfile(action: () => Promise<void>): Promise<void> {
  if (!profile) return action();
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  await action();
  const { profile: recorded } = await session.post('Profiler.stop');
  await writeFile(path.join(profile, 'checkout.cpuprofile'), JSON.stringify(recorded));
}

await runAndExit(async () => {
  const postgres = await openOwnPostgres(['fsync=on']);
  await using cleanups = new AsyncDisposableStack();
  cleanups.defer(postgres.close);
  await using client = await openClient(postgres.url);
  countQueries();
  await using here = await startInProcessApp({
    databaseUrl: postgres.url,
    // Events arrive as separate requests, which are not part of the measurement.
    wrapEventDelivery: () => async () => ({ status: 200 }),
    wrapStripe: (next) => async (input, init) => {
      const start = performance.now();
      try {
        return await next(input, init);
      } finally {
        spent.atProvider += performance.now() - start;
        spent.calls++;
      }
    },
  });
  const { slug } = await publishPage(await createConnectedSeller(here), createFullConfig(30));
  for (const code of [null, 'CODE29']) await sendCheckoutRequest(here, slug, code);
  console.log(`${ROUNDS} rounds of ${REQUESTS} requests and transactions, alternating, after a warm-up round`);
  await withProfile(async () => {
    for (const code of [null, 'CODE29']) await measureVariant(here, client, slug, code);
  });
});
