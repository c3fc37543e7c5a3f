// Database outages: `npm run chaos:db`. For two minutes, 300 page views and 20 writes per second arrive, while
// PostgreSQL is restarted three times (fast, immediate, kill -9) and then discards all traffic for five seconds.
// Ends with 1 when a page view fails or is late, an acknowledged write is lost, a response is 500, or a request is
// blocked. `--exact`: checks only what does not depend on the machine.
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { startFaultProxy, type FaultProxy } from '../lib/fault-proxy.ts';
import { getPercentile } from '../lib/percentile.ts';
import { reportMetric, getExitCode } from '../lib/report-metrics.ts';
import { createTestEnv, type TestEnv } from '../lib/test-env.ts';
import { listLostWrites, createPages, write, type Write } from './acknowledged-requests.ts';
import { sendRequest, runAtRate, type RequestResult } from './run-at-rate.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    looks: { type: 'string', default: '300' },
    writes: { type: 'string', default: '20' },
    restarts: { type: 'string', default: 'fast,immediate,kill' },
    /** The length of each outage. */
    down: { type: 'string', default: '2' },
    blackhole: { type: 'string', default: '5' },
    sellers: { type: 'string', default: '8' },
    exact: { type: 'boolean', default: false },
  },
});
const [SECONDS, PAGE_VIEWS, WRITES, DOWN, BLACKHOLE, SELLERS] = [
  values.seconds,
  values.looks,
  values.writes,
  values.down,
  values.blackhole,
  values.sellers,
].map(Number) as [number, number, number, number, number, number];
const RESTARTS = values.restarts.split(',').filter(Boolean) as ('fast' | 'immediate' | 'kill')[];

type Outage = { what: string; from: number; to: number };

let proxy: FaultProxy | null = null;

async function run({ appProcess, postgres }: TestEnv): Promise<0 | 1> {
  if (!postgres || !proxy) throw new Error('This run needs its own database');
  const pages = await createPages(appProcess.url, SELLERS);
  const paths = [...pages.map(({ slug }) => `/c/${slug}`), '/', '/pricing', '/help'];
  const etags = new Map<string, string>();
  for (const path of paths) {
    const first = await sendRequest({ url: appProcess.url + path });
    if (first.status !== 200) throw new Error(`${path} answered ${first.status}`);
    etags.set(path, String(first.headers.etag));
  }
  const memory = memoryOf(appProcess.pid());
  const outages: Outage[] = [];
  const pageViews: RequestResult[] = [];
  const writes: Write[] = [];
  const viewPage = async (index: number, due: number) => {
    const path = paths[index % paths.length] ?? '/';
    const again: Record<string, string> = index % 10 === 0 ? { 'If-None-Match': etags.get(path) ?? '' } : {};
    pageViews.push(
      await sendRequest({ url: appProcess.url + path, headers: { 'Accept-Encoding': 'br', ...again } }, due),
    );
  };
  await Promise.all([
    runAtRate(PAGE_VIEWS, SECONDS, viewPage),
    runAtRate(WRITES, SECONDS, async (index, due) => void writes.push(await write(appProcess.url, pages, index, due))),
    trouble(postgres, proxy, outages),
  ]);
  const lost = await listLostWrites(postgres.url, writes);
  const ready = await sendRequest({ url: `${appProcess.url}/readyz` });
  printResult({ looks: pageViews, writes, outages, lost, memory: [memory, memoryOf(appProcess.pid())] });
  reportMetric('ready again', ready.status, 200, 'at most');
  reportMetric('log lines about it', linesAbout(appProcess.output()), 2 * outages.length + 2, 'at most');
  return getExitCode();
}

