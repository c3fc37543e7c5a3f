// Cost of a cached page on a custom domain and on the app's domain: `node qa/bench/custom-domain-pages.ts`. Both
// are measured alternately on one app; the server's CPU time per response is compared, because other load on the
// machine changes it least. Ends with 1 when the custom domain costs over a quarter more. `--seconds 1` shortens
// the run.
import { createDomainPage } from '../../e2e/support/seller.ts';
import { median, readOptions, reportMetric, runAndExit, sum } from '../lib/harness.ts';
import { measureLoad, startAppOnCore } from '../lib/pinned-processes.ts';

const { seconds } = readOptions({ seconds: 2 });
const ROUNDS = 7;
const MAX_RATIO = 1.25;

await runAndExit(async () => {
  await using server = await startAppOnCore('server.ts');
  const { url } = server;
  const { hostname, port } = new URL(url);
  const { host, slug } = await createDomainPage({
    url,
    sandboxUrl: url,
    output: () => '',
    stop: async () => undefined,
  });
  const measure = (name: string, page: string) => {
    const headers = { Host: `${name}:${port}`, 'accept-encoding': 'br' };
    return measureLoad(server, { paths: [page], headers, connections: 32, seconds });
  };
  type Cost = Awaited<ReturnType<typeof measure>>;
  const rounds: { app: Cost; own: Cost }[] = [];
  // The first round of each is a warm-up: it renders the page and compiles the code.
  for (let round = 0; round <= ROUNDS; round++) {
    const app = await measure(hostname, `/c/${slug}`);
    const own = await measure(host, '/');
    if (round > 0) rounds.push({ app, own });
  }
  const describe = (which: 'app' | 'own') => {
    const costs = rounds.map((round) => round[which]);
    const rate = Math.round(median(costs.map(({ perSecond }) => perSecond)));
    return `${median(costs.map(({ microseconds }) => microseconds)).toFixed(1)} µs, ${rate}/s`;
  };
  console.log(`app domain        ${describe('app')}`);
  console.log(`custom domain     ${describe('own')}`);
  const ratio = median(rounds.map(({ app, own }) => own.microseconds / app.microseconds));
  reportMetric('CPU time of a page, custom domain / app domain', ratio, MAX_RATIO, 'at most');
  reportMetric('failed responses', sum(rounds.map(({ app, own }) => app.bad + own.bad)), 0, 'at most');
});
