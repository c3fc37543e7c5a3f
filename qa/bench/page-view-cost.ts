// CPU cost of recording a page view: `npm run bench:views`. Measures the CPU time from the request to the daily
// count (the database is a separate process) minus that of as many requests with an empty response. Ends with 1
// above 50 µs on PostgreSQL. The embedded database, which counts inside the app process, is only reported. `--
// --looks 5000` shortens the run.
import { request as ask, Agent } from 'node:http';
import { parseArgs } from 'node:util';

import { callAnonymously, createConnectedSeller, publishPage, createPageConfig } from '../../e2e/support/seller.ts';
import { openTestPostgres } from '../../scripts/test-postgres.ts';
import { findFreePort, startOnCore } from '../lib/pinned-processes.ts';
import { median, reportMetric, getExitCode } from '../lib/report-metrics.ts';

const { values } = parseArgs({ options: { looks: { type: 'string', default: '20000' } } });
const PAGE_VIEWS = Number(values.looks);
const MAX_MICROSECONDS = 50;
const ROUNDS = 5;
const WARM_UP = 2000;
const AT_ONCE = 32;
const VISITORS = 500;

const BROWSER =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';
const SOURCES = ['newsletter', 'instagram', 'google', 'partner', ''];

/** The beacon as the script of a page sends it. */
const beaconOf = (turn: number): string => {
  const source = SOURCES[turn % SOURCES.length];
  const query = source ? `utm_source=${source}&utm_medium=social&utm_campaign=autumn-${turn % 9}` : '';
  return JSON.stringify({ v: 1, referrer: turn % 3 ? 'https://l.instagram.com' : '', query, touch: true });
};

type Used = { cpu: number; batches: number };

/** Sends this many requests with this concurrency, each as the next of the visitors. */
async function send(url: string, path: string, count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let begun = 0;
  const one = (turn: number) =>
    new Promise<void>((resolve, reject) => {
      const who = turn % VISITORS;
      const headers = {
        origin: url,
        'content-type': 'text/plain;charset=UTF-8',
        'user-agent': BROWSER,
        'x-forwarded-for': `10.0.${Math.floor(who / 200)}.${who % 200}`,
      };
      const sent = ask(`${url}${path}`, { method: 'POST', agent, headers }, (answer) => {
        if (answer.statusCode !== 204) reject(new Error(`${path} answered ${answer.statusCode}`));
        answer.resume().on('end', resolve);
      });
      sent.on('error', reject).end(beaconOf(turn));
    });
  const sender = async () => {
    while (begun < count) await one(begun++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  agent.destroy();
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
  const app = await startOnCore(
    0,
    ['qa/bench/page-view-app.ts', String(port), ...(databaseUrl ? [databaseUrl] : [])],
    'Serving ',
  );
  try {
    const here = { url, sandboxUrl: url, output: () => '', stop: app.stop };
    const seller = await createConnectedSeller(here);
    const { slug } = await publishPage(seller, createPageConfig());
    const beaconPath = `/c/${slug}/seen`;
    for (const path of ['/nothing', beaconPath]) await send(url, path, WARM_UP);
    const rounds: { nothing: number; pageView: number; batches: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const nothing = await measured(url, '/nothing');
      const pageView = await measured(url, beaconPath);
      rounds.push({ nothing: nothing.us, pageView: pageView.us, batches: pageView.batches });
    }
    const { figures } = await seller.call('get-analytics', { period: '7d' });
    const expected = WARM_UP + ROUNDS * PAGE_VIEWS;
    if (figures.views !== expected) throw new Error(`${figures.views} views were counted, not ${expected}`);
    await callAnonymously(here, 'create-checkout-session', { slug, termsAccepted: true });
    const [nothing, pageView] = [
      median(rounds.map((round) => round.nothing)),
      median(rounds.map((round) => round.pageView)),
    ];
    const perPageView = median(rounds.map((round) => round.pageView - round.nothing));
    console.log(`\n${name}: ${PAGE_VIEWS} page views in each of ${ROUNDS} rounds, ${figures.visitors} visitors`);
    console.log(
      `  an empty request ${nothing.toFixed(1)} µs, a page view ${pageView.toFixed(1)} µs: ratio ${(pageView / nothing).toFixed(2)}`,
    );
    console.log(`  rows per batch ${(PAGE_VIEWS / median(rounds.map(({ batches }) => batches))).toFixed(0)}`);
    return perPageView;
  } finally {
    await app.stop();
  }
}

const postgres = await openTestPostgres();
try {
  const bytes = [0, 1, 2, 3, 4].map((turn) => Buffer.byteLength(beaconOf(turn)));
  console.log(`A beacon has ${Math.min(...bytes)} to ${Math.max(...bytes)} bytes`);
  const postgresMetrics = await bench('PostgreSQL', postgres.url);
  reportMetric('CPU time per page view, µs', postgresMetrics, MAX_MICROSECONDS, 'at most');
  const embedded = await bench('Embedded', null);
  console.log(`  per page view ${embedded.toFixed(1)} µs, counting included`);
} finally {
  await postgres.close();
}
process.exit(getExitCode());
