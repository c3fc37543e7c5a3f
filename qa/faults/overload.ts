// Overload: `npm run chaos:overload -- --seconds 60 --database postgres`. A load generator measures the capacity,
// sends five times as much for a while whether it is answered or not, and then little. Ends with 1 when goodput
// falls below four fifths of the capacity, in total or for checkout requests, when a response is neither successful
// nor a rejection with Retry-After, when the app does not recover within five seconds, and when an invariant is
// broken. `--exact`: checks only what does not depend on the machine.
import { parseArgs } from 'node:util';

import { createConnectedSeller, uniqueName, publishPage, createPageConfig } from '../../e2e/support/seller.ts';
import { runOnCore, readMemoryMb } from '../lib/pinned-processes.ts';
import { reportMetric, getExitCode } from '../lib/report-metrics.ts';
import { createTestEnv, type AppProcess, type TestEnv } from '../lib/test-env.ts';
import type { LoadOptions, LoadReport } from './overload-load.ts';
import { findBrokenInvariants } from './run-operator-command.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    database: { type: 'string', default: 'postgres' },
    /** The length of the capacity measurement, and of each calm phase. */
    calm: { type: 'string', default: '10' },
    exact: { type: 'boolean', default: false },
  },
});
const [SECONDS, CALM] = [Number(values.seconds), Number(values.calm)];
const SELLERS = 4;
const FACTOR = 5;
const CLIENTS = 32;
/** One and a half times the concurrency that a process accepts. */
const CONNECTIONS = 1500;
const LOOK_EACH_MS = 250;

async function crowdAt({ url, port, pid }: AppProcess): Promise<LoadOptions> {
  const sellers = await Promise.all(
    Array.from({ length: SELLERS }, async () => {
      const seller = await createConnectedSeller({ url });
      const draft = createPageConfig({ requireTerms: false, customSlug: uniqueName('overload') });
      const { pageId, slug } = await publishPage(seller, draft);
      return { token: seller.session.access_token, pageId, slug, draft };
    }),
  );
  return {
    port,
    pid: pid(),
    sellers,
    clients: CLIENTS,
    connections: CONNECTIONS,
    factor: FACTOR,
    seconds: { capacity: CALM, calm: CALM, storm: SECONDS },
  };
}

function printResult(report: LoadReport): void {
  const { capacity, goodput, due, sent, perWork, counts, calmMs, recoveredMs } = report;
  for (const [phase, kinds] of Object.entries(counts)) console.log(phase, kinds);
  const times = (rate: number) => `${Math.round(rate)}/s (${(rate / capacity).toFixed(1)} times the capacity)`;
  console.log(`  capacity ${Math.round(capacity)}/s; in the overload due ${times(due)}, sent ${times(sent)}`);
  console.log(
    `  answered with 200 meanwhile ${Math.round(goodput)}/s; a page view normally takes ${calmMs.toFixed(1)} ms`,
  );
  console.log(
    `  per CPU second of the app ${Math.round(perWork.capacity)}, and in the overload ${Math.round(perWork.storm)}`,
  );
  console.log(`  recovered after ${recoveredMs === null ? 'never' : `${Math.round(recoveredMs)} ms`}`);
}

async function evaluate(testEnv: TestEnv, report: LoadReport, memory: { before: number; most: number }): Promise<void> {
  const { capacity, goodput, wrong, recoveredMs, counts } = report;
  for (const one of new Set(wrong)) console.log(`  ${one}`);
  reportMetric('responses that are neither successful nor have Retry-After', wrong.length, 0, 'at most');
  reportMetric('seconds until the recovery', (recoveredMs ?? Infinity) / 1000, 5, 'at most');
  reportMetric('apps that still run', testEnv.appProcess.isRunning() ? 1 : 0, 1, 'at least');
  const brokenInvariants = await findBrokenInvariants(testEnv);
  if (brokenInvariants) console.log(brokenInvariants);
  reportMetric('broken invariants', brokenInvariants ? 1 : 0, 0, 'at most');
  console.log(`  memory: ${Math.round(memory.before)} MB before, at most ${Math.round(memory.most)} MB`);
  if (values.exact) return;
  reportMetric('answered in the overload, as a share of the capacity (%)', (100 * goodput) / capacity, 80, 'at least');
  reportMetric('the same for checkout requests (%)', 100 * shareOf(counts, 'create-checkout-session'), 80, 'at least');
}

/** For one kind of request: the response rate during the overload, relative to the rate before it. */
function shareOf({ capacity, storm }: LoadReport['counts'], kind: string): number {
  const of = (counts: typeof storm, seconds: number) => (counts[kind]?.['200'] ?? 0) / seconds;
  return of(storm, SECONDS) / of(capacity, CALM);
}

const testEnv = await createTestEnv({
  database: values.database === 'postgres' ? 'postgres' : 'embedded',
  env: { LOG_LEVEL: 'error' },
});
try {
  const { appProcess } = testEnv;
  const crowd = await crowdAt(appProcess);
  const memory = { before: readMemoryMb(appProcess.pid()), most: 0 };
  const looking = setInterval(() => {
    if (appProcess.isRunning()) memory.most = Math.max(memory.most, readMemoryMb(appProcess.pid()));
  }, LOOK_EACH_MS);
  const report = await runOnCore<LoadReport>(1, ['qa/faults/overload-load.ts', JSON.stringify(crowd)]);
  clearInterval(looking);
  printResult(report);
  await evaluate(testEnv, report, memory);
} finally {
  await testEnv.stop();
}
process.exit(getExitCode());
