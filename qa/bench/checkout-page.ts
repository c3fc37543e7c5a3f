// Throughput of a published page: `npm run bench -- page`. In one run, with the server on one core and the load on the
// other, it compares /c/{slug} (plain, brotli, 304, and 1,000 pages in rotation, on both databases) with a bare
// node:http server that sends the same bytes. It also measures the first page view among 1,000 and among 1,000,000
// pages and the bytes of a first visit. Ends with 1 when a limit is missed. `--rows 100000
// --seconds 1 --rounds 3` shorten the run.
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';

import { chromium } from '@playwright/test';

import { findChromium } from '../../e2e/support/find-chromium.ts';
import { createConnectedSeller, publishPage, createPageConfig } from '../../e2e/support/seller.ts';
import { newPostgresDatabase, openTestPostgres } from '../../scripts/test-postgres.ts';
import { listDatabases, measureMs, readOptions, reportMetric, reportRatio, runAndExit, sum } from '../lib/harness.ts';
import type { LoadResult } from '../lib/http-load.ts';
import { measureLoad, startAppOnCore, startOnCore, type PinnedProcess } from '../lib/pinned-processes.ts';
import type { PreparedResponse } from './bare-server.ts';
import { copyPages, getCopySlug } from './copy-pages.ts';

/** The transferred bytes, which fetch would decompress. */
async function fetchRaw(url: string, headers: Record<string, string>): Promise<PreparedResponse> {
  const [answer] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  const own = Object.entries(answer.headers).filter(([name]) => !/^(date|connection|keep-alive)$/.test(name));
  return {
    status: answer.statusCode ?? 0,
    headers: Object.fromEntries(own) as Record<string, string>,
    body: (await buffer(answer)).toString('base64'),
  };
}

/** Rounds are short bursts that alternate between both servers. */
const { rows: ROWS, seconds: SECONDS, rounds: ROUNDS } = readOptions({ rows: 1_000_000, seconds: 2, rounds: 7 });
const SMALL = 1000;
const CONNECTIONS = 32;
const PAGE_VIEWS = 500;

const COPIES = Array.from({ length: SMALL }, (_, index) => `/c/${getCopySlug(index + 1)}`);

/** An app with this many published pages. `databaseUrl`: null for the embedded database. */
async function startAppWithPages(folder: string, databaseUrl: string | null, count: number): Promise<PinnedProcess> {
  const env = { DATA_DIR: folder, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  {
    await using app = await startAppOnCore('server.ts', env);
    await publishPage(await createConnectedSeller(app), createPageConfig({ customSlug: 'original' }));
  }
  await copyPages(databaseUrl ? { url: databaseUrl } : { folder: path.join(folder, 'db') }, count);
  return startAppOnCore('server.ts', env);
}

type Case = { name: string; paths: string[]; headers: Record<string, string>; atLeast: number };
type Measured = LoadResult & { microseconds: number };

async function compare(kind: string, app: PinnedProcess, { name, paths, headers, atLeast }: Case): Promise<void> {
  const answers = [];
  for (const at of paths) answers.push([at, await fetchRaw(app.url + at, headers)]);
  await using bare = await startOnCore(0, ['qa/bench/bare-server.ts'], 'Serving ', { input: JSON.stringify(answers) });
  const load = { paths, headers, connections: CONNECTIONS, seconds: SECONDS };
  const rounds: { bare: Measured; app: Measured }[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ bare: await measureLoad(bare, load), app: await measureLoad(app, load) });
  const all = (which: 'bare' | 'app', key: keyof Measured) => rounds.map((round) => round[which][key]);
  const compareBy = (key: keyof Measured, what: string, limit: Parameters<typeof reportRatio>[3]) =>
    reportRatio(`${kind}, ${name}: ${what}`, all('app', key), all('bare', key), limit);
  compareBy('perSecond', 'responses / bare server', { unit: '/s', atLeast });
  compareBy('microseconds', 'processor time / bare server', { unit: 'µs', atMost: round2(1 / atLeast) });
  compareBy('p99', 'p99 / bare server', { unit: 'ms', atMost: 2 });
  reportMetric(`${kind}, ${name}: failed responses`, Math.max(...all('app', 'bad')), 0, 'at most');
}

