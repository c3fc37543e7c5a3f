// Card testing: `npm run chaos:cards -- --seconds 60`. Two app processes on one PostgreSQL receive checkout
// requests from one address ten times a second and from many addresses at once; then cards are declined from new
// addresses, while a buyer pays on another page. Ends with 1 when the guard lets too many sessions through, when a
// page pauses too early or too late after declines, or when the buyer is affected.
import { setTimeout as wait } from 'node:timers/promises';

import { createConnectedSeller, createPageConfig, publishPage } from '../../e2e/support/seller.ts';
import { readOptions, reportMetric, runAndExit } from '../lib/harness.ts';
import { runAtRate, sendRequest } from '../lib/load.ts';
import { queryRows } from '../lib/postgres.ts';
import { payOnPage, waitUntil } from '../lib/sandbox-stripe.ts';
import { createTestEnv, type TestEnv } from '../lib/test-env.ts';

const { seconds } = readOptions({ seconds: 60 });
const REQUESTS_PER_SECOND = 10;
const DECLINED_CARD = '4000 0000 0000 0002';

type CheckoutResponse = { code: string; url: string | null };

/** Sends one checkout request to one of the processes in rotation, as if from this address. */
async function sendCheckoutRequest(
  { appProcesses }: TestEnv,
  index: number,
  slug: string,
  address: string,
): Promise<CheckoutResponse> {
  const url = appProcesses[index % appProcesses.length]?.url;
  const { body } = await sendRequest(`${url}/functions/v1/create-checkout-session`, {
    headers: { 'x-forwarded-for': address },
    body: { slug, attempt: crypto.randomUUID() },
  });
  const payload = JSON.parse(body) as { url?: string; error?: { code: string } };
  return { code: payload.error?.code ?? 'admitted', url: payload.url ?? null };
}

const countCodes = (responses: readonly CheckoutResponse[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(responses, ({ code }) => code)].map(([code, { length }]) => [code, length]));

const countAdmitted = (responses: readonly CheckoutResponse[]): number =>
  responses.filter(({ url }) => url !== null).length;

/** Pays repeatedly at a buyer's pace, each time as another buyer, until it is stopped. */
function buySteadily(testEnv: TestEnv, slug: string) {
  const result: { bought: number; failed: string[] } = { bought: 0, failed: [] };
  let isRunning = true;
  const run = async () => {
    for (let turn = 0; isRunning; turn++) {
      const address = `198.18.${turn >> 8}.${turn & 255}`;
      const { code, url } = await sendCheckoutRequest(testEnv, turn, slug, address);
      if (url) await payOnPage(url).then(() => result.bought++, String);
      else result.failed.push(code);
      await wait(1000);
    }
  };
  const running = run();
  return {
    stop: async () => {
      isRunning = false;
      await running;
      return result;
    },
  };
}

/** Each card comes from a separate address and in a separate order. */
async function declineCards(testEnv: TestEnv, slug: string, from: number, count: number): Promise<void> {
  for (let turn = from; turn < from + count; turn++) {
    const { url, code } = await sendCheckoutRequest(testEnv, turn, slug, `198.51.100.${turn}`);
    if (!url) throw new Error(`The checkout request for card ${turn} returned ${code}`);
    // There is no redirect, because the card is declined.
    await payOnPage(url, DECLINED_CARD).catch(() => undefined);
  }
}

/** Waits until this many declines are recorded for all pages, and no event is waiting. */
const waitForDeclines = ({ databaseUrl }: TestEnv, count: number): Promise<void> =>
  waitUntil(`${count} declines are recorded`, async () => {
    const [row] = await queryRows<{ recorded: number; waiting: number }>(
      databaseUrl,
      `select (select count(*) from payment_failures)::int as recorded,
         (select count(*) from stripe_events where status = 'received')::int as waiting`,
    );
    return row?.recorded === count && row.waiting === 0;
  });

await runAndExit(async () => {
  await using testEnv = await createTestEnv({ database: 'postgres', processCount: 2, env: { RATE_LIMITS: 'live' } });
  const seller = await createConnectedSeller(testEnv);
  const page = () => publishPage(seller, createPageConfig({ requireTerms: false }));
  const [tried, raced, paused, calm] = [await page(), await page(), await page(), await page()];
  const buyer = buySteadily(testEnv, calm.slug);

  const steady: CheckoutResponse[] = [];
  await runAtRate(REQUESTS_PER_SECOND, seconds, async (index) => {
    steady[index] = await sendCheckoutRequest(testEnv, index, tried.slug, '203.0.113.7');
  });
  console.log(`${steady.length} requests of one client on one page:`, countCodes(steady));
  reportMetric(
    'sessions without a proof-of-work challenge, for one visitor on one page',
    countAdmitted(steady),
    20,
    'at most',
  );
  const rest = steady.slice(65).filter(({ code }) => code !== 'pay_blocked');
  reportMetric('requests after the 65th that were not rejected', rest.length, 0, 'at most');

  const minute = Math.floor(Date.now() / 60_000);
  const race = Array.from({ length: 50 }, (_, turn) => sendCheckoutRequest(testEnv, turn, raced.slug, '203.0.113.9'));
  const atOnce = await Promise.all(race);
  const minutes = 1 + Math.floor(Date.now() / 60_000) - minute;
  console.log(`${race.length} concurrent requests at both processes:`, countCodes(atOnce));
  reportMetric('of them admitted', countAdmitted(atOnce), 6 * minutes, 'at most');

  await declineCards(testEnv, paused.slug, 0, 9);
  await waitForDeclines(testEnv, 9);
  const before = await sendCheckoutRequest(testEnv, 1, paused.slug, '198.51.101.1');
  reportMetric('requests admitted after 9 declines', countAdmitted([before]), 1, 'at least');
  await declineCards(testEnv, paused.slug, 9, 1);
  await waitForDeclines(testEnv, 10);
  const askBoth = (address: string) =>
    Promise.all([0, 1].map((turn) => sendCheckoutRequest(testEnv, turn, paused.slug, address)));
  const after = await askBoth('198.51.101.2');
  console.log('after 10 declines, at each process:', countCodes(after));
  reportMetric('processes that enforce the pause', countCodes(after)['page_paused'] ?? 0, 2, 'at least');
  await seller.call('resume-page', { pageId: paused.pageId });
  const again = await askBoth('198.51.101.3');
  reportMetric('processes that accept payments again', countAdmitted(again), 2, 'at least');

  const { bought, failed } = await buyer.stop();
  reportMetric('payments on another page meanwhile', bought, 3, 'at least');
  reportMetric('of them refused', failed.length, 0, 'at most');
});