/** Sends them one after the other, evenly spread over the time. */
async function trouble(
  postgres: NonNullable<TestEnv['postgres']>,
  proxy: FaultProxy,
  outages: Outage[],
): Promise<void> {
  const pause = (SECONDS * 1000) / (RESTARTS.length + (BLACKHOLE > 0 ? 1 : 0) + 1);
  const outage = async (what: string, begin: () => Promise<void>, ms: number, end: () => Promise<void>) => {
    await wait(Math.max(0, pause - ms / 2));
    const from = performance.now();
    await begin();
    await wait(ms);
    await end();
    outages.push({ what, from, to: performance.now() });
  };
  for (const how of RESTARTS)
    await outage(
      how,
      () => postgres.stop(how),
      DOWN * 1000,
      () => postgres.start(),
    );
  if (BLACKHOLE > 0)
    await outage(
      'blackhole',
      () => proxy.set({ connections: 'blackhole' }),
      BLACKHOLE * 1000,
      () => proxy.set({}),
    );
}

type OutageReport = {
  looks: RequestResult[];
  writes: Write[];
  outages: Outage[];
  lost: Write[];
  memory: [number, number];
};

function printResult({ looks, writes, outages, lost, memory }: OutageReport): void {
  const answers = writes.flatMap((one) => one.answers);
  for (const { what, from, to } of outages) {
    const inside = looks.filter(({ at }) => at >= from && at <= to).map(({ ms }) => ms);
    const refused = answers.filter(({ at, status }) => at >= from && at <= to && status === 503);
    const slowest = Math.max(0, ...refused.map(({ ms }) => ms));
    console.log(
      `  ${what}: ${((to - from) / 1000).toFixed(1)} s; page views meanwhile: ${inside.length}, p99 ${getPercentile(inside, 99).toFixed(0)} ms; writes refused: ${refused.length}, slowest ${slowest.toFixed(0)} ms`,
    );
  }
  const bad = looks.filter(({ status }) => status !== 200 && status !== 304);
  for (const { status, body } of bad.slice(0, 5))
    console.log(`  a page view was answered with ${status}: ${body.slice(0, 120)}`);
  for (const { kind, proof } of lost.slice(0, 5)) console.log(`  lost: ${kind} ${proof?.value}`);
  const failed = answers.filter(({ status }) => ![200, 503].includes(status));
  for (const { status, body } of failed.slice(0, 5))
    console.log(`  a write was answered with ${status}: ${body.slice(0, 200)}`);
  const soon = writes.filter(({ ms }) => ms !== null && ms <= 10_000).length;
  const percent = (100 * soon) / Math.max(1, writes.length);
  const slowest = Math.max(0, ...answers.filter(({ status }) => status === 503).map(({ ms }) => ms));
  console.log(
    `  ${looks.length} page views, ${writes.length} writes in ${answers.length} tries; memory ${memory[0]} → ${memory[1]} MB`,
  );
  reportMetric('failed page views', bad.length, 0, 'at most');
  reportMetric('lost acknowledged writes', lost.length, 0, 'at most');
  reportMetric('writes answered with neither 200 nor 503 with Retry-After', failed.length, 0, 'at most');
  reportMetric('writes that were never acknowledged', writes.filter(({ ms }) => ms === null).length, 0, 'at most');
  if (values.exact) return;
  reportMetric(
    'page views, p99 (ms)',
    getPercentile(
      looks.map(({ ms }) => ms),
      99,
    ),
    250,
    'at most',
  );
  reportMetric('writes acknowledged within 10 s (%)', percent, 99, 'at least');
  reportMetric('the slowest refusal (ms)', slowest, 3000, 'at most');
  reportMetric('memory (MB)', memory[1], 400, 'at most');
}

const memoryOf = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);

/** Log lines of level warning or above, without request lines. */
const linesAbout = (output: string): number =>
  output.split('\n').filter((line) => line.startsWith('{') && !line.includes('"msg":"request"')).length;

const testEnv = await createTestEnv({
  database: 'postgres',
  env: { LOG_LEVEL: 'warn' },
  openProxies: async ({ databaseUrl }) => {
    if (!databaseUrl) throw new Error('There is no database');
    const { hostname, port } = new URL(databaseUrl);
    proxy = await startFaultProxy({ host: hostname, port: Number(port) });
    return { databaseUrl: proxy.getProxyUrl(databaseUrl), close: proxy.close };
  },
});
let code = 1;
try {
  code = await run(testEnv);
} finally {
  await testEnv.stop();
}
// Node spins on exit after connections that were reset while they were opening.
process.exit(code);
