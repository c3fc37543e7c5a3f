// Rolling deploys: `npm run chaos:deploy -- --rounds 5 --rate 200`. Two app processes run behind a load balancer
// that polls /readyz; each in turn gets SIGTERM and is restarted, while requests arrive at a fixed rate over
// keep-alive connections. Ends with 1 when a request fails, a process does not exit with 0, a stopped process
// leaves claimed rows, or an invariant is broken. `--before FOLDER`: a checkout of the previous version with its
// packages; its processes are replaced by current ones and, in the next round, vice versa, so that old code runs on
// the newer schema.
import { Agent, request } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import pg from 'pg';

import { createConnectedSeller, publishPage, createPageConfig, type Seller } from '../../e2e/support/seller.ts';
import { getQuantile } from '../lib/percentile.ts';
import { findFreePort } from '../lib/pinned-processes.ts';
import { createTestEnv, type TestEnv } from '../lib/test-env.ts';
import { startLoadBalancer, type LoadBalancer } from './load-balancer.ts';
import { runOperatorCommand } from './run-operator-command.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    /** Requests per second. */
    rate: { type: 'string', default: '200' },
    /** Seconds for which an app still serves after SIGTERM. */
    delay: { type: 'string', default: '1' },
    before: { type: 'string' },
  },
});
const [ROUNDS, RATE] = [Number(values.rounds), Number(values.rate)];
/** Both processes serve for a while between two replacements. */
const PAUSE_MS = 1000;

type LoadRequest = { method: 'GET' | 'POST'; path: string; body?: object; token?: string };
type Outcome = { ms: number; status: number; what: string };

/** Of twenty requests in a row: pages, a seller's reads, a seller's writes, and a checkout request. */
function createLoadRequest(index: number, slug: string, { session }: Seller): LoadRequest {
  const call = (name: string, body: object, token?: string): LoadRequest => ({
    method: 'POST',
    path: `/functions/v1/${name}`,
    body,
    ...(token && { token }),
  });
  switch (index % 20) {
    case 3:
      return call('list-pages', {}, session.access_token);
    case 9:
      return call('save-draft', { config: createPageConfig({ productName: `Draft ${index}` }) }, session.access_token);
    case 12:
      return call('create-checkout-session', { slug, attempt: crypto.randomUUID() });
    case 16:
      return { method: 'GET', path: '/pricing' };
    default:
      return { method: 'GET', path: `/c/${slug}` };
  }
}

function sendRequest(port: number, agent: Agent, { method, path, body, token }: LoadRequest): Promise<number> {
  const text = body ? JSON.stringify(body) : '';
  const headers = {
    ...(body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  return new Promise((resolve, reject) => {
    request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
      answer
        .resume()
        .once('error', reject)
        .once('end', () => resolve(answer.statusCode ?? 0));
    })
      .once('error', reject)
      .end(text);
  });
}

/** Sends requests at a fixed rate, however long responses take; each is timed from when it was due. */
function comeAndGo(port: number, slug: string, seller: Seller) {
  const agent = new Agent({ keepAlive: true });
  const [outcomes, underWay]: [Outcome[], Set<Promise<void>>] = [[], new Set()];
  const start = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    while (sent < ((performance.now() - start) / 1000) * RATE) {
      const due = start + (sent / RATE) * 1000;
      const loadRequest = createLoadRequest(sent++, slug, seller);
      const pending = sendRequest(port, agent, loadRequest)
        .then(
          (status) => ({ status, what: `${loadRequest.path} answered ${status}` }),
          (error: unknown) => ({ status: 0, what: `${loadRequest.path}: ${String(error)}` }),
        )
        .then(({ status, what }) => void outcomes.push({ status, what, ms: performance.now() - due }))
        .finally(() => underWay.delete(pending));
      underWay.add(pending);
    }
  }, 5);
  return async (): Promise<Outcome[]> => {
    clearInterval(timer);
    await Promise.all(underWay);
    agent.destroy();
    return outcomes;
  };
}

type Replaced = { code: number | null; endMs: number; startMs: number };

type Version = { root?: string; env: Record<string, string> };
const CURRENT_VERSION: Version = { env: {} };

