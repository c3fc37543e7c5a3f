// The load generator of qa/faults/overload.ts, in a separate process. First it measures the capacity: each client
// sends its next request when the last one was answered. Then it sends few requests at a fixed rate, then many more
// than the capacity whether they are answered or not, then few again. Prints the results.
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { getMedian } from '../lib/percentile.ts';
import { readCpuSeconds } from '../lib/pinned-processes.ts';

export type LoadOptions = {
  port: number;
  /** The process id of the app. */
  pid: number;
  sellers: readonly { token: string; pageId: string; slug: string; draft: object }[];
  /** Concurrent clients while the capacity is measured. */
  clients: number;
  /** The maximum number of requests in progress during the overload; requests beyond it are not sent. */
  connections: number;
  /** The request rate of the overload, as a multiple of the capacity. */
  factor: number;
  seconds: { capacity: number; calm: number; storm: number };
};

/** Number of requests by kind and outcome, such as '200', '503' or an error name. */
type Counts = Record<string, Record<string, number>>;
export type LoadReport = {
  /** Responses with 200 per second. */
  capacity: number;
  goodput: number;
  /** The same per CPU second of the app process, which other load on the machine does not affect. */
  perWork: { capacity: number; storm: number };
  /** Requests per second of the overload: due, and sent. */
  due: number;
  sent: number;
  counts: { capacity: Counts; storm: Counts; calm: Counts };
  /** Invalid responses, and rejections without Retry-After. */
  wrong: string[];
  calmMs: number;
  /** From the end of the overload; null: never. */
  recoveredMs: number | null;
};

type LoadRequest = { kind: string; method: 'GET' | 'POST'; path: string; body?: object; token?: string };
type Outcome = { kind: string; due: number; ms: number; what: string };

const TIMEOUT_MS = 15_000;
const TICK_MS = 5;
const CALM_SHARE = 0.1;
/** The number of sequential page views that measure the normal response time. */
const PROBE_COUNT = 10;
/** The response time of a page view that does not wait, regardless of the speed of the machine. */
const LEAST_CALM_MS = 25;
/** The minimum number of requests per second, so that there is enough to measure. */
const LEAST_CALM_RATE = 20;
/** The maximum wait for the recovery. */
const BACK_WITHIN_S = 10;

const options = JSON.parse(process.argv[2] ?? '') as LoadOptions;
const agent = new Agent({ keepAlive: true, maxFreeSockets: options.connections });
const wrong: string[] = [];

/** Of twenty requests in a row: pages, a seller's reads, a seller's writes, and a checkout request. */
function createLoadRequest(index: number): LoadRequest {
  const seller = options.sellers[Math.floor(index / 20) % options.sellers.length];
  if (!seller) throw new Error('There are no sellers');
  const { token, pageId, slug, draft } = seller;
  const call = (name: string, body: object, by?: string): LoadRequest => ({
    kind: name,
    method: 'POST',
    path: `/functions/v1/${name}`,
    body,
    ...(by && { token: by }),
  });
  switch (index % 20) {
    case 3:
      return call('list-pages', {}, token);
    case 9:
      return call('save-draft', { config: draft, pageId }, token);
    case 12:
      return call('create-checkout-session', { slug, attempt: crypto.randomUUID() });
    case 16:
      return { kind: 'pages', method: 'GET', path: '/pricing' };
    default:
      return { kind: 'pages', method: 'GET', path: `/c/${slug}` };
  }
}

