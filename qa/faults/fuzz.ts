// `npm run fuzz -- --requests 100000 [--database postgres] [--seed 7]`: sends requests of all kinds to every
// endpoint of a separate app, both derived from its schemas and as bytes that no client would send. Ends with 1
// when a response is 500, 502 or 504, or a 503 without Retry-After, is late or leaks internals; when the process
// ends or its memory grows; or when an invariant is broken. Failed requests are stored as sent, to be replayed with
// `nc`.
import { listDatabases, newSeed, readOptions, reportMetric, runAndExit } from '../lib/harness.ts';
import { findBrokenInvariants } from '../lib/ledger.ts';
import { NO_RESPONSE, sendRequest } from '../lib/load.ts';
import { readMemoryMb } from '../lib/pinned-processes.ts';
import { createTestEnv, listErrorLines, type TestEnv } from '../lib/test-env.ts';
import { createCast } from './fuzz-cast.ts';
import { listEndpoints, type FuzzEndpoint } from './fuzz-endpoints.ts';
import { Faults } from './fuzz-faults.ts';
import { fuzzImages } from './fuzz-images.ts';
import {
  createRawCase,
  RESPONSE_TIMEOUT_MS,
  sendRawBytes,
  type WireResponse,
  type WireResult,
} from './fuzz-raw-cases.ts';
import { createRequest, toBytes, type FuzzCast, type WireRequest } from './fuzz-requests.ts';
import { createFuzzRandom } from './fuzz-values.ts';

/** What no response may contain: stack traces, SQL, file paths, names of internal errors. */
const LEAKS =
  /\n\s+at .+:\d+:\d+|node_modules\/|file:\/\/\/|\/server\/\w+\/[\w-]+\.ts|(?:insert into|select|update|delete from) "[a-z_]+"|violates .{0,80}constraint|relation "|syntax error at or near|invalid (?:input|byte) s\w+ for|PGlite|[Dd]rizzle(?:Query|Error|-orm)|Failed query|Zod(?:Error|Issue)|(?:Type|Reference|Range|Syntax|Aggregate)Error\b|Cannot read propert|is not a function|ECONNRE|\bERR_[A-Z_]{4,}/;

/** The fault of a response; null if there is none. */
function findFault(response: WireResult, mayClose = false): string | null {
  if (response === 'hung') return `no answer within ${RESPONSE_TIMEOUT_MS / 1000} s`;
  if (response === 'closed') return mayClose ? null : 'closed without an answer';
  return statusFault(response) ?? leakIn(response);
}

function statusFault({ status, headers }: WireResponse): string | null {
  if (status === 503) return headers['retry-after'] ? null : '503 without Retry-After';
  return status >= 500 || status < 200 ? `answered ${status}` : null;
}

function leakIn({ headers, body }: WireResponse): string | null {
  const [leak] = LEAKS.exec(body) ?? LEAKS.exec(Object.values(headers).join('\n')) ?? [];
  return leak === undefined ? null : `leaks ${JSON.stringify(leak.slice(0, 120))}`;
}

const options = readOptions({
  requests: 100_000,
  images: 2000,
  database: 'embedded',
  seed: newSeed(),
  /** Starts at this request number. */
  from: 0,
  /** Only endpoints whose path contains one of these words, such as `licenses,uploads`. */
  only: '',
  /** Concurrent connections. */
  lines: 8,
});
const [REQUESTS, IMAGES, SEED, FROM] = [options.requests, options.images, options.seed, options.from];
/** The share of raw requests; the others are derived from schemas. */
const RAW_SHARE = 0.2;
/**
 * The callers are replaced after this many requests, because tokens expire and a request may have deleted an
 * account.
 */
const CAST_LASTS = 4000;
/** The number of slowest requests in the report. */
const MAX_RESPONSE_MS = 5;
/** The same limit as in `npm run soak`. */
const MAX_MEMORY_MB = { postgres: 400, embedded: 700 };
/** The allowed memory growth in the second half. */
const GROWTH = 1.25;

type Target = { testEnv: TestEnv; faults: Faults; groups: readonly FuzzEndpoint[][] };

const slowest: { ms: number; says: string }[] = [];
const statuses = new Map<string, number>();

/** Sends requests `from` to `to` over several connections; each depends only on its number. */
async function run(target: Target, cast: FuzzCast, from: number, to: number): Promise<void> {
  const { appProcess } = target.testEnv;
  let next = from;
  const lane = async () => {
    for (let at = next++; at < to && appProcess.isRunning(); at = next++) await sendOne(target, at, cast);
  };
  await Promise.all(Array.from({ length: options.lines }, lane));
  if (!appProcess.isRunning()) target.faults.record('process', `the app exited:\n${appProcess.output().slice(-3000)}`);
}

async function sendOne({ testEnv, faults, groups }: Target, at: number, cast: FuzzCast): Promise<void> {
  const chance = createFuzzRandom(SEED * 1_000_003 + at);
  const begun = performance.now();
  if (chance.is(RAW_SHARE)) {
    const sent = createRawCase(chance, cast.host);
    for (const answer of await sendRawBytes(testEnv.appProcess.port, sent)) {
      count(typeof answer === 'string' ? `raw: ${answer}` : `raw: ${answer.status}`);
      const fault = findFault(answer, true);
      if (fault) faults.add(at, `raw, ${sent.name}`, fault, Buffer.concat(sent.parts), answer);
    }
    took(performance.now() - begun, sent.name);
    return;
  }
  const request = createRequest(chance.pick(chance.pick(groups)), cast, chance);
  const response = await send(testEnv.url, request);
  count(typeof response === 'string' ? response : String(response.status));
  took(performance.now() - begun, request.says);
  const fault = findFault(response);
  if (fault) faults.add(at, request.says, fault, toBytes(request), response);
}

