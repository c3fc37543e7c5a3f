// Duplicate checkout requests: `npm run chaos:attempts -- --attempts 1000 --parallel 20`. Each attempt is submitted
// several times concurrently to two app processes on one PostgreSQL database. Ends with 1 unless each attempt has
// one URL, one row and one Stripe session.
import { createConnectedSeller, createPageConfig, publishPage } from '../../e2e/support/seller.ts';
import { getPercentile, readOptions, reportFaults, reportMetric, runAndExit } from '../lib/harness.ts';
import { findBrokenInvariants } from '../lib/ledger.ts';
import { runConcurrently, sendRequest } from '../lib/load.ts';
import { queryRows } from '../lib/postgres.ts';
import { ALL, createStripeClient } from '../lib/sandbox-stripe.ts';
import { createTestEnv } from '../lib/test-env.ts';

/** `buyers`: attempts in progress at the same time. */
const { attempts, parallel, buyers } = readOptions({ attempts: 1000, parallel: 20, buyers: 5 });

type CheckoutResponse = { status: number; url: string; ms: number };

async function sendCheckoutRequest(origin: string, slug: string, attempt: string): Promise<CheckoutResponse> {
  const { status, body, ms } = await sendRequest(`${origin}/functions/v1/create-checkout-session`, {
    body: { slug, attempt, appliedCoupon: 'QUARTER', termsAccepted: true },
  });
  return { status, url: status === 200 ? (JSON.parse(body) as { url: string }).url : '', ms };
}

await runAndExit(async () => {
  await using testEnv = await createTestEnv({ database: 'postgres', processCount: 2 });
  const { appProcesses, databaseUrl, sandboxUrl } = testEnv;
  const seller = await createConnectedSeller(testEnv);
  const { slug, pageId } = await publishPage(seller, createPageConfig());
  const { stripe_account_id: account } = await seller.call('get-connection', {});
  const responses: CheckoutResponse[][] = [];
  let begun = 0;
  const start = performance.now();
  await runConcurrently(
    buyers,
    () => begun++ < attempts,
    async () => {
      const attempt = crypto.randomUUID();
      const requests = Array.from({ length: parallel }, (_, index) =>
        sendCheckoutRequest(appProcesses[index % 2]?.url ?? '', slug, attempt),
      );
      responses.push(await Promise.all(requests));
    },
  );
  const seconds = (performance.now() - start) / 1000;
  const requests = responses.flat();
  const times = requests.map(({ ms }) => ms);
  console.log(
    `${attempts} attempts, each submitted ${parallel} times concurrently to two processes: ${requests.length} requests in ${seconds.toFixed(1)} s`,
  );
  console.log(
    `Per request: p50 ${getPercentile(times, 50).toFixed(0)} ms, p99 ${getPercentile(times, 99).toFixed(0)} ms`,
  );
  const rows = await queryRows(databaseUrl, 'select from checkout_attempts where page_id = $1', [pageId]);
  const stripe = createStripeClient(sandboxUrl);
  const sessions = await stripe.checkout.sessions.list({}, { stripeAccount: account ?? '' }).autoPagingToArray(ALL);
  const repeated = responses.filter((one) => new Set(one.map(({ url }) => url)).size !== 1);
  reportMetric('responses other than 200', requests.filter(({ status }) => status !== 200).length, 0, 'at most');
  reportMetric('attempts with more than one URL', repeated.length, 0, 'at most');
  const found = { URLs: new Set(requests.map(({ url }) => url)).size, rows: rows.length, sessions: sessions.length };
  for (const [what, count] of Object.entries(found)) {
    reportMetric(`${what} for ${attempts} attempts`, count, attempts, 'at most');
    reportMetric(`${what} for ${attempts} attempts`, count, attempts, 'at least');
  }
  reportFaults(await findBrokenInvariants(testEnv), 'All invariants hold.');
});