/** The outcome of a request: its status, or the reason why there is none. */
function sendRequest(loadRequest: LoadRequest): Promise<string> {
  const { method, path, body, token } = loadRequest;
  const text = body ? JSON.stringify(body) : '';
  const headers = {
    ...(body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  return new Promise((resolve) => {
    const clientRequest = request({ agent, host: '127.0.0.1', port: options.port, method, path, headers });
    clientRequest.once('response', (answer) => read(answer, loadRequest, resolve));
    clientRequest.once('error', (error: NodeJS.ErrnoException) => {
      if (isHungUp(clientRequest, error)) void sendRequest(loadRequest).then(resolve);
      else resolve(error.code ?? error.message);
    });
    clientRequest.setTimeout(TIMEOUT_MS, () => clientRequest.destroy(new Error('no answer')));
    clientRequest.end(text);
  });
}

/** A server may close a connection just as it is reused; the client retries on another one. */
const isHungUp = (clientRequest: ClientRequest, { code }: NodeJS.ErrnoException): boolean =>
  clientRequest.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE');

function read(answer: IncomingMessage, { kind }: LoadRequest, resolve: (what: string) => void): void {
  const { statusCode: status = 0, headers } = answer;
  const isSentAway = status === 429 || status === 503;
  const isRight = isSentAway ? headers['retry-after'] !== undefined : status >= 200 && status < 400;
  if (!isRight) wrong.push(`${kind} answered ${status}${isSentAway ? ' without Retry-After' : ''}`);
  answer.resume();
  answer.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  answer.once('end', () => resolve(String(status)));
}

async function go(index: number, due: number, outcomes: Outcome[]): Promise<void> {
  const loadRequest = createLoadRequest(index);
  const what = await sendRequest(loadRequest);
  outcomes.push({ kind: loadRequest.kind, due, ms: performance.now() - due, what });
}

/** Each client sends its next request when the last one was answered. */
async function inTurn(clients: number, seconds: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const end = performance.now() + seconds * 1000;
  let index = 0;
  const one = async () => {
    while (performance.now() < end) await go(index++, performance.now(), outcomes);
  };
  await Promise.all(Array.from({ length: clients }, one));
  return outcomes;
}

type Came = { outcomes: Outcome[]; underWay: ReadonlySet<Promise<void>>; due: number; sent: number };

/**
 * Sends this many requests per second, whether or not others were answered. Ends when the last one is sent or a
 * stop is requested.
 */
async function atPace(
  rate: number,
  seconds: number,
  mayEnd: (outcomes: readonly Outcome[]) => boolean = () => false,
): Promise<Came> {
  const [outcomes, underWay]: [Outcome[], Set<Promise<void>>] = [[], new Set()];
  const begun = performance.now();
  const all = Math.round(rate * seconds);
  let [due, sent] = [0, 0];
  while (due < all && performance.now() - begun < seconds * 1000 && !mayEnd(outcomes)) {
    for (; due < all && due < ((performance.now() - begun) / 1000) * rate; due++) {
      if (underWay.size >= options.connections) continue;
      const one: Promise<void> = go(due, begun + (due * 1000) / rate, outcomes).finally(() => underWay.delete(one));
      underWay.add(one);
      sent += 1;
    }
    await wait(TICK_MS);
  }
  return { outcomes, underWay, due, sent };
}

const good = (outcomes: readonly Outcome[]): number => outcomes.filter(({ what }) => what === '200').length;

function counted(outcomes: readonly Outcome[]): Counts {
  const counts: Counts = {};
  for (const { kind, what } of outcomes) {
    const of = (counts[kind] ??= {});
    of[what] = (of[what] ?? 0) + 1;
  }
  return counts;
}

const looksOf = (outcomes: readonly Outcome[]): Outcome[] =>
  outcomes.filter(({ kind }) => kind === 'pages').toSorted((one, other) => one.due - other.due);

/** The time until page views are again answered within twice their normal response time. */
function recoveredAt(outcomes: readonly Outcome[], calmMs: number): number | null {
  const pageViews = looksOf(outcomes);
  for (let at = 0; at + PROBE_COUNT <= pageViews.length; at++) {
    const some = pageViews.slice(at, at + PROBE_COUNT);
    const isCalm = getMedian(some.map(({ ms }) => ms)) <= 2 * calmMs;
    if (isCalm && good(some) === PROBE_COUNT) return some[0]?.due ?? null;
  }
  return null;
}

async function come(): Promise<LoadReport> {
  const { clients, factor, pid, seconds } = options;
  const begun = readCpuSeconds(pid);
  const ready = await inTurn(clients, seconds.capacity);
  const readied = readCpuSeconds(pid) - begun;
  const capacity = good(ready) / seconds.capacity;
  const calmRate = Math.max(LEAST_CALM_RATE, capacity * CALM_SHARE);
  const before = await atPace(calmRate, seconds.calm);
  await Promise.all(before.underWay);
  const calmMs = Math.max(LEAST_CALM_MS, getMedian(looksOf(before.outcomes).map(({ ms }) => ms)));
  const workBefore = readCpuSeconds(pid);
  const overload = await atPace(capacity * factor, seconds.storm);
  const [over, inTime, worked] = [performance.now(), good(overload.outcomes), readCpuSeconds(pid) - workBefore];
  const after = await atPace(calmRate, BACK_WITHIN_S, (outcomes) => recoveredAt(outcomes, calmMs) !== null);
  await Promise.all([...overload.underWay, ...after.underWay]);
  const recovered = recoveredAt(after.outcomes, calmMs);
  return {
    capacity,
    goodput: inTime / seconds.storm,
    perWork: { capacity: good(ready) / readied, storm: inTime / worked },
    due: overload.due / seconds.storm,
    sent: overload.sent / seconds.storm,
    counts: {
      capacity: counted(ready),
      storm: counted(overload.outcomes),
      calm: counted([...before.outcomes, ...after.outcomes]),
    },
    wrong,
    calmMs,
    recoveredMs: recovered === null ? null : recovered - over,
  };
}

console.log(JSON.stringify(await come()));
