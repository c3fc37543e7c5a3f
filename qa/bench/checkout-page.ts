// Throughput of a published page: `npm run bench:page`. In one run, with the server on one core and the load on the
// other, it compares /c/{slug} (plain, brotli, 304, and 1,000 pages in rotation, on both databases) with a bare
// node:http server that sends the same bytes. It also measures the first page view among 1,000 and among 1,000,000
// pages and the bytes of a first visit. Ends with 1 when a limit is missed. `--rows 100000 --seconds 1` shorten the
// run.
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { chromium } from '@playwright/test';

import { findFreePort } from '../../e2e/support/app-process.ts';
import { findChromium } from '../../e2e/support/find-chromium.ts';
import { createConnectedSeller, publishPage, createPageConfig } from '../../e2e/support/seller.ts';
import { openTestPostgres } from '../../scripts/test-postgres.ts';
import { builtFolder, NODE_FLAGS } from '../../set-up.mjs';
import { getExitCode, measureMs, median, readOptions, reportMetric, sum } from '../lib/harness.ts';
import { runOnCore, startOnCore, type PinnedProcess } from '../lib/pinned-processes.ts';
import { createDatabase } from '../lib/postgres.ts';
import type { PreparedResponse } from './bare-server.ts';
import { copyPages, getCopySlug } from './copy-pages.ts';
import type { Load, LoadResult } from './http-load.ts';

/** The transferred bytes, which fetch would decompress. */
function fetchRaw(url: string, headers: Record<string, string>): Promise<PreparedResponse> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const own = Object.entries(answer.headers).filter(([name]) => !/^(date|connection|keep-alive)$/.test(name));
        const sent = Object.fromEntries(own) as Record<string, string>;
        resolve({
          status: answer.statusCode ?? 0,
          headers: sent,
          body: Buffer.concat(chunks).toString('base64'),
        });
      });
    })
      .on('error', reject)
      .end();
  });
}

const { rows: ROWS, seconds: SECONDS } = readOptions({ rows: 1_000_000, seconds: 2 });
const SMALL = 1000;
/** Short bursts; the best ones are compared because other load on the machine disturbed them least. */
const ROUNDS = 7;
const CONNECTIONS = 32;
const PAGE_VIEWS = 500;

const buildDir = await builtFolder();
if (!buildDir) process.exit(1);
const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-bench-'));
const postgres = await openTestPostgres();
const COPIES = Array.from({ length: SMALL }, (_, index) => `/c/${getCopySlug(index + 1)}`);

type Served = { url: string; server: PinnedProcess };

async function startApp(env: Record<string, string>): Promise<Served> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await startOnCore(0, [...NODE_FLAGS, 'server.ts'], 'Tillwright ', {
    env: {
      BUILD_DIR: buildDir ?? '',
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      APP_URL: url,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...env,
    },
  });
  return { url, server };
}

/** An app with this many published pages. */
async function startAppWithPages(kind: 'embedded' | 'PostgreSQL', count: number): Promise<Served> {
  const name = `pages_${count}`;
  const data = path.join(folder, `${kind}-${name}`);
  const url = kind === 'PostgreSQL' ? await createDatabase(postgres.url, name) : '';
  const onServer = { DATABASE_URL: url, AUTH_SECRET: 'a secret for metrics, long enough for them' };
  const env = { DATA_DIR: data, ...(kind === 'PostgreSQL' ? onServer : {}) };
  const { url: origin, server } = await startApp(env);
  const seller = await createConnectedSeller({ url: origin });
  await publishPage(seller, createPageConfig({ customSlug: 'original' }));
  await server.stop();
  await copyPages(kind === 'PostgreSQL' ? { url } : { folder: path.join(data, 'db') }, 1, count);
  return startApp(env);
}

type Case = { name: string; paths: string[]; headers: Record<string, string>; atLeast: number };

type Round = { a: number; b: number; cpu: number; us: number; p99a: number; p99b: number; bad: number };

