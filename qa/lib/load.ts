/** Sends requests to app processes: as fast as they answer, or at a fixed rate. */
import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/** `body`: an object is sent as JSON, a buffer as it is. `token`: for the Authorization header. */
export type RequestOptions = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer | object;
  token?: string;
  timeoutMs?: number;
};

/** Without a response, `status` is 0 and `body` is the error. `ms` counts from when the request was due. */
export type RequestResult = { status: number; headers: IncomingHttpHeaders; body: string; due: number; ms: number };

const agent = new Agent({ keepAlive: true, maxFreeSockets: 2000 });
const TIMEOUT_MS = 30_000;
/** The `body` of a result after a timeout. */
export const NO_RESPONSE = 'no response in time';
const TICK_MS = 5;

/** Sends one request; never throws. Unlike `fetch`, the headers may set the Host. `due`: as `performance.now()`. */
export function sendRequest(
  url: string,
  options: RequestOptions = {},
  due = performance.now(),
): Promise<RequestResult> {
  const { body = '', token, headers, timeoutMs = TIMEOUT_MS } = options;
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body);
  const bytes = isJson ? JSON.stringify(body) : body;
  const init = {
    agent,
    method: options.method ?? (options.body === undefined ? 'GET' : 'POST'),
    timeout: timeoutMs,
    headers: {
      ...(bytes.length > 0 && { 'content-length': String(Buffer.byteLength(bytes)) }),
      ...(isJson && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
  };
  return new Promise((resolve) => {
    const finish = (status: number, responseBody: string, responseHeaders: IncomingHttpHeaders = {}) =>
      resolve({ status, headers: responseHeaders, body: responseBody, due, ms: performance.now() - due });
    const outgoing = request(url, init, (response) => {
      buffer(response).then(
        (content) => finish(response.statusCode ?? 0, content.toString(), response.headers),
        (error: unknown) => finish(0, String(error)),
      );
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error(NO_RESPONSE)));
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // A server may close a connection just as it is reused: clients retry on another one.
      const isRetried = outgoing.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      if (isRetried) void sendRequest(url, options, due).then(resolve);
      else finish(0, error.code ?? error.message);
    });
    outgoing.end(bytes);
  });
}

/** Returns the text of a successful response; throws otherwise. */
export async function fetchText(url: string, options: RequestOptions = {}): Promise<string> {
  const { status, body } = await sendRequest(url, options);
  if (status < 200 || status >= 400) throw new Error(`${url} answered ${status}: ${body.slice(0, 300)}`);
  return body;
}

/** Actions that were due, and those that were started but have not ended. */
type Paced = { due: number; started: number; pending: ReadonlySet<Promise<void>> };

/**
 * Starts an action this many times per second, whether or not earlier ones have ended. Skips actions while `maxPending`
 * have not ended; stops early when `mayEnd` is true. Resolves when the last one has started.
 */
export async function startAtRate(
  rate: number,
  seconds: number,
  action: (index: number, due: number) => Promise<unknown>,
  { maxPending = Infinity, mayEnd = () => false }: { maxPending?: number; mayEnd?: () => boolean } = {},
): Promise<Paced> {
  const begin = performance.now();
  const all = Math.round(rate * seconds);
  const pending = new Set<Promise<void>>();
  let [due, started] = [0, 0];
  while (due < all && !mayEnd()) {
    for (; due < all && begin + (due * 1000) / rate <= performance.now(); due++) {
      if (pending.size >= maxPending) continue;
      const one: Promise<void> = action(due, begin + (due * 1000) / rate).then(() => void pending.delete(one));
      pending.add(one);
      started += 1;
    }
    await wait(TICK_MS);
  }
  return { due, started, pending };
}

/** The same; resolves when all actions have ended, with their number. */
export async function runAtRate(
  rate: number,
  seconds: number,
  action: (index: number, due: number) => Promise<unknown>,
  options: { mayEnd?: () => boolean } = {},
): Promise<number> {
  const { pending, started } = await startAtRate(rate, seconds, action, options);
  await Promise.all(pending);
  return started;
}

/** Keeps this many actions running as long as `shouldContinue` is true; returns the number of actions. */
export async function runConcurrently(
  concurrency: number,
  shouldContinue: () => boolean,
  action: (index: number) => Promise<unknown>,
): Promise<number> {
  let index = 0;
  const worker = async () => {
    while (shouldContinue()) await action(index++);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return index;
}

/** Returns a function that is true until this many seconds have passed. */
export const createDeadline = (seconds: number): (() => boolean) => {
  const deadline = performance.now() + seconds * 1000;
  return () => performance.now() < deadline;
};

/** Twenty requests in a row as sellers and buyers send them: mostly page views, some reads, writes and checkouts. */
export function createTypicalRequest(
  index: number,
  { slug, token, draft }: { slug: string; token: string; draft: object },
): RequestOptions & { kind: string; path: string } {
  const call = (name: string, body: object, by?: string) => ({
    kind: name,
    path: `/functions/v1/${name}`,
    body,
    ...(by && { token: by }),
  });
  if (index % 20 === 3) return call('list-pages', {}, token);
  if (index % 20 === 9) return call('save-draft', draft, token);
  if (index % 20 === 12) return call('create-checkout-session', { slug, attempt: crypto.randomUUID() });
  return { kind: 'pages', path: index % 20 === 16 ? '/pricing' : `/c/${slug}` };
}
