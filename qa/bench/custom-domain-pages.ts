// Cost of a cached page on a custom domain and on the app's domain: `npm run bench -- domain`. Both
// are measured alternately on one app; the server's CPU time per response is compared, because other load on the
// machine changes it least. Ends with 1 when the custom domain costs over a quarter more. `--seconds 1
// --rounds 3` shorten the run.
import { createDomainPage } from '../../e2e/support/seller.ts';
import { readOptions, reportMetric, reportRatio, runAndExit, sum } from '../lib/harness.ts';
import { measureLoad, startAppOnCore } from '../lib/pinned-processes.ts';

const { seconds, rounds: ROUNDS } = readOptions({ seconds: 2, rounds: 7 });
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
  const microseconds = (which: 'app' | 'own') => rounds.map((round) => round[which].microseconds);
  reportRatio('processor time of a page, custom domain / app domain', microseconds('own'), microseconds('app'), {
    unit: 'µs',
    atMost: MAX_RATIO,
  });
  reportMetric('failed responses', sum(rounds.map(({ app, own }) => app.bad + own.bad)), 0, 'at most');
});
