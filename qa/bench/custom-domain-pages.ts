// Cost of a cached page on a custom domain and on the app's domain: `node qa/bench/custom-domain-pages.ts`. Both
// are measured alternately on one app; the server's CPU time per response is compared, because other load on the
// machine changes it least. Ends with 1 when the custom domain costs over a quarter more. `--seconds 1` shortens
// the run.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { createDomainPage } from '../../e2e/support/seller.ts';
import { builtFolder, NODE_FLAGS } from '../../set-up.mjs';
import { findFreePort, runOnCore, startOnCore } from '../lib/pinned-processes.ts';
import { median } from '../lib/report-metrics.ts';
import type { Load, LoadResult } from './http-load.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '2' } } });
const ROUNDS = 7;
const MAX = 1.25;

const buildDir = await builtFolder();
if (!buildDir) process.exit(1);
const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-bench-'));
const port = await findFreePort();
const url = `http://localhost:${port}`;
const server = await startOnCore(0, [...NODE_FLAGS, 'server.ts'], 'Tillwright ', {
  env: {
    BUILD_DIR: buildDir,
    NODE_ENV: 'production',
    PORT: String(port),
    APP_URL: url,
    DATA_DIR: folder,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  },
});
const { host, slug } = await createDomainPage({ url, sandboxUrl: url, output: () => '', stop: server.stop });

async function costOf(name: string, page: string): Promise<{ us: number; bad: number; perSecond: number }> {
  const before = server.cpuSeconds();
  const load = {
    url: `http://127.0.0.1:${port}`,
    paths: [page],
    headers: { Host: `${name}:${port}`, 'accept-encoding': 'br' },
    connections: 32,
    seconds: Number(values.seconds),
  } satisfies Load;
  const { answered, bad, perSecond }: LoadResult = await runOnCore(1, ['qa/bench/http-load.ts', JSON.stringify(load)]);
  return { us: ((server.cpuSeconds() - before) / answered) * 1e6, bad, perSecond };
}

type Cost = Awaited<ReturnType<typeof costOf>>;
const rounds: { shop: Cost; own: Cost }[] = [];
// The first round of each is a warm-up: it renders the page and compiles the code.
for (let round = 0; round <= ROUNDS; round++) {
  const shop = await costOf('localhost', `/c/${slug}`);
  const own = await costOf(host, '/');
  if (round > 0) rounds.push({ shop, own });
}
await server.stop();
await rm(folder, { recursive: true, force: true });

const bad = rounds.reduce((sum, { shop, own }) => sum + shop.bad + own.bad, 0);
const ratio = median(rounds.map(({ shop, own }) => own.us / shop.us));
const typical = (which: 'shop' | 'own') =>
  `${median(rounds.map((round) => round[which].us)).toFixed(1)} µs, ${Math.round(median(rounds.map((round) => round[which].perSecond)))}/s`;
console.log(`app domain        ${typical('shop')}`);
console.log(`custom domain     ${typical('own')}`);
console.log(`ratio ${ratio.toFixed(2)} (at most ${MAX}), ${bad} failed responses`);
process.exitCode = ratio > MAX || bad > 0 ? 1 : 0;
