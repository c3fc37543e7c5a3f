// CPU cost of recording a page view: `npm run bench:views`. Measures the CPU time from the request to the daily
// count (the database is a separate process) minus that of as many requests with an empty response. Ends with 1
// above 50 µs on PostgreSQL. The embedded database, which counts inside the app process, is only reported. `--
// --looks 5000` shortens the run.
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { BROWSER } from '#server/testing/page-view-beacons.ts';

import { findFreePort } from '../../e2e/support/app-process.ts';
import { createConnectedSeller, createPageConfig, publishPage } from '../../e2e/support/seller.ts';
import { openTestPostgres } from '../../scripts/test-postgres.ts';
import { getExitCode, median, readOptions, reportMetric } from '../lib/harness.ts';
import { fetchText, runConcurrently } from '../lib/load.ts';
import { startOnCore } from '../lib/pinned-processes.ts';

const { looks: PAGE_VIEWS } = readOptions({ looks: 20_000 });
const MAX_MICROSECONDS = 50;
const ROUNDS = 5;
const WARM_UP = 2000;
const AT_ONCE = 32;
const VISITORS = 500;

const SOURCES = ['newsletter', 'instagram', 'google', 'partner', ''];

/** The beacon as the script of a page sends it. */
const createBeacon = (index: number): string => {
  const source = SOURCES[index % SOURCES.length];
  const query = source ? `utm_source=${source}&utm_medium=social&utm_campaign=autumn-${index % 9}` : '';
  return JSON.stringify({ v: 1, referrer: index % 3 ? 'https://l.instagram.com' : '', query, touch: true });
};

type Used = { cpu: number; batches: number };

/** Sends this many requests, each as the next of the visitors. */
async function send(url: string, beaconPath: string, count: number): Promise<void> {
  let begun = 0;
  await runConcurrently(
    AT_ONCE,
    () => begun++ < count,
    (index) => {
      const visitor = index % VISITORS;
      const headers = {
        origin: url,
        'content-type': 'text/plain;charset=UTF-8',
        'user-agent': BROWSER,
        'x-forwarded-for': `10.0.${Math.floor(visitor / 200)}.${visitor % 200}`,
      };
      return fetchText(url + beaconPath, { headers, body: createBeacon(index) });
    },
  );
}

async function measured(url: string, path: string): Promise<{ us: number; batches: number }> {
  const used = async () => (await (await fetch(`${url}/used`)).json()) as Used;
  const before = await used();
  await send(url, path, PAGE_VIEWS);
  const after = await used();
  return { us: (after.cpu - before.cpu) / PAGE_VIEWS, batches: after.batches - before.batches };
}

async function bench(name: string, databaseUrl: string | null): Promise<number> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const folder = mkdtempSync(path.join(tmpdir(), 'tillwright-bench-'));
  const env = {
    PORT: String(port),
    APP_URL: url,
    DATA_DIR: folder,
    RATE_LIMITS: 'off',
    ...(databaseUrl && { DATABASE_URL: databaseUrl, AUTH_SECRET: 'a secret for metrics, long enough for them' }),
  };
  const app = await startOnCore(0, ['qa/lib/bare-app.ts'], 'Serving ', { env });
  try {
    const seller = await createConnectedSeller({ url });
    const { slug } = await publishPage(seller, createPageConfig());
    const beaconPath = `/c/${slug}/seen`;
    for (const path of ['/empty', beaconPath]) await send(url, path, WARM_UP);
    const rounds: { empty: number; pageView: number; batches: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const empty = await measured(url, '/empty');
      const pageView = await measured(url, beaconPath);
      rounds.push({ empty: empty.us, pageView: pageView.us, batches: pageView.batches });
    }
    const { figures } = await seller.call('get-analytics', { period: '7d' });
    const expected = WARM_UP + ROUNDS * PAGE_VIEWS;
    if (figures.views !== expected) throw new Error(`${figures.views} views were counted, not ${expected}`);
    const [empty, pageView] = [
      median(rounds.map((round) => round.empty)),
      median(rounds.map((round) => round.pageView)),
    ];
    const perPageView = median(rounds.map((round) => round.pageView - round.empty));
    console.log(`\n${name}: ${PAGE_VIEWS} page views in each of ${ROUNDS} rounds, ${figures.visitors} visitors`);
    console.log(
      `  an empty request ${empty.toFixed(1)} µs, a page view ${pageView.toFixed(1)} µs: ratio ${(pageView / empty).toFixed(2)}`,
    );
    console.log(`  rows per batch ${(PAGE_VIEWS / median(rounds.map(({ batches }) => batches))).toFixed(0)}`);
    return perPageView;
  } finally {
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const postgres = await openTestPostgres();
try {
  const bytes = [0, 1, 2, 3, 4].map((index) => Buffer.byteLength(createBeacon(index)));
  console.log(`A beacon has ${Math.min(...bytes)} to ${Math.max(...bytes)} bytes`);
  const postgresMetrics = await bench('PostgreSQL', postgres.url);
  reportMetric('CPU time per page view, µs', postgresMetrics, MAX_MICROSECONDS, 'at most');
  const embedded = await bench('Embedded', null);
  console.log(`  per page view ${embedded.toFixed(1)} µs, counting included`);
} finally {
  await postgres.close();
}
process.exit(getExitCode());
