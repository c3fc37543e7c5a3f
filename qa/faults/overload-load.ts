// Everybody who comes to the shop of qa/faults/overload.ts, in a process of their own: first so many as the shop takes, each
// asking again when they are answered; then few, at a fixed pace; then many more than it takes, whether it answers or
// not; then few again. Prints what came of it.
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { readCpuSeconds } from '../lib/pinned-processes.ts';
import { getMedian } from '../lib/percentile.ts';

export type LoadOptions = {
  port: number;
  /** Of the shop. */
  pid: number;
  sellers: readonly { token: string; pageId: string; slug: string; draft: object }[];
  /** How many ask in turn while the shop's capacity is measured. */
  clients: number;
  /** How many requests may be under way in the storm; who comes then does not ask. */
  connections: number;
  /** How many times the capacity the storm is. */
  factor: number;
  seconds: { capacity: number; calm: number; storm: number };
};

/** How often what was asked came to what, as '200', '503' or the name of an error. */
type Counts = Record<string, Record<string, number>>;
export type LoadReport = {
  /** Answers with 200 in each second. */
  capacity: number;
  goodput: number;
  /** The same for each second that the shop's process had a processor, which what else the machine does leaves alone. */
  perWork: { capacity: number; storm: number };
  /** Requests in each second of the storm: that were due, and that were sent. */
  due: number;
  sent: number;
  counts: { capacity: Counts; storm: Counts; calm: Counts };
  /** Answers that nobody should get, and that say when to come back but not when. */
  wrong: string[];
  calmMs: number;
  /** From the end of the storm; null: never. */
  recoveredMs: number | null;
};

type LoadRequest = { kind: string; method: 'GET' | 'POST'; path: string; body?: object; token?: string };
type Outcome = { kind: string; due: number; ms: number; what: string };

const TIMEOUT_MS = 15_000;
const TICK_MS = 5;
const CALM_SHARE = 0.1;
/** So many looks in a row say how long a calm look takes. */
const PROBE_COUNT = 10;
/** What a look takes that waits for nobody, however fast the machine is. */
const LEAST_CALM_MS = 25;
/** So many come each second at least, so that there is something to look at. */
const LEAST_CALM_RATE = 20;
/** So long it is waited for the calm to come back. */
const BACK_WITHIN_S = 10;

const options = JSON.parse(process.argv[2] ?? '') as LoadOptions;
const agent = new Agent({ keepAlive: true, maxFreeSockets: options.connections });
const wrong: string[] = [];

/** Of twenty in a row: pages, what a seller reads, what a seller writes, and a press of pay. */
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

/** What came of it: the status, or why there is none. */
function knock(wish: LoadRequest): Promise<string> {
  const { method, path, body, token } = wish;
  const text = body ? JSON.stringify(body) : '';
  const headers = {
    ...(body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  return new Promise((resolve) => {
    const asked = request({ agent, host: '127.0.0.1', port: options.port, method, path, headers });
    asked.once('response', (answer) => read(answer, wish, resolve));
    asked.once('error', (error: NodeJS.ErrnoException) => {
      if (isHungUp(asked, error)) void knock(wish).then(resolve);
      else resolve(error.code ?? error.message);
    });
    asked.setTimeout(TIMEOUT_MS, () => asked.destroy(new Error('no answer')));
    asked.end(text);
  });
}

/** A server may close a connection in the moment in which it is used again; whoever finds that asks on another. */
const isHungUp = (asked: ClientRequest, { code }: NodeJS.ErrnoException): boolean =>
  asked.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE');

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
  const wish = createLoadRequest(index);
  const what = await knock(wish);
  outcomes.push({ kind: wish.kind, due, ms: performance.now() - due, what });
}

/** Each asks again when they were answered. */
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

/** So many come in each second, whether others were answered or not. Ends with the last one's coming, or when it may. */
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

/** When looks are answered again in twice the time that they take in the calm. */
function recoveredAt(outcomes: readonly Outcome[], calmMs: number): number | null {
  const looks = looksOf(outcomes);
  for (let at = 0; at + PROBE_COUNT <= looks.length; at++) {
    const some = looks.slice(at, at + PROBE_COUNT);
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
  const storm = await atPace(capacity * factor, seconds.storm);
  const [over, inTime, worked] = [performance.now(), good(storm.outcomes), readCpuSeconds(pid) - workBefore];
  const after = await atPace(calmRate, BACK_WITHIN_S, (outcomes) => recoveredAt(outcomes, calmMs) !== null);
  await Promise.all([...storm.underWay, ...after.underWay]);
  const recovered = recoveredAt(after.outcomes, calmMs);
  return {
    capacity,
    goodput: inTime / seconds.storm,
    perWork: { capacity: good(ready) / readied, storm: inTime / worked },
    due: storm.due / seconds.storm,
    sent: storm.sent / seconds.storm,
    counts: {
      capacity: counted(ready),
      storm: counted(storm.outcomes),
      calm: counted([...before.outcomes, ...after.outcomes]),
    },
    wrong,
    calmMs,
    recoveredMs: recovered === null ? null : recovered - over,
  };
}

console.log(JSON.stringify(await come()));
