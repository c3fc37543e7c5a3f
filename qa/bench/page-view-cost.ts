// CPU cost of recording a page view: `npm run bench:views`. Measures the CPU time from the request to the daily
// count (the database is a separate process) minus that of as many requests with an empty response. Ends with 1
// above 50 µs on PostgreSQL. The embedded database, which counts inside the app process, is only reported. `--
// --looks 5000` shortens the run.
import { BROWSER } from '#server/testing/page-view-beacons.ts';

import { createConnectedSeller, createPageConfig, publishPage } from '../../e2e/support/seller.ts';
import { openTestPostgres } from '../../scripts/test-postgres.ts';
import { median, readOptions, reportMetric, runAndExit } from '../lib/harness.ts';
import { fetchText, runConcurrently } from '../lib/load.ts';
import { startAppOnCore } from '../lib/pinned-processes.ts';

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

async function bench(name: string, env: Record<string, string>): Promise<number> {
  await using app = await startAppOnCore('qa/lib/bare-app.ts', env, []);
  const { url } = app;
  const seller = await createConnectedSeller(app);
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
  const empty = median(rounds.map((round) => round.empty));
  const pageView = median(rounds.map((round) => round.pageView));
  console.log(`\n${name}: ${PAGE_VIEWS} page views in each of ${ROUNDS} rounds, ${figures.visitors} visitors`);
  console.log(
    `  an empty request ${empty.toFixed(1)} µs, a page view ${pageView.toFixed(1)} µs: ratio ${(pageView / empty).toFixed(2)}`,
  );
  console.log(`  rows per batch ${(PAGE_VIEWS / median(rounds.map(({ batches }) => batches))).toFixed(0)}`);
  return median(rounds.map((round) => round.pageView - round.empty));
}

await runAndExit(async () => {
  const bytes = [0, 1, 2, 3, 4].map((index) => Buffer.byteLength(createBeacon(index)));
  console.log(`A beacon has ${Math.min(...bytes)} to ${Math.max(...bytes)} bytes`);
  const postgres = await openTestPostgres();
  const microseconds = await bench('PostgreSQL', { DATABASE_URL: postgres.url }).finally(postgres.close);
  reportMetric('CPU time per page view, µs', microseconds, MAX_MICROSECONDS, 'at most');
  const embedded = await bench('Embedded', {});
  console.log(`  per page view ${embedded.toFixed(1)} µs, counting included`);
});
