// Cost of a cached page on a custom domain and on the app's domain: `node qa/bench/custom-domain-pages.ts`. Both
// are measured alternately on one app; the server's CPU time per response is compared, because other load on the
// machine changes it least. Ends with 1 when the custom domain costs over a quarter more. `--seconds 1` shortens
// the run.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { findFreePort } from '../../e2e/support/app-process.ts';
import { createDomainPage } from '../../e2e/support/seller.ts';
import { builtFolder, NODE_FLAGS } from '../../set-up.mjs';
import { getExitCode, median, readOptions, reportMetric, sum } from '../lib/harness.ts';
import { runOnCore, startOnCore } from '../lib/pinned-processes.ts';
import type { Load, LoadResult } from './http-load.ts';

const { seconds } = readOptions({ seconds: 2 });
const ROUNDS = 7;
const MAX_RATIO = 1.25;

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
    seconds,
  } satisfies Load;
  const { answered, bad, perSecond }: LoadResult = await runOnCore(1, ['qa/bench/http-load.ts', JSON.stringify(load)]);
  return { us: ((server.cpuSeconds() - before) / answered) * 1e6, bad, perSecond };
}

type Cost = Awaited<ReturnType<typeof costOf>>;
const rounds: { app: Cost; own: Cost }[] = [];
// The first round of each is a warm-up: it renders the page and compiles the code.
for (let round = 0; round <= ROUNDS; round++) {
  const app = await costOf('localhost', `/c/${slug}`);
  const own = await costOf(host, '/');
  if (round > 0) rounds.push({ app, own });
}
await server.stop();
await rm(folder, { recursive: true, force: true });

const describe = (which: 'app' | 'own') =>
  `${median(rounds.map((round) => round[which].us)).toFixed(1)} µs, ${Math.round(median(rounds.map((round) => round[which].perSecond)))}/s`;
console.log(`app domain        ${describe('app')}`);
console.log(`custom domain     ${describe('own')}`);
const ratio = median(rounds.map(({ app, own }) => own.us / app.us));
reportMetric('CPU time of a page, custom domain / app domain', ratio, MAX_RATIO, 'at most');
reportMetric('failed responses', sum(rounds.map(({ app, own }) => app.bad + own.bad)), 0, 'at most');
process.exitCode = getExitCode();