async function send(url: string, { path, ...request }: WireRequest): Promise<WireResult> {
  const result = await sendRequest(url + path, { ...request, timeoutMs: RESPONSE_TIMEOUT_MS });
  if (result.status > 0) return result;
  return result.body === NO_RESPONSE ? 'hung' : 'closed';
}

/** The first and the last sample, and three between them. */
function quarters(all: readonly number[]): number[] {
  return [0, 0.25, 0.5, 0.75, 1].map((share) => all[Math.round(share * (all.length - 1))] ?? 0);
}

/** Groups endpoints by the first part of their path, so that each group is used equally often. */
function groupsOf(all: readonly FuzzEndpoint[]): FuzzEndpoint[][] {
  const firstWord = ({ path }: FuzzEndpoint) => /^\/(functions|api|auth\/v1|sandbox)/.exec(path)?.[0] ?? 'documents';
  return [...Map.groupBy(all, firstWord).values()];
}

function count(what: string): void {
  statuses.set(what, (statuses.get(what) ?? 0) + 1);
}

function took(ms: number, description: string): void {
  slowest.push({ ms, says: description });
  slowest.sort((one, other) => other.ms - one.ms);
  slowest.length = Math.min(slowest.length, MAX_RESPONSE_MS);
}

/** Checks at the end that a seller can still sell and that the ledger's invariants hold. */
async function checkAfterwards({ testEnv, faults }: Target): Promise<void> {
  try {
    await createCast(testEnv.url);
  } catch (error) {
    faults.record('afterwards', String(error));
  }
  for (const broken of await findBrokenInvariants(testEnv)) faults.record('invariants', broken);
  for (const line of failuresIn(testEnv.appProcess.output()))
    faults.record(`log: ${kindOf(line)}`, line.slice(0, 1500));
}

/** Log lines of one error differ only in times, ids and addresses. */
function kindOf(line: string): string {
  return `${/"msg":"([^"]*)"/.exec(line)?.[1] ?? ''} ${/"message":"([^"]{0,80})/.exec(line)?.[1] ?? ''}`.replaceAll(
    /[0-9a-f-]{36}|\d+/g,
    '…',
  );
}

/** Log lines that the app itself reports as internal errors. */
function failuresIn(output: string): string[] {
  const uncaught = output.split('\n').filter((line) => /^\s*(Uncaught|Unhandled|Error:)/.test(line));
  return [...listErrorLines(output), ...uncaught];
}

await runAndExit(async () => {
  const [database = 'embedded'] = listDatabases(options.database);
  const env = { SANDBOX_URL: '', LOG_LEVEL: 'error' };
  await using testEnv = await createTestEnv({ database, env });
  const { appProcess, url } = testEnv;
  const words = options.only.split(',');
  const endpoints = (await listEndpoints()).filter(({ path }) => words.some((word) => path.includes(word)));
  const faults = new Faults(SEED, appProcess.port);
  const target = { testEnv, faults, groups: groupsOf(endpoints) };
  console.log(
    `Seed ${SEED}, ${endpoints.length} endpoints, ${database === 'postgres' ? 'PostgreSQL' : 'embedded database'}`,
  );
  const begun = performance.now();
  const memory: number[] = [];
  await run(target, await createCast(url), FROM, Math.min(FROM + 1000, REQUESTS));
  for (let at = FROM + 1000; at < REQUESTS; at += CAST_LASTS) {
    await run(target, await createCast(url), at, Math.min(at + CAST_LASTS, REQUESTS));
    memory.push(readMemoryMb(appProcess.pid()));
  }
  const seconds = (performance.now() - begun) / 1000;
  const slowestImageMs = await fuzzImages(url, IMAGES, createFuzzRandom(SEED), faults);
  await checkAfterwards(target);
  console.table({
    requests: REQUESTS - FROM,
    'per second': Math.round((REQUESTS - FROM) / seconds),
    ...Object.fromEntries([...statuses].toSorted(([one], [other]) => one.localeCompare(other))),
    'slowest, ms': Math.round(slowest[0]?.ms ?? 0),
    'memory over time, MB': quarters(memory).map(Math.round).join(' '),
    images: IMAGES,
    'slowest image, ms': Math.round(slowestImageMs),
  });
  for (const { ms, says } of slowest) console.log(`${Math.round(ms)} ms: ${says}`);
  const most = Math.max(0, ...memory);
  if (most > MAX_MEMORY_MB[database]) faults.record('memory', `the app used ${Math.round(most)} MB`);
  const [, , half = 0, , last = 0] = quarters(memory);
  if (last > half * GROWTH) faults.record('memory', `the app grew from ${Math.round(half)} to ${Math.round(last)} MB`);
  for (const line of faults.report()) console.log(line);
  reportMetric('faults', faults.count, 0, 'at most');
}, `npm run fuzz -- --requests ${REQUESTS} --database ${options.database} --seed ${SEED}`);
