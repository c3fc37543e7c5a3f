// Rolling deploys: `npm run chaos:deploy -- --rounds 5 --rate 200`. Two app processes run behind a load balancer
// that polls /readyz; each in turn gets SIGTERM and is restarted, while requests arrive at a fixed rate over
// keep-alive connections. Ends with 1 when a request fails, a process does not exit with 0, a stopped process
// leaves claimed rows, or an invariant is broken. `--before FOLDER`: a checkout of the previous version with its
// packages; its processes are replaced by current ones and, in the next round, vice versa, so that old code runs on
// the newer schema.
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { findFreePort } from '../../e2e/support/app-process.ts';
import { createConnectedSeller, createPageConfig, publishPage } from '../../e2e/support/seller.ts';
import { getPercentile, readOptions, reportFaults, runAndExit } from '../lib/harness.ts';
import { findBrokenInvariants } from '../lib/ledger.ts';
import { createTypicalRequest, runAtRate, sendRequest, type RequestResult } from '../lib/load.ts';
import { queryRows } from '../lib/postgres.ts';
import { createTestEnv, type TestEnv } from '../lib/test-env.ts';
import { startLoadBalancer, type LoadBalancer } from './load-balancer.ts';

/** `rate`: requests per second. `delay`: seconds for which an app still serves after SIGTERM. */
const { rounds, rate, delay, before } = readOptions({ rounds: 5, rate: 200, delay: '1', before: '' });
/** Both processes serve for a while between two replacements. */
const PAUSE_MS = 1000;
const MAX_SECONDS = 3600;

type Replacement = { code: number | null; stopMs: number; startMs: number };
type Version = { root?: string; env: Record<string, string>; createPageConfig: typeof createPageConfig };
const CURRENT_VERSION: Version = { env: {}, createPageConfig };

/** The previous version with built pages; the current version if none is named. */
async function buildPreviousVersion(): Promise<Version> {
  if (!before) return CURRENT_VERSION;
  const root = path.resolve(before);
  const importFrom = (file: string): Promise<unknown> => import(pathToFileURL(path.join(root, file)).href);
  const { builtFolder } = (await importFrom('set-up.mjs')) as { builtFolder: () => Promise<string | null> };
  const build = await builtFolder();
  if (!build) throw new Error(`The pages of ${root} could not be built`);
  // Clients that loaded the app before the update send configs of the previous version, which may have fewer fields.
  const seller = (await importFrom('e2e/support/seller.ts')) as Pick<Version, 'createPageConfig'>;
  return { root, env: { BUILD_DIR: build }, createPageConfig: seller.createPageConfig };
}

async function replaceAll({ appProcesses }: TestEnv, front: LoadBalancer, previous: Version): Promise<Replacement[]> {
  const replacements: Replacement[] = [];
  for (let round = 0; round < rounds; round++) {
    const { env, root } = round % 2 === 0 ? CURRENT_VERSION : previous;
    for (const appProcess of appProcesses) {
      const start = performance.now();
      const code = await appProcess.end('SIGTERM');
      const stopMs = performance.now() - start;
      replacements.push({ code, stopMs, startMs: await appProcess.start(env, root) });
      await front.waitForBackend(appProcess.url);
      await wait(PAUSE_MS);
    }
  }
  return replacements;
}

/** Rows that a process claimed and neither completed nor released: they are retried when their lease ends. */
const CLAIMED_ROWS = `
  select 'events' as what, count(*)::int as count from stripe_events
  where status = 'received' and attempts > 0 and next_at > now() and last_error is null
  union all
  select 'mails', count(*)::int from outbox
  where status = 'waiting' and tries > 0 and next_at > now() and last_error is null`;

function printResult(requests: readonly RequestResult[], replacements: readonly Replacement[]): void {
  const times = requests.map(({ ms }) => ms);
  const worst = (values: readonly number[]) => Math.round(Math.max(...values));
  console.log(`  ${requests.length} requests at ${rate}/s, ${replacements.length} replacements`);
  console.log(
    `  answered in: median ${Math.round(getPercentile(times, 50))} ms, p99 ${Math.round(getPercentile(times, 99))} ms`,
  );
  console.log(
    `  slowest stop ${worst(replacements.map(({ stopMs }) => stopMs))} ms, slowest start ${worst(replacements.map(({ startMs }) => startMs))} ms`,
  );
}

await runAndExit(async () => {
  const port = await findFreePort();
  const previous = await buildPreviousVersion();
  const appUrl = `http://127.0.0.1:${port}`;
  // With --before, processes of the previous version start on the newer schema.
  const env = { SHUTDOWN_DELAY: delay, LOG_LEVEL: 'error', ALLOW_NEWER_SCHEMA: '1' };
  await using testEnv = await createTestEnv({ database: 'postgres', processCount: 2, appUrl, env, started: false });
  const { appProcesses, databaseUrl } = testEnv;
  for (const appProcess of appProcesses) await appProcess.start(previous.env, previous.root);
  const urls = appProcesses.map(({ url }) => url);
  await using front = await startLoadBalancer(port, urls);
  const seller = await createConnectedSeller({ url: appUrl });
  const { slug } = await publishPage(seller, previous.createPageConfig({ requireTerms: false }));
  const { access_token: token } = seller.session;
  const requests: RequestResult[] = [];
  const faults: string[] = [];
  let isOver = false;
  const sendNext = async (index: number, due: number) => {
    const draft = { config: previous.createPageConfig({ productName: `Draft ${index}` }) };
    const { path: requestPath, ...request } = createTypicalRequest(index, { slug, token, draft });
    const result = await sendRequest(appUrl + requestPath, request, due);
    requests.push(result);
    if (result.status < 200 || result.status >= 400)
      faults.push(`${requestPath} answered ${result.status}: ${result.body.slice(0, 200)}`);
  };
  const load = runAtRate(rate, MAX_SECONDS, sendNext, { mayEnd: () => isOver });
  const replacements = await replaceAll(testEnv, front, previous);
  isOver = true;
  await load;
  for (const { code } of replacements) if (code !== 0) faults.push(`a process exited with ${code}`);
  for (const appProcess of appProcesses) await appProcess.end('SIGTERM');
  for (const { what, count } of await queryRows<{ what: string; count: number }>(databaseUrl, CLAIMED_ROWS))
    if (count > 0) faults.push(`${count} ${what} are still claimed`);
  faults.push(...(await findBrokenInvariants(testEnv)));
  printResult(requests, replacements);
  reportFaults(faults, 'No request failed.');
});
