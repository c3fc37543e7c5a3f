// Database outages: `npm run chaos:db`. For two minutes, 300 page views and 20 writes per second arrive, while
// PostgreSQL is restarted three times (fast, immediate, kill -9) and then discards all traffic for five seconds.
// Ends with 1 when a page view fails or is late, an acknowledged write is lost, a response is 500, or a request is
// blocked. `--exact`: checks only what does not depend on the machine.
import { setTimeout as wait } from 'node:timers/promises';

import { startFaultProxy, type FaultProxy } from '../../e2e/support/fault-proxy.ts';
import type { OwnPostgres } from '../../scripts/test-postgres.ts';
import { getPercentile, readOptions, reportMetric, runAndExit } from '../lib/harness.ts';
import { runAtRate, sendRequest, type RequestResult } from '../lib/load.ts';
import { readMemoryMb } from '../lib/pinned-processes.ts';
import { createTestEnv } from '../lib/test-env.ts';
import { createPages, listLostWrites, write, type Write } from './acknowledged-requests.ts';

/** `down` and `blackhole`: the length of each outage. */
const options = readOptions({
  seconds: 120,
  looks: 300,
  writes: 20,
  restarts: 'fast,immediate,kill',
  down: 2,
  blackhole: 5,
  sellers: 8,
  exact: false,
});
const RESTARTS = options.restarts.split(',').filter(Boolean) as ('fast' | 'immediate' | 'kill')[];

type Outage = { what: string; from: number; to: number };

/** Causes the outages one after the other, evenly spread over the time. */
async function causeOutages(postgres: OwnPostgres, proxy: FaultProxy, outages: Outage[]): Promise<void> {
  const pause = (options.seconds * 1000) / (RESTARTS.length + (options.blackhole > 0 ? 1 : 0) + 1);
  const outage = async (what: string, begin: () => Promise<void>, ms: number, end: () => Promise<void>) => {
    await wait(Math.max(0, pause - ms / 2));
    const from = performance.now();
    await begin();
    await wait(ms);
    await end();
    outages.push({ what, from, to: performance.now() });
  };
  const stop = (how: (typeof RESTARTS)[number]) => () => postgres.stop(how);
  for (const how of RESTARTS) await outage(how, stop(how), options.down * 1000, postgres.start);
  const discardTraffic = () => proxy.set({ connections: 'blackhole' });
  if (options.blackhole > 0) await outage('blackhole', discardTraffic, options.blackhole * 1000, () => proxy.set({}));
}

type OutageReport = {
  pageViews: RequestResult[];
  writes: Write[];
  outages: Outage[];
  lost: Write[];
  memory: [number, number];
};

function printResult({ pageViews, writes, outages, lost, memory }: OutageReport): void {
  const answers = writes.flatMap((one) => one.answers);
  for (const { what, from, to } of outages) {
    const inside = pageViews.filter(({ due }) => due >= from && due <= to).map(({ ms }) => ms);
    const refused = answers.filter(({ due, status }) => due >= from && due <= to && status === 503);
    const slowest = Math.max(0, ...refused.map(({ ms }) => ms));
    console.log(
      `  ${what}: ${((to - from) / 1000).toFixed(1)} s; page views meanwhile: ${inside.length}, p99 ${getPercentile(inside, 99).toFixed(0)} ms; writes refused: ${refused.length}, slowest ${slowest.toFixed(0)} ms`,
    );
  }
  const bad = pageViews.filter(({ status }) => status !== 200 && status !== 304);
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
    `  ${pageViews.length} page views, ${writes.length} writes in ${answers.length} tries; memory ${memory[0].toFixed(0)} → ${memory[1].toFixed(0)} MB`,
  );
  reportMetric('failed page views', bad.length, 0, 'at most');
  reportMetric('lost acknowledged writes', lost.length, 0, 'at most');
  reportMetric('writes answered with neither 200 nor 503 with Retry-After', failed.length, 0, 'at most');
  reportMetric('writes that were never acknowledged', writes.filter(({ ms }) => ms === null).length, 0, 'at most');
  if (options.exact) return;
  const times = pageViews.map(({ ms }) => ms);
  reportMetric('page views, p99 (ms)', getPercentile(times, 99), 250, 'at most');
  reportMetric('writes acknowledged within 10 s (%)', percent, 99, 'at least');
  reportMetric('the slowest refusal (ms)', slowest, 3000, 'at most');
  reportMetric('memory (MB)', memory[1], 400, 'at most');
}

/** Log lines of level warning or above, without request lines. */
const listWarnings = (output: string): string[] =>
  output.split('\n').filter((line) => line.startsWith('{') && !line.includes('"msg":"request"'));

await runAndExit(async () => {
  let proxy: FaultProxy | null = null;
  await using testEnv = await createTestEnv({
    database: 'postgres',
    env: { LOG_LEVEL: 'warn' },
    openDatabaseProxy: async (databaseUrl, cleanups) => {
      const { hostname, port } = new URL(databaseUrl);
      proxy = await startFaultProxy({ host: hostname, port: Number(port) });
      cleanups.defer(proxy.close);
      return proxy.getProxyUrl(databaseUrl);
    },
  });
  const { appProcess, postgres } = testEnv;
  if (!postgres || !proxy) throw new Error('This run needs its own database');
  const pages = await createPages(appProcess.url, options.sellers);
  const paths = [...pages.map(({ slug }) => `/c/${slug}`), '/', '/pricing', '/help'];
  const etags = new Map<string, string>();
  for (const path of paths) {
    const first = await sendRequest(appProcess.url + path);
    if (first.status !== 200) throw new Error(`${path} answered ${first.status}`);
    etags.set(path, String(first.headers.etag));
  }
  const memory = readMemoryMb(appProcess.pid());
  const outages: Outage[] = [];
  const pageViews: RequestResult[] = [];
  const writes: Write[] = [];
  const viewPage = async (index: number, due: number) => {
    const path = paths[index % paths.length] ?? '/';
    const again: Record<string, string> = index % 10 === 0 ? { 'If-None-Match': etags.get(path) ?? '' } : {};
    const headers = { 'Accept-Encoding': 'br', ...again };
    pageViews.push(await sendRequest(appProcess.url + path, { headers }, due));
  };
  await Promise.all([
    runAtRate(options.looks, options.seconds, viewPage),
    runAtRate(
      options.writes,
      options.seconds,
      async (index, due) => void writes.push(await write(appProcess.url, pages, index, due)),
    ),
    causeOutages(postgres, proxy, outages),
  ]);
  const lost = await listLostWrites(postgres.url, writes);
  const ready = await sendRequest(`${appProcess.url}/readyz`);
  printResult({ pageViews, writes, outages, lost, memory: [memory, readMemoryMb(appProcess.pid())] });
  reportMetric('ready again', ready.status, 200, 'at most');
  const warnings = listWarnings(appProcess.output());
  for (const line of warnings.slice(0, 10)) console.log(`  logged: ${line.slice(0, 300)}`);
  reportMetric('log lines about it', warnings.length, 2 * outages.length + 2, 'at most');
});
