// Cost of create-checkout-session: `npm run bench:checkout`. Prints the time of the app without Stripe's, on
// PostgreSQL and for a full page with 30 coupons. Ends with 1 when p50 exceeds 5 ms or p99 exceeds 25 ms.
import { serve } from '@hono/node-server';
import pg from 'pg';
import { pino } from 'pino';

import { createApp } from '#server/app.ts';
import { parseConfig } from '#server/core/config.ts';
import { createSecrets } from '#server/core/secrets.ts';
import { openPostgres } from '#server/db/open-postgres.ts';

import { createConnectedSeller, publishPage, createPageConfig } from '../../e2e/support/seller.ts';
import { openTestPostgres } from '../../scripts/test-postgres.ts';
import { getPercentile } from '../lib/percentile.ts';

const ROUNDS = 5;
const REQUESTS = 400;
const MAX = { p50: 5, p99: 25 };

const FULL = createPageConfig({
  features: Array.from({ length: 10 }, (_, index) => `Lesson ${index + 1}: a longer line about what it is`),
  testimonials: {
    enabled: true,
    items: Array.from({ length: 5 }, (_, index) => ({
      name: `Buyer Number${index}`,
      role: 'Hobby printer',
      rating: 5,
      text: 'I stopped fighting the press on lesson four, and the first good print hangs by the door.',
    })),
  },
  validCoupons: Array.from({ length: 30 }, (_, index) => ({
    code: `CODE${index}`,
    discount: index + 1,
    type: 'percentage' as const,
  })),
});

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

async function startBenchApp(databaseUrl: string) {
  const database = openPostgres(databaseUrl, 'drizzle', () => undefined);
  await database.migrate();
  let server: ReturnType<typeof serve> | null = null;
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  const url = `http://localhost:${port}`;
  const app = createApp({
    config: parseConfig({ APP_URL: url, LOG_LEVEL: 'silent' }),
    secrets: createSecrets('a secret for figures, long enough for them', { platform: 'p', connect: 'c' }),
    database,
    log: pino({ level: 'silent' }),
    sandboxFile: null,
    pagesEntry: null,
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
  await new Promise<void>((resolve) => {
    server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () => resolve());
  });
  const stop = async () => {
    server?.close();
    await app.close();
  };
  return { url, sandboxUrl: url, output: () => '', stop, fetch: app.fetch };
}

type BenchApp = Awaited<ReturnType<typeof startBenchApp>>;

/** A socket of a local proxy, so that each request can name another client address. */
const PROXY = {
  incoming: {
    socket: { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' },
    url: '/',
    rawHeaders: ['Host', 'localhost'],
  },
};

let buyers = 0;

async function sendCheckoutRequest(app: BenchApp, slug: string, appliedCoupon: string | null) {
  const buyer = buyers++;
  const body = { slug, appliedCoupon, attempt: crypto.randomUUID(), termsAccepted: true };
  const request = new Request(`${app.url}/functions/v1/create-checkout-session`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': `10.${buyer >> 16}.${(buyer >> 8) & 255}.${buyer & 255}`,
    },
    body: JSON.stringify(body),
  });
  const before = { ...spent };
  const start = performance.now();
  const answer = await app.fetch(request, PROXY);
  const text = await answer.text();
  const whole = performance.now() - start;
  if (answer.status !== 200) throw new Error(`A checkout request was answered with ${answer.status}: ${text}`);
  return {
    own: whole - (spent.atProvider - before.atProvider),
    calls: spent.calls - before.calls,
    queries: spent.queries - before.queries,
  };
}

type Metrics = { p50: number; p99: number; queries: number; calls: number };

async function round(app: BenchApp, slug: string, code: string | null): Promise<Metrics> {
  const requests: Awaited<ReturnType<typeof sendCheckoutRequest>>[] = [];
  for (let time = 0; time < REQUESTS; time++) requests.push(await sendCheckoutRequest(app, slug, code));
  const of = (figure: 'own' | 'queries' | 'calls', percent: number) =>
    getPercentile(
      requests.map((one) => one[figure]),
      percent,
    );
  return { p50: of('own', 50), p99: of('own', 99), queries: of('queries', 50), calls: of('calls', 50) };
}

/** The quietest of several rounds, because other load on the machine can only add time. */
async function measureVariant(app: BenchApp, slug: string, code: string | null): Promise<boolean> {
  await round(app, slug, code);
  const rounds: Metrics[] = [];
  for (let time = 0; time < ROUNDS; time++) rounds.push(await round(app, slug, code));
  const [quietest] = rounds.toSorted((one, other) => one.p99 - other.p99);
  if (!quietest) return false;
  const { p50, p99, queries, calls } = quietest;
  console.log(
    `${code ? 'With a coupon' : 'Without a coupon'}: app time p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`,
    `(p99 of the others ${rounds
      .filter((one) => one !== quietest)
      .map((one) => one.p99.toFixed(0))
      .join(', ')} ms); ${queries} queries, ${calls} Stripe calls`,
  );
  return p50 <= MAX.p50 && p99 <= MAX.p99;
}

async function bench(): Promise<number> {
  countQueries();
  const postgres = await openTestPostgres();
  const app = await startBenchApp(postgres.url);
  let isWithinLimits = true;
  try {
    const { slug } = await publishPage(await createConnectedSeller(app), FULL);
    console.log(`The quietest of ${ROUNDS} rounds of ${REQUESTS} requests, after a warm-up round`);
    for (const code of [null, 'CODE29']) isWithinLimits = (await measureVariant(app, slug, code)) && isWithinLimits;
  } finally {
    await app.stop();
    await postgres.close();
  }
  console.log(`Limits: p50 ${MAX.p50} ms, p99 ${MAX.p99} ms. ${isWithinLimits ? 'Met.' : 'Too slow.'}`);
  return isWithinLimits ? 0 : 1;
}

process.exitCode = await bench();
