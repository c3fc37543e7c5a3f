// Card testing: `npm run chaos:cards -- --seconds 60`. Two app processes on one PostgreSQL receive checkout
// requests from one address ten times a second and from many addresses at once; then cards are declined from new
// addresses, while a buyer pays on another page. Ends with 1 when the guard lets too many sessions through, when a
// page pauses too early or too late after declines, or when the buyer is affected.
import { parseArgs } from 'node:util';

import { createConnectedSeller, publishPage, createPageConfig } from '../../e2e/support/seller.ts';
import { reportMetric, getExitCode } from '../lib/report-metrics.ts';
import { payOnPage } from '../lib/sandbox-stripe.ts';
import { createTestEnv, type TestEnv } from '../lib/test-env.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } });
const SECONDS = Number(values.seconds);
const A_SECOND = 10;
const REFUSED = '4000 0000 0000 0002';
const NO_TERMS = { requireTerms: false };
const TIMEOUT_MS = 30_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type CheckoutResponse = { code: string; url: string | null; ms: number };

/** Sends one checkout request to one of the processes, as if from this address. */
async function sendCheckoutRequest(at: string, slug: string, address: string): Promise<CheckoutResponse> {
  const begun = performance.now();
  const answer = await fetch(`${at}/functions/v1/create-checkout-session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: JSON.stringify({ slug, attempt: crypto.randomUUID() }),
  });
  const payload = (await answer.json()) as { url?: string; error?: { code: string } };
  return { code: payload.error?.code ?? 'admitted', url: payload.url ?? null, ms: performance.now() - begun };
}

const tally = (responses: readonly CheckoutResponse[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(responses, ({ code }) => code)].map(([code, { length }]) => [code, length]));

const countAdmitted = (responses: readonly CheckoutResponse[]): number =>
  responses.filter(({ url }) => url !== null).length;

const pickProcessUrl = ({ appProcesses }: TestEnv, turn: number): string =>
  appProcesses[turn % appProcesses.length]?.url ?? '';

/** Sends requests at fixed times, whether or not earlier ones were answered. */
async function sendAtFixedRate(testEnv: TestEnv, slug: string, address: string): Promise<CheckoutResponse[]> {
  const under: Promise<CheckoutResponse>[] = [];
  const begun = performance.now();
  for (let turn = 0; turn < SECONDS * A_SECOND; turn++) {
    await pause(begun + (turn * 1000) / A_SECOND - performance.now());
    under.push(sendCheckoutRequest(pickProcessUrl(testEnv, turn), slug, address));
  }
  return Promise.all(under);
}

/** Pays repeatedly at a buyer's pace, each time as another buyer, until it is stopped. */
function buySteadily(testEnv: TestEnv, slug: string) {
  const seen: { bought: number; failed: string[] } = { bought: 0, failed: [] };
  let going = true;
  const run = async () => {
    for (let turn = 0; going; turn++) {
      const { code, url } = await sendCheckoutRequest(
        pickProcessUrl(testEnv, turn),
        slug,
        `198.18.${turn >> 8}.${turn & 255}`,
      );
      if (url) await payOnPage(url).then(() => seen.bought++, String);
      else seen.failed.push(code);
      await pause(1000);
    }
  };
  const running = run();
  return {
    stop: async () => {
      going = false;
      await running;
      return seen;
    },
  };
}

/** Each card comes from a separate address and in a separate order. */
async function refuse(testEnv: TestEnv, slug: string, from: number, count: number): Promise<void> {
  for (let turn = from; turn < from + count; turn++) {
    const { url, code } = await sendCheckoutRequest(pickProcessUrl(testEnv, turn), slug, `198.51.100.${turn}`);
    if (!url) throw new Error(`The checkout request for card ${turn} returned ${code}`);
    // There is no redirect, because the card is declined.
    await payOnPage(url, REFUSED).catch(() => undefined);
  }
}

/** The declines recorded for all pages, once no event is waiting. */
async function waitForDeclines({ postgres }: TestEnv, count: number): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: postgres?.url });
  await client.connect();
  const late = Date.now() + TIMEOUT_MS;
  try {
    for (;;) {
      const { rows } = await client.query<{ recorded: number; waiting: number }>(`select
        (select count(*) from payment_failures)::int as recorded,
        (select count(*) from provider_events where status = 'received')::int as waiting`);
      if (rows[0]?.recorded === count && rows[0].waiting === 0) return;
      if (Date.now() > late) throw new Error(`${rows[0]?.recorded} of ${count} declines were recorded`);
      await pause(50);
    }
  } finally {
    await client.end();
  }
}

const testEnv = await createTestEnv({ database: 'postgres', processCount: 2, env: { RATE_LIMITS: 'live' } });
try {
  const seller = await createConnectedSeller(testEnv.appProcess);
  const page = () => publishPage(seller, createPageConfig(NO_TERMS));
  const [tried, raced, paused, calm] = [await page(), await page(), await page(), await page()];
  const buyer = buySteadily(testEnv, calm.slug);

  const steady = await sendAtFixedRate(testEnv, tried.slug, '203.0.113.7');
  console.log(`${steady.length} requests of one client on one page:`, tally(steady));
  reportMetric(
    'sessions without a proof-of-work challenge, for one visitor on one page',
    countAdmitted(steady),
    20,
    'at most',
  );
  const rest = steady.slice(65).filter(({ code }) => code !== 'pay_blocked');
  reportMetric('requests after the 65th that were not rejected', rest.length, 0, 'at most');

  const minute = Math.floor(Date.now() / 60_000);
  const race = Array.from({ length: 50 }, (_, turn) =>
    sendCheckoutRequest(pickProcessUrl(testEnv, turn), raced.slug, '203.0.113.9'),
  );
  const atOnce = await Promise.all(race);
  const minutes = 1 + Math.floor(Date.now() / 60_000) - minute;
  console.log(`${race.length} concurrent requests at both processes:`, tally(atOnce));
  reportMetric('of them admitted', countAdmitted(atOnce), 6 * minutes, 'at most');

  await refuse(testEnv, paused.slug, 0, 9);
  await waitForDeclines(testEnv, 9);
  const before = await sendCheckoutRequest(pickProcessUrl(testEnv, 1), paused.slug, '198.51.101.1');
  reportMetric('requests admitted after 9 declines', countAdmitted([before]), 1, 'at least');
  await refuse(testEnv, paused.slug, 9, 1);
  await waitForDeclines(testEnv, 10);
  const after = await Promise.all(
    [0, 1].map((turn) => sendCheckoutRequest(pickProcessUrl(testEnv, turn), paused.slug, '198.51.101.2')),
  );
  console.log('after 10 declines, at each process:', tally(after));
  reportMetric('processes that enforce the pause', tally(after)['page_paused'] ?? 0, 2, 'at least');
  await seller.call('resume-page', { pageId: paused.pageId });
  const again = await Promise.all(
    [0, 1].map((turn) => sendCheckoutRequest(pickProcessUrl(testEnv, turn), paused.slug, '198.51.101.3')),
  );
  reportMetric('processes that accept payments again', countAdmitted(again), 2, 'at least');

  const { bought, failed } = await buyer.stop();
  reportMetric('payments on another page meanwhile', bought, 3, 'at least');
  reportMetric('of them refused', failed.length, 0, 'at most');
} finally {
  await testEnv.stop();
}
process.exit(getExitCode());
