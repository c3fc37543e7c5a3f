import { setTimeout as wait } from 'node:timers/promises';

import { ApiError, ConnectionError, type ErrorDetails, TillwrightError } from './errors.ts';
import { VERSION } from './generated/version.ts';

const KEY_PATTERN = /^twk_(sandbox|test|live)_\w+$/;
const LOOPBACK_HOST = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const RETRIED_STATUSES = [429, 502, 503, 504];
const DEFAULT_RETRIES = 4;
const DEFAULT_TIMEOUT_MS = 60_000;
const MAX_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 500;

export type ClientOptions = {
  /** Origin of the installation, such as https://checkout.example.com. */
  url: string;
  /** API key. The client sends it to `url` only. */
  key: string;
  /** How often a request is repeated after a rate limit, an outage or a network error. Default: 4. */
  maxRetries?: number;
  timeoutMs?: number;
  /** Precedes the name of this package in the User-Agent header. */
  userAgent?: string;
  /** Called before each wait. */
  onRetry?: (retry: { reason: string; waitMs: number }) => void;
  fetch?: typeof fetch;
};

export type RequestOptions = {
  /** Identifies a write request: repeating it returns the first response. Default: a new UUID. */
  idempotencyKey?: string;
  /** More headers, such as `Upload-Offset`. */
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

export type RequestInput = RequestOptions & { query?: object; body?: unknown };
export type Requester = <T>(method: string, path: string, input?: RequestInput) => Promise<T>;

/** Throws TillwrightError for a key or a URL that must not be used. */
function validateOptions({ url, key }: ClientOptions): string {
  if (!KEY_PATTERN.test(key))
    throw new TillwrightError('The key is not an API key of Tillwright, which starts with twk_.');
  const { protocol, hostname, origin } = new URL(url);
  if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK_HOST.test(hostname)))
    throw new TillwrightError(`${origin} is not encrypted, so others could read your API key. Use https.`);
  return origin;
}

/** Creates the function that sends all requests of a client: to paths below /api/v1, with retries. */
export function createRequester(options: ClientOptions): Requester {
  const origin = validateOptions(options);
  return async <T>(method: string, path: string, input: RequestInput = {}) => {
    const { query = {}, body, signal } = input;
    const idempotencyKey = method === 'GET' ? null : (input.idempotencyKey ?? crypto.randomUUID());
    const url = new URL(`${origin}/api/v1${path}`);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const headers = new Headers(input.headers);
    headers.set('accept', 'application/json, text/csv');
    headers.set('authorization', `Bearer ${options.key}`);
    headers.set('user-agent', [options.userAgent, `tillwright-sdk/${VERSION}`].filter(Boolean).join(' '));
    if (idempotencyKey !== null) headers.set('idempotency-key', idempotencyKey);
    const init: RequestInit = { method, headers, redirect: 'manual', ...(signal && { signal }) };
    if (body !== undefined) {
      headers.set('content-type', isBytes(body) ? 'application/octet-stream' : 'application/json');
      init.body = isBytes(body) ? body : JSON.stringify(body);
    }
    return (await sendWithRetries(options, url, init, idempotencyKey)) as T;
  };
}

const isBytes = (body: unknown): body is Uint8Array<ArrayBuffer> => body instanceof Uint8Array;

type Attempt = { response?: Response; body?: unknown; cause?: unknown };

async function sendWithRetries(
  options: ClientOptions,
  url: URL,
  init: RequestInit,
  idempotencyKey: string | null,
): Promise<unknown> {
  const { maxRetries = DEFAULT_RETRIES, onRetry } = options;
  for (let retry = 0; ; retry += 1) {
    const attempt = await sendOnce(options, url, init);
    const waitMs = retry < maxRetries ? getWaitMs(attempt, retry) : null;
    if (waitMs === null) return readBody(attempt, idempotencyKey);
    onRetry?.({ reason: attempt.response ? `status ${attempt.response.status}` : 'no response', waitMs });
    await wait(waitMs, undefined, { signal: init.signal ?? undefined });
  }
}

/** Sends a request without following redirects, because the key is for this origin only. */
async function sendOnce(options: ClientOptions, url: URL, init: RequestInit): Promise<Attempt> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  try {
    const response = await (options.fetch ?? fetch)(url, { ...init, signal });
    const text = await response.text();
    const isCsv = response.headers.get('content-type')?.startsWith('text/csv') ?? false;
    return { response, body: isCsv ? text : parseJson(text) };
  } catch (cause) {
    init.signal?.throwIfAborted();
    return { cause };
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const getError = (body: unknown): ErrorDetails | undefined => (body as { error?: ErrorDetails } | undefined)?.error;

/** Milliseconds to wait before the next attempt: Retry-After, or else doubling with jitter. Null: do not repeat. */
function getWaitMs({ response, body }: Attempt, retry: number): number | null {
  const isBusy = !response || RETRIED_STATUSES.includes(response.status);
  if (!isBusy && getError(body)?.code !== 'idempotency_in_progress') return null;
  const retryAfter = Number(response?.headers.get('retry-after') ?? Number.NaN);
  const waitMs = retryAfter >= 0 ? retryAfter * 1000 : FIRST_WAIT_MS * 2 ** retry * (1 + Math.random() / 4);
  return waitMs <= MAX_WAIT_MS ? Math.round(waitMs) : null;
}

function readBody({ response, body, cause }: Attempt, idempotencyKey: string | null): unknown {
  if (!response) throw new ConnectionError(`No response: ${describeCause(cause)}`, idempotencyKey, cause);
  if (response.ok && body !== undefined) return body;
  const error = getError(body);
  if (error) throw new ApiError(response, error, idempotencyKey);
  throw new ConnectionError(`Unexpected response with status ${response.status}. Check the URL.`, idempotencyKey);
}

function describeCause(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown reason';
  if (cause.name === 'TimeoutError') return 'the request timed out';
  return (cause.cause as { code?: string } | undefined)?.code ?? cause.message;
}
