// Overload: `npm run chaos:overload -- --seconds 60 --database postgres`. A load generator measures the capacity,
// sends five times as much for a while whether it is answered or not, and then little. Ends with 1 when goodput
// falls below four fifths of the capacity, in total or for checkout requests, when a response is neither successful
// nor a rejection with Retry-After, when the app does not recover within five seconds, and when an invariant is
// broken. `--exact`: checks only what does not depend on the machine.
import { createConnectedSeller, createPageConfig, publishPage, uniqueName } from '../../e2e/support/seller.ts';
import { listDatabases, readOptions, reportFaults, reportMetric, runAndExit } from '../lib/harness.ts';
import { findBrokenInvariants } from '../lib/ledger.ts';
import { readMemoryMb, runOnCore } from '../lib/pinned-processes.ts';
import { createTestEnv, type AppProcess, type TestEnv } from '../lib/test-env.ts';
import type { LoadOptions, LoadReport } from './overload-load.ts';

/** `calm`: the length of the capacity measurement, and of each calm phase. */
const options = readOptions({ seconds: 60, database: 'postgres', calm: 10, exact: false });
const SELLERS = 4;
const CLIENTS = 32;
const FACTOR = 5;
/** Many times the concurrency that an overloaded process accepts. */
const CONNECTIONS = 1500;
const MEMORY_INTERVAL_MS = 250;

async function createLoadOptions({ url, pid }: AppProcess): Promise<LoadOptions> {
  const sellers = await Promise.all(
    Array.from({ length: SELLERS }, async () => {
      const seller = await createConnectedSeller({ url });
      const config = createPageConfig({ requireTerms: false, customSlug: uniqueName('overload') });
      const { pageId, slug } = await publishPage(seller, config);
      return { token: seller.session.access_token, slug, draft: { config, pageId } };
    }),
  );
  const seconds = { capacity: options.calm, calm: options.calm, overload: options.seconds };
  return { url, pid: pid(), sellers, clients: CLIENTS, connections: CONNECTIONS, factor: FACTOR, seconds };
}

function printResult(report: LoadReport): void {
  const { capacity, goodput, due, sent, perCpuSecond, counts, calmMs, recoveredMs } = report;
  for (const [phase, kinds] of Object.entries(counts)) console.log(phase, kinds);
  const times = (rate: number) => `${Math.round(rate)}/s (${(rate / capacity).toFixed(1)} times the capacity)`;
  console.log(`  capacity ${Math.round(capacity)}/s; in the overload due ${times(due)}, sent ${times(sent)}`);
  console.log(
    `  answered with 200 meanwhile ${Math.round(goodput)}/s; a page view normally takes ${calmMs.toFixed(1)} ms`,
  );
  console.log(
    `  per CPU second of the app ${Math.round(perCpuSecond.capacity)}, and in the overload ${Math.round(perCpuSecond.overload)}`,
  );
  console.log(`  recovered after ${recoveredMs === null ? 'never' : `${Math.round(recoveredMs)} ms`}`);
}

/** For checkout requests: the response rate during the overload, relative to the rate before it. */
function getCheckoutShare({ capacity, overload }: LoadReport['counts']): number {
  const rate = (counts: typeof overload, seconds: number) =>
    (counts['create-checkout-session']?.['200'] ?? 0) / seconds;
  return rate(overload, options.seconds) / rate(capacity, options.calm);
}

async function evaluate(
  testEnv: TestEnv,
  { capacity, goodput, wrong, recoveredMs, counts }: LoadReport,
): Promise<void> {
  for (const one of new Set(wrong)) console.log(`  ${one}`);
  reportMetric('responses that are neither successful nor have Retry-After', wrong.length, 0, 'at most');
  reportMetric('seconds until the recovery', (recoveredMs ?? Infinity) / 1000, 5, 'at most');
  reportMetric('apps that still run', testEnv.appProcess.isRunning() ? 1 : 0, 1, 'at least');
  reportFaults(await findBrokenInvariants(testEnv), 'All invariants hold.');
  if (options.exact) return;
  reportMetric('answered in the overload, as a share of the capacity (%)', (100 * goodput) / capacity, 80, 'at least');
  reportMetric('the same for checkout requests (%)', 100 * getCheckoutShare(counts), 80, 'at least');
}

await runAndExit(async () => {
  const [database = 'embedded'] = listDatabases(options.database);
  await using testEnv = await createTestEnv({ database, env: { LOG_LEVEL: 'error' } });
  const { appProcess } = testEnv;
  const load = await createLoadOptions(appProcess);
  const memoryBefore = readMemoryMb(appProcess.pid());
  let maxMemory = 0;
  const timer = setInterval(() => {
    maxMemory = Math.max(maxMemory, readMemoryMb(appProcess.pid()));
  }, MEMORY_INTERVAL_MS);
  const report = await runOnCore<LoadReport>(1, ['qa/faults/overload-load.ts', JSON.stringify(load)]);
  clearInterval(timer);
  printResult(report);
  await evaluate(testEnv, report);
  console.log(`  memory: ${Math.round(memoryBefore)} MB before, at most ${Math.round(maxMemory)} MB`);
});
