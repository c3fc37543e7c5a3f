// The load generator of qa/faults/overload.ts, in a separate process. First it measures the capacity: each client
// sends its next request when the last one was answered. Then it sends few requests at a fixed rate, then many more
// than the capacity whether they are answered or not, then few again. Prints the results.
import { median } from '../lib/harness.ts';
import { createDeadline, createTypicalRequest, runConcurrently, sendRequest, startAtRate } from '../lib/load.ts';
import { readCpuSeconds } from '../lib/pinned-processes.ts';

export type LoadOptions = {
  url: string;
  /** The process id of the app. */
  pid: number;
  sellers: readonly { token: string; slug: string; draft: object }[];
  /** Concurrent clients while the capacity is measured. */
  clients: number;
  /** The maximum number of requests in progress during the overload; requests beyond it are not sent. */
  connections: number;
  /** The request rate of the overload, as a multiple of the capacity. */
  factor: number;
  seconds: { capacity: number; calm: number; overload: number };
};

/** Number of requests by kind and outcome, such as '200', '503' or an error name. */
type Counts = Record<string, Record<string, number>>;
export type LoadReport = {
  /** Responses with 200 per second. */
  capacity: number;
  goodput: number;
  /** The same per CPU second of the app process, which other load on the machine does not affect. */
  perCpuSecond: { capacity: number; overload: number };
  /** Requests per second of the overload: due, and sent. */
  due: number;
  sent: number;
  counts: { capacity: Counts; overload: Counts; calm: Counts };
  /** Invalid responses, and rejections without Retry-After. */
  wrong: string[];
  calmMs: number;
  /** From the end of the overload; null: never. */
  recoveredMs: number | null;
};

type Outcome = { kind: string; due: number; ms: number; result: string };

const CALM_SHARE = 0.1;
/** The number of sequential page views that measure the normal response time. */
const PROBE_COUNT = 10;
/** The response time of a page view that does not wait, regardless of the speed of the machine. */
const MIN_CALM_MS = 25;
/** The minimum number of requests per second, so that there is enough to measure. */
const MIN_CALM_RATE = 20;
const RECOVERY_TIMEOUT_S = 10;

const { url, pid, sellers, clients, connections, factor, seconds } = JSON.parse(process.argv[2] ?? '') as LoadOptions;
const wrong: string[] = [];

async function send(index: number, requestDue: number, outcomes: Outcome[]): Promise<void> {
  const seller = sellers[Math.floor(index / 20) % sellers.length];
  if (!seller) throw new Error('There are no sellers');
  const { kind, path, ...request } = createTypicalRequest(index, seller);
  const { status, headers, body, ms, due } = await sendRequest(url + path, request, requestDue);
  const isRejected = status === 429 || status === 503;
  const isRight = isRejected ? headers['retry-after'] !== undefined : status >= 200 && status < 400;
  if (!isRight && status !== 0) wrong.push(`${kind} answered ${status}${isRejected ? ' without Retry-After' : ''}`);
  outcomes.push({ kind, due, ms, result: status === 0 ? body : String(status) });
}

const countGood = (outcomes: readonly Outcome[]): number => outcomes.filter(({ result }) => result === '200').length;

function countOutcomes(outcomes: readonly Outcome[]): Counts {
  const counts: Counts = {};
  for (const { kind, result } of outcomes) {
    const ofKind = (counts[kind] ??= {});
    ofKind[result] = (ofKind[result] ?? 0) + 1;
  }
  return counts;
}

const listPageViews = (outcomes: readonly Outcome[]): Outcome[] =>
  outcomes.filter(({ kind }) => kind === 'pages').toSorted((one, other) => one.due - other.due);

/** The time until page views are again answered within twice their normal response time. */
function findRecovery(outcomes: readonly Outcome[], calmMs: number): number | null {
  const pageViews = listPageViews(outcomes);
  for (let at = 0; at + PROBE_COUNT <= pageViews.length; at++) {
    const probes = pageViews.slice(at, at + PROBE_COUNT);
    const isCalm = median(probes.map(({ ms }) => ms)) <= 2 * calmMs;
    if (isCalm && countGood(probes) === PROBE_COUNT) return probes[0]?.due ?? null;
  }
  return null;
}

async function run(): Promise<LoadReport> {
  const [atCapacity, before, inOverload, after]: [Outcome[], Outcome[], Outcome[], Outcome[]] = [[], [], [], []];
  const cpu = [readCpuSeconds(pid)];
  await runConcurrently(clients, createDeadline(seconds.capacity), (index) =>
    send(index, performance.now(), atCapacity),
  );
  cpu.push(readCpuSeconds(pid));
  const capacity = countGood(atCapacity) / seconds.capacity;
  const calmRate = Math.max(MIN_CALM_RATE, capacity * CALM_SHARE);
  const calm = await startAtRate(calmRate, seconds.calm, (index, due) => send(index, due, before));
  await Promise.all(calm.pending);
  const calmMs = Math.max(MIN_CALM_MS, median(listPageViews(before).map(({ ms }) => ms)));
  cpu.push(readCpuSeconds(pid));
  const isInTime = createDeadline(seconds.overload);
  const overload = await startAtRate(
    capacity * factor,
    seconds.overload,
    (index, due) => send(index, due, inOverload),
    { maxPending: connections, mayEnd: () => !isInTime() },
  );
  const [overAt, goodInTime] = [performance.now(), countGood(inOverload)];
  cpu.push(readCpuSeconds(pid));
  const recovery = await startAtRate(calmRate, RECOVERY_TIMEOUT_S, (index, due) => send(index, due, after), {
    maxPending: connections,
    mayEnd: () => findRecovery(after, calmMs) !== null,
  });
  await Promise.all([...overload.pending, ...recovery.pending]);
  const recovered = findRecovery(after, calmMs);
  const [start = 0, measured = 0, calmed = 0, ended = 0] = cpu;
  return {
    capacity,
    goodput: goodInTime / seconds.overload,
    perCpuSecond: { capacity: countGood(atCapacity) / (measured - start), overload: goodInTime / (ended - calmed) },
    due: overload.due / seconds.overload,
    sent: overload.started / seconds.overload,
    counts: {
      capacity: countOutcomes(atCapacity),
      overload: countOutcomes(inOverload),
      calm: countOutcomes([...before, ...after]),
    },
    wrong,
    calmMs,
    recoveredMs: recovered === null ? null : recovered - overAt,
  };
}

console.log(JSON.stringify(await run()));