/** The previous version with built pages; the current version if none is named. */
async function versionBefore(): Promise<Version> {
  if (!values.before) return CURRENT_VERSION;
  const root = path.resolve(values.before);
  const { builtFolder } = (await import(pathToFileURL(path.join(root, 'set-up.mjs')).href)) as {
    builtFolder: () => Promise<string | null>;
  };
  const build = await builtFolder();
  if (!build) throw new Error(`The pages of ${root} could not be built`);
  return { root, env: { BUILD_DIR: build } };
}

async function replaceAll({ appProcesses }: TestEnv, front: LoadBalancer, before: Version): Promise<Replaced[]> {
  const replaced: Replaced[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { env, root } = round % 2 === 0 ? CURRENT_VERSION : before;
    for (const appProcess of appProcesses) {
      const start = performance.now();
      const code = await appProcess.end('SIGTERM');
      const endMs = performance.now() - start;
      replaced.push({ code, endMs, startMs: await appProcess.start(env, root) });
      await front.waitForBackend(appProcess.url);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
  return replaced;
}

/** Rows that a process claimed and neither completed nor released: they are retried when their lease ends. */
const TAKEN = `
  select 'events' as what, count(*)::int as count from provider_events
  where status = 'received' and attempts > 0 and next_at > now() and last_error is null
  union all
  select 'mails', count(*)::int from outbox
  where status = 'waiting' and attempts > 0 and next_at > now() and last_error is null`;

async function stillTaken(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ what: string; count: number }>(TAKEN);
    return rows.filter(({ count }) => count > 0).map(({ what, count }) => `${count} ${what} are still claimed`);
  } finally {
    await client.end();
  }
}

async function deploy(): Promise<boolean> {
  const port = await findFreePort();
  // With --before, processes of the previous version start on the newer schema.
  const env = { SHUTDOWN_DELAY: values.delay, LOG_LEVEL: 'error', ALLOW_NEWER_SCHEMA: '1' };
  const before = await versionBefore();
  const appUrl = `http://127.0.0.1:${port}`;
  const testEnv = await createTestEnv({ database: 'postgres', processCount: 2, appUrl, env, started: false });
  for (const appProcess of testEnv.appProcesses) await appProcess.start(before.env, before.root);
  const front = await startLoadBalancer(
    port,
    testEnv.appProcesses.map(({ url }) => url),
  );
  try {
    const seller = await createConnectedSeller({ url: appUrl });
    const { slug } = await publishPage(seller, createPageConfig({ requireTerms: false }));
    const end = comeAndGo(port, slug, seller);
    const replaced = await replaceAll(testEnv, front, before);
    const outcomes = await end();
    const faults = outcomes.filter(({ status }) => status < 200 || status >= 400).map(({ what }) => what);
    for (const { code } of replaced) if (code !== 0) faults.push(`a process exited with ${code}`);
    for (const appProcess of testEnv.appProcesses) await appProcess.end('SIGTERM');
    faults.push(...(await stillTaken(testEnv.postgres?.url ?? '')));
    await testEnv.appProcess.start();
    const { text, good } = await runOperatorCommand(testEnv, testEnv.appProcess, 'invariants', ['--all']);
    if (!good) faults.push(text);
    printResult(outcomes, replaced, faults);
    return faults.length === 0;
  } finally {
    await front.close();
    await testEnv.stop();
  }
}

function printResult(outcomes: readonly Outcome[], replaced: readonly Replaced[], faults: readonly string[]): void {
  const times = outcomes.map(({ ms }) => ms);
  const worst = (times: readonly number[]) => Math.round(Math.max(...times));
  console.log(`  ${outcomes.length} requests at ${RATE}/s, ${replaced.length} replacements`);
  console.log(
    `  answered in: median ${Math.round(getQuantile(times, 0.5))} ms, p99 ${Math.round(getQuantile(times, 0.99))} ms`,
  );
  console.log(
    `  slowest stop ${worst(replaced.map(({ endMs }) => endMs))} ms, slowest start ${worst(replaced.map(({ startMs }) => startMs))} ms`,
  );
  for (const fault of faults.slice(0, 20)) console.log(`  - ${fault}`);
  console.log(faults.length === 0 ? '  No request failed.' : `  ${faults.length} faults.`);
}

process.exitCode = (await deploy()) ? 0 : 1;
