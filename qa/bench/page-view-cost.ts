// Processor time of recording a page view: `npm run bench -- views`. Compares the time from the request to the daily count
// with that of a request with an empty response, on PostgreSQL, which is a separate process. The embedded database
// counts inside the app process, so its limit is higher. `--views 5000 --rounds 2` shorten the run.
import { BROWSER } from '#server/testing/page-view-requests.ts';

import { createConnectedSeller, createPageConfig, publishPage } from '../../e2e/support/seller.ts';
import { openTestPostgres } from '../../scripts/test-postgres.ts';
import { listDatabases, median, readOptions, reportRatio, runAndExit, type DatabaseKind } from '../lib/harness.ts';
import { fetchText, runConcurrently } from '../lib/load.ts';
import { startAppOnCore } from '../lib/pinned-processes.ts';

const { views: PAGE_VIEWS, rounds: ROUNDS } = readOptions({ views: 20_000, rounds: 5 });
/** Processor time of a page view / of an empty request. */
const MAX_RATIO: Record<DatabaseKind, number> = { postgres: 2.5, embedded: 6 };
const WARM_UP = 2000;
const AT_ONCE = 32;
const VISITORS = 500;

const SOURCES = ['newsletter', 'instagram', 'google', 'partner', ''];

/** A page view as the script of a page sends it. */
const createPageViewBody = (index: number): string => {
  const source = SOURCES[index % SOURCES.length];
  const query = source ? `utm_source=${source}&utm_medium=social&utm_campaign=autumn-${index % 9}` : '';
  return JSON.stringify({ v: 1, referrer: index % 3 ? 'https://l.instagram.com' : '', query, touch: true });
};

type Used = { cpu: number; batches: number };

/** Sends this many requests, each as the next of the visitors. */
async function send(url: string, pageViewPath: string, count: number): Promise<void> {
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
      return fetchText(url + pageViewPath, { headers, body: createPageViewBody(index) });
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

async function bench(database: DatabaseKind, env: Record<string, string>): Promise<void> {
  await using app = await startAppOnCore('qa/lib/bare-app.ts', env, []);
  const { url } = app;
  const seller = await createConnectedSeller(app);
  const { slug } = await publishPage(seller, createPageConfig());
  const pageViewPath = `/c/${slug}/seen`;
  for (const path of ['/empty', pageViewPath]) await send(url, path, WARM_UP);
  const rounds: { empty: number; pageView: number; batches: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const empty = await measured(url, '/empty');
    const pageView = await measured(url, pageViewPath);
    rounds.push({ empty: empty.us, pageView: pageView.us, batches: pageView.batches });
  }
  const { figures } = await seller.call('get-analytics', { period: '7d' });
  const expected = WARM_UP + ROUNDS * PAGE_VIEWS;
  if (figures.views !== expected) throw new Error(`${figures.views} views were counted, not ${expected}`);
  const rowsPerBatch = PAGE_VIEWS / median(rounds.map(({ batches }) => batches));
  console.log(`${database}: ${figures.visitors} visitors, ${rowsPerBatch.toFixed(0)} rows per batch`);
  const of = (which: 'empty' | 'pageView') => rounds.map((round) => round[which]);
  reportRatio(`${database}: processor time of a page view / an empty request`, of('pageView'), of('empty'), {
    unit: 'µs',
    atMost: MAX_RATIO[database],
  });
}

await runAndExit(async () => {
  const postgres = await openTestPostgres();
  await using cleanups = new AsyncDisposableStack();
  cleanups.defer(postgres.close);
  for (const database of listDatabases('both'))
    await bench(database, database === 'postgres' ? { DATABASE_URL: postgres.url } : {});
});
