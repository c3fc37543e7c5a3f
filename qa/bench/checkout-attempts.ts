// Duplicate checkout requests: `npm run storm:attempts -- --attempts 1000 --parallel 20`. Each attempt is submitted
// several times concurrently to two app processes on one PostgreSQL database. Ends with 1 unless each attempt has
// one URL, one row and one Stripe session.
import { parseArgs } from 'node:util';

import pg from 'pg';

import { startTwoAppProcesses, type RunningApp } from '../../e2e/support/app-process.ts';
import { createConnectedSeller, publishPage, createPageConfig } from '../../e2e/support/seller.ts';
import { openTestPostgres } from '../../scripts/test-postgres.ts';
import { builtFolder } from '../../set-up.mjs';
import { areInvariantsMet } from '../lib/list-broken-invariants.ts';
import { getPercentile } from '../lib/percentile.ts';

const { values } = parseArgs({
  options: {
    attempts: { type: 'string', default: '1000' },
    parallel: { type: 'string', default: '20' },
    /** Attempts in progress at the same time. */
    buyers: { type: 'string', default: '5' },
  },
});
const [ATTEMPTS, PARALLEL, BUYERS] = [values.attempts, values.parallel, values.buyers].map(Number) as [
  number,
  number,
  number,
];

type CheckoutResponse = { status: number; url: string; ms: number };

async function sendCheckoutRequest(origin: string, slug: string, attempt: string): Promise<CheckoutResponse> {
  const start = performance.now();
  const answer = await fetch(`${origin}/functions/v1/create-checkout-session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ slug, attempt, appliedCoupon: 'QUARTER', termsAccepted: true }),
  });
  const { url = '' } = (await answer.json()) as { url?: string };
  return { status: answer.status, url, ms: performance.now() - start };
}

/** All requests of every attempt, attempt by attempt. */
async function submitAttempts(urls: readonly string[], slug: string): Promise<CheckoutResponse[][]> {
  const attempts: CheckoutResponse[][] = [];
  let begun = 0;
  const buyer = async () => {
    while (begun++ < ATTEMPTS) {
      const attempt = crypto.randomUUID();
      const requests = Array.from({ length: PARALLEL }, (_, index) =>
        sendCheckoutRequest(urls[index % urls.length] ?? '', slug, attempt),
      );
      attempts.push(await Promise.all(requests));
    }
  };
  await Promise.all(Array.from({ length: BUYERS }, buyer));
  return attempts;
}

/** Lists all sessions of a Stripe account, read from the mock Stripe. */
async function countSessions(sandboxUrl: string, account: string): Promise<number> {
  let count = 0;
  let after = '';
  for (;;) {
    const answer = await fetch(`${sandboxUrl}/v1/checkout/sessions?limit=100${after}`, {
      headers: { Authorization: 'Bearer sk_test_storm', 'Stripe-Account': account },
    });
    const page = (await answer.json()) as { data: { id: string }[]; has_more: boolean };
    count += page.data.length;
    if (!page.has_more) return count;
    after = `&starting_after=${page.data.at(-1)?.id}`;
  }
}

async function countRows(databaseUrl: string, pageId: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from attempts where page_id = $1',
    [pageId],
  );
  await client.end();
  return rows[0]?.count ?? 0;
}

function printResult(attempts: CheckoutResponse[][], seconds: number): boolean {
  const requests = attempts.flat();
  const times = requests.map(({ ms }) => ms);
  const refused = requests.filter(({ status }) => status !== 200);
  const addresses = new Set(requests.map(({ url }) => url)).size;
  const torn = attempts.filter((one) => new Set(one.map(({ url }) => url)).size !== 1).length;
  console.log(
    `${attempts.length} attempts, each submitted ${PARALLEL} times concurrently to two processes: ${requests.length} requests in ${seconds.toFixed(1)} s`,
  );
  console.log(
    `Per request: p50 ${getPercentile(times, 50).toFixed(0)} ms, p99 ${getPercentile(times, 99).toFixed(0)} ms`,
  );
  console.log(`Responses other than 200: ${refused.length}`, [...new Set(refused.map(({ status }) => status))]);
  console.log(`Attempts with more than one URL: ${torn}; URLs: ${addresses}`);
  return refused.length === 0 && torn === 0 && addresses === ATTEMPTS;
}

async function run(app: RunningApp, secondUrl: string, databaseUrl: string): Promise<boolean> {
  const seller = await createConnectedSeller(app);
  const { slug, pageId } = await publishPage(seller, createPageConfig());
  const account = (await seller.call('get-connection', {})).stripe_account_id ?? '';
  const start = performance.now();
  const attempts = await submitAttempts([app.url, secondUrl], slug);
  const isValid = printResult(attempts, (performance.now() - start) / 1000);
  const rows = await countRows(databaseUrl, pageId);
  const sessions = await countSessions(app.sandboxUrl, account);
  console.log(`Attempt rows: ${rows}; Stripe sessions: ${sessions}`);
  return isValid && rows === ATTEMPTS && sessions === ATTEMPTS;
}

async function bench(): Promise<number> {
  process.env.BUILD_DIR ??= (await builtFolder()) ?? undefined;
  const postgres = await openTestPostgres();
  try {
    const { app, secondUrl } = await startTwoAppProcesses(postgres.url);
    try {
      const isValid = await run(app, secondUrl, postgres.url);
      console.log(
        isValid
          ? 'Each attempt has one URL, one row and one session.'
          : 'Some attempts do not have exactly one URL, one row and one session.',
      );
      const holds = await areInvariantsMet(postgres.url, app.sandboxUrl);
      return isValid && holds ? 0 : 1;
    } finally {
      await app.stop();
    }
  } finally {
    await postgres.close();
  }
}

process.exitCode = await bench();
