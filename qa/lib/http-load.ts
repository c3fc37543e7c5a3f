// Sends requests to one server as fast as it answers, or at a fixed rate, and prints the results. Runs on a core of
// its own; see sendLoad in qa/lib/pinned-processes.ts.
import autocannon from 'autocannon';

export type Load = {
  url: string;
  paths: string[];
  headers: Record<string, string>;
  connections: number;
  seconds: number;
  /** Requests per second, all connections together. */
  perSecond?: number;
};
/** Latencies in ms. */
export type LoadResult = { perSecond: number; answered: number; p50: number; p99: number; bad: number };

/** The server closes a connection after 1,000 requests, which autocannon does not notice by itself. */
const REQUESTS_PER_CONNECTION = 900;

const load = JSON.parse(process.argv[2] ?? '') as Load;
const { requests, latency, non2xx, errors } = await autocannon({
  url: load.url,
  connections: load.connections,
  duration: load.seconds,
  reconnectRate: REQUESTS_PER_CONNECTION,
  ...(load.perSecond && { overallRate: load.perSecond }),
  requests: load.paths.map((path) => ({ path, headers: load.headers })),
});
const result: LoadResult = {
  perSecond: requests.average,
  answered: requests.total,
  p50: latency.p50,
  p99: latency.p99,
  bad: (load.headers['if-none-match'] ? 0 : non2xx) + errors,
};
console.log(JSON.stringify(result));