const round2 = (value: number): number => Math.round(value * 100) / 100;

/** Times the first and the next request for a page, among few and among many pages, alternately. */
async function compareSizes(kind: string, small: PinnedProcess, large: PinnedProcess): Promise<void> {
  const times = {
    small: [] as number[],
    large: [] as number[],
    smallWarm: [] as number[],
    largeWarm: [] as number[],
  };
  const request = (url: string) => measureMs(async () => (await fetch(url)).arrayBuffer());
  for (let view = 1; view <= PAGE_VIEWS; view++) {
    const few = `${small.url}/c/${getCopySlug(view)}`;
    const many = `${large.url}/c/${getCopySlug(1 + ((view * 7919) % ROWS))}`;
    times.small.push(await request(few));
    times.large.push(await request(many));
    times.smallWarm.push(await request(few));
    times.largeWarm.push(await request(many));
  }
  const limit = { unit: 'ms', atMost: 1.1 };
  reportRatio(`${kind}: first request among ${ROWS} / ${SMALL} pages`, times.large, times.small, limit);
  reportRatio(`${kind}: next request among ${ROWS} / ${SMALL} pages`, times.largeWarm, times.smallWarm, limit);
}

async function weigh(app: PinnedProcess): Promise<void> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
  const page = await browser.newPage();
  const sizes: { url: string; bytes: number }[] = [];
  page.on('requestfinished', (request) => {
    void request.sizes().then(({ responseBodySize: bytes }) => sizes.push({ url: request.url(), bytes }));
  });
  await page.goto(`${app.url}/c/original`, { waitUntil: 'networkidle' });
  await browser.close();
  const kB = (kind: RegExp) => sum(sizes.filter(({ url }) => kind.test(url)).map(({ bytes }) => bytes)) / 1000;
  const [html, css, js, fonts] = [kB(/\/c\//), kB(/\.css$/), kB(/\.js$/), kB(/\.woff2$/)];
  console.log(`A first visit, compressed: HTML ${html} kB, CSS ${css} kB, JS ${js} kB (and fonts ${fonts} kB)`);
  reportMetric('first visit: HTML + CSS + JS, kB', html + css + js, 40, 'at most');
  reportMetric('first visit: JS, kB', js, 5, 'at most');
  reportMetric('first visit: other hosts', sizes.filter(({ url }) => !url.startsWith(app.url)).length, 0, 'at most');
}

const CASES: Case[] = [
  { name: 'plain', paths: ['/c/original'], headers: { 'accept-encoding': 'identity' }, atLeast: 0.9 },
  { name: 'brotli', paths: ['/c/original'], headers: { 'accept-encoding': 'br' }, atLeast: 0.9 },
  { name: '1,000 pages', paths: COPIES, headers: { 'accept-encoding': 'br' }, atLeast: 0.8 },
];

await runAndExit(async () => {
  const postgres = await openTestPostgres();
  await using cleanups = new AsyncDisposableStack();
  cleanups.defer(postgres.close);
  const folder = cleanups.use(await mkdtempDisposable(path.join(tmpdir(), 'tillwright-bench-')));
  for (const database of listDatabases('both')) {
    const kind = database === 'postgres' ? 'PostgreSQL' : 'embedded';
    const startWith = async (count: number) => {
      const created = database === 'postgres' ? await newPostgresDatabase(postgres.url) : null;
      cleanups.defer(() => created?.drop());
      return startAppWithPages(path.join(folder.path, `${database}-${count}`), created?.url ?? null, count);
    };
    await using small = await startWith(SMALL);
    {
      await using large = await startWith(ROWS);
      await compareSizes(kind, small, large);
    }
    if (database === 'embedded') await weigh(small);
    for (const at of COPIES) await fetch(small.url + at).then((answer) => answer.arrayBuffer());
    const etag = (await fetch(`${small.url}/c/original`)).headers.get('etag') ?? '';
    const unchanged = { name: '304', paths: ['/c/original'], headers: { 'if-none-match': etag }, atLeast: 0.9 };
    for (const one of [...CASES, unchanged]) await compare(kind, small, one);
  }
});
