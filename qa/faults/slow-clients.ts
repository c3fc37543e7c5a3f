// `npm run chaos:slow -- [--connections 1000] [--seconds 60]`: many slow clients, a third each slow to send
// headers, to send bodies, and to read responses; they reconnect when the app closes their connection. Meanwhile an
// honest client requests pages and saves a draft at a fixed rate. Ends with 1 when one of its requests fails, or
// p99 of them exceeds `--p99` milliseconds, counted from when each was due.
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import { createPublishedPage } from '../../e2e/support/seller.ts';
import { getPercentile, listDatabases, readOptions, reportFaults, reportMetric, runAndExit } from '../lib/harness.ts';
import { fetchText, runAtRate } from '../lib/load.ts';
import { readMemoryMb } from '../lib/pinned-processes.ts';
import { createTestEnv, type AppProcess } from '../lib/test-env.ts';

const { connections, seconds, p99, database } = readOptions({
  connections: 1000,
  seconds: 60,
  p99: 500,
  database: 'embedded',
});
/** The interval between two bytes sent or two reads. */
const DRIP_MS = 1000;
const REQUESTS_PER_SECOND = 20;
/** The interval, in requests, of the honest client's writes. */
const WRITE_EACH = 5;
/** The maximum number of pipelined requests; more than the buffers of both sides hold. */
const MAX_PIPELINED = 32;
const MAX_GROWTH_MB = 150;

let isOver = false;
const closedCounts = { headers: 0, body: 0, read: 0 };

/** Sends requests at a fixed rate, whether or not earlier ones were answered. */
async function measure(pageUrl: string, write: () => Promise<unknown>): Promise<{ ms: number[]; errors: string[] }> {
  const ms: number[] = [];
  const errors: string[] = [];
  await runAtRate(REQUESTS_PER_SECOND, seconds, (index, due) => {
    const sent = index % WRITE_EACH === 0 ? write() : fetchText(pageUrl + (index % 2 ? '' : '?coupon=QUARTER'));
    return sent.then(
      () => void ms.push(performance.now() - due),
      (error: unknown) => void errors.push(String(error instanceof Error ? (error.cause ?? error) : error)),
    );
  });
  return { ms, errors };
}

/** The script that every page of the app loads: some hundred kilobytes. */
async function findLargeFile(url: string): Promise<string> {
  const document = await (await fetch(`${url}/auth`)).text();
  const [path] = /\/assets\/entry\.client-[\w-]+\.js/.exec(document) ?? [];
  if (!path) throw new Error('The app has no script');
  return path;
}

/** Runs slow clients one after the other until the end. */
async function runSlowClient({ port }: AppProcess, index: number, large: string): Promise<void> {
  const kind = (['headers', 'body', 'read'] as const)[index % 3] ?? 'headers';
  await wait((index * 1000) / connections);
  while (!isOver) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    const drips = kind === 'read' ? readSlowly(socket, port, large) : sendSlowly(socket, port, kind);
    const stop = setInterval(() => (isOver ? socket.destroy() : undefined), 200);
    await closed;
    clearInterval(drips);
    clearInterval(stop);
    if (!isOver) closedCounts[kind] += 1;
  }
}

function sendSlowly(socket: Socket, port: number, kind: 'headers' | 'body'): NodeJS.Timeout {
  const host = `Host: 127.0.0.1:${port}\r\n`;
  const ofBody = `POST /auth/v1/signup HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 10000\r\n\r\n`;
  socket.write(kind === 'headers' ? `GET / HTTP/1.1\r\n${host}` : ofBody);
  return setInterval(() => socket.write(kind === 'headers' ? 'X-A: b\r\n' : ' '), DRIP_MS);
}

/** Requests the same large file repeatedly, and reads a few bytes of it now and then. */
function readSlowly(socket: Socket, port: number, path: string): NodeJS.Timeout {
  const ask = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept-Encoding: identity\r\n\r\n`;
  socket.write(ask.repeat(MAX_PIPELINED));
  socket.pause();
  return setInterval(() => void socket.read(64), DRIP_MS);
}

await runAndExit(async () => {
  const [kind = 'embedded'] = listDatabases(database);
  await using testEnv = await createTestEnv({ database: kind, env: { SANDBOX_URL: '', LOG_LEVEL: 'error' } });
  const { appProcess, url } = testEnv;
  const { seller, slug, pageId, config } = await createPublishedPage(appProcess);
  const large = await findLargeFile(url);
  const before = readMemoryMb(appProcess.pid());
  const slow = Array.from({ length: connections }, (_, at) => runSlowClient(appProcess, at, large));
  await wait(1000);
  const { ms, errors } = await measure(`${url}/c/${slug}`, () => seller.call('save-draft', { pageId, config }));
  const grown = readMemoryMb(appProcess.pid()) - before;
  isOver = true;
  await Promise.all(slow);
  const at = (percent: number) => Math.round(getPercentile(ms, percent));
  console.table({
    'slow connections': connections,
    seconds,
    'closed while sending headers': closedCounts.headers,
    'closed while sending a body': closedCounts.body,
    'closed while reading': closedCounts.read,
    requests: ms.length,
    'p50, ms': at(50),
    'slowest, ms': at(100),
  });
  reportFaults(errors, 'Every request of the honest client succeeded.');
  reportMetric('p99, ms', at(99), p99, 'at most');
  reportMetric('memory growth, MB', grown, MAX_GROWTH_MB, 'at most');
  reportMetric('apps that still run', appProcess.isRunning() ? 1 : 0, 1, 'at least');
});