async function compare(kind: string, app: Served, { name, paths, headers, atLeast }: Case): Promise<void> {
  const answers = [];
  for (const at of paths) answers.push([at, await fetchRaw(app.url + at, headers)]);
  const bare = await startOnCore(0, ['qa/bench/bare-server.ts'], 'Serving ', { input: JSON.stringify(answers) });
  const load = (url: string): Promise<LoadResult> =>
    runOnCore(1, [
      'qa/bench/http-load.ts',
      JSON.stringify({ url, paths, headers, connections: CONNECTIONS, seconds: SECONDS } satisfies Load),
    ]);
  const measured = async (url: string, server: PinnedProcess) => {
    const before = server.cpuSeconds();
    const result = await load(url);
    return { ...result, microseconds: ((server.cpuSeconds() - before) / result.answered) * 1e6 };
  };
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const a = await measured(`http://127.0.0.1:${bare.port}`, bare);
    const b = await measured(app.url, app.server);
    rounds.push({
      a: a.perSecond,
      b: b.perSecond,
      cpu: a.microseconds / b.microseconds,
      us: b.microseconds,
      p99a: a.p99,
      p99b: b.p99,
      bad: b.bad,
    });
  }
  await bare.stop();
  const of = (key: keyof Round) => rounds.map((round) => round[key]);
  console.log(
    `${kind}, ${name}: best ${best(of('b'))}/s, bare server ${best(of('a'))}/s, median CPU time ${median(of('us')).toFixed(1)} µs per response`,
  );
  reportMetric(
    `${kind}, ${name}: best responses per second, b/a`,
    Math.max(...of('b')) / Math.max(...of('a')),
    atLeast,
    'at least',
  );
  reportMetric(`${kind}, ${name}: CPU time per response, a/b`, median(of('cpu')), atLeast, 'at least');
  reportMetric(
    `${kind}, ${name}: p99, b/a`,
    Math.min(...of('p99b')) / Math.max(1, Math.min(...of('p99a'))),
    2,
    'at most',
  );
  reportMetric(`${kind}, ${name}: failed responses`, Math.max(...of('bad')), 0, 'at most');
}

const best = (values: number[]): number => Math.round(Math.max(...values));

/** Times the first and the next request for a page, among few and among many pages, alternately. */
async function compareSizes(kind: string, small: Served, large: Served): Promise<void> {
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
  const ms = (values: number[]) => `${median(values).toFixed(2)} ms`;
  console.log(
    `${kind}, among ${SMALL} and among ${ROWS} pages: first request ${ms(times.small)} and ${ms(times.large)}, next ${ms(times.smallWarm)} and ${ms(times.largeWarm)}`,
  );
  reportMetric(`${kind}: first request among many / few`, median(times.large) / median(times.small), 1.1, 'at most');
  reportMetric(
    `${kind}: next request among many / few`,
    median(times.largeWarm) / median(times.smallWarm),
    1.1,
    'at most',
  );
}

async function weigh(app: Served): Promise<void> {
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

try {
  for (const kind of ['embedded', 'PostgreSQL'] as const) {
    const small = await startAppWithPages(kind, SMALL);
    const large = await startAppWithPages(kind, ROWS);
    await compareSizes(kind, small, large);
    await large.server.stop();
    if (kind === 'embedded') await weigh(small);
    for (const at of COPIES) await fetch(small.url + at).then((answer) => answer.arrayBuffer());
    const etag = (await fetch(`${small.url}/c/original`)).headers.get('etag') ?? '';
    const unchanged = {
      name: '304',
      paths: ['/c/original'],
      headers: { 'if-none-match': etag },
      atLeast: 0.9,
    };
    for (const one of [...CASES, unchanged]) await compare(kind, small, one);
    await small.server.stop();
  }
} finally {
  await postgres.close();
  await rm(folder, { recursive: true, force: true });
}
process.exit(getExitCode());
