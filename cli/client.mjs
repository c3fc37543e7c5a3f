import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import { EXIT, Fault } from './errors.mjs';

const TRIES = 5;
const TIMEOUT_MS = 60_000;
const LONGEST_WAIT_S = 60;
const PAGE_SIZE = 100;

/**
 * Client of one server's API. Retries reads while the server is busy, and writes under the same idempotency key, so that
 * nothing happens twice. Calls `warn` before every wait.
 */
export function clientOf({ url, key, warn, idempotencyKey, mayRepeat }) {
  const ask = (method, path, { query = {}, body } = {}) => {
    const address = addressOf(url, path, query);
    const once = method === 'GET' ? null : (idempotencyKey ?? randomUUID());
    const headers = {
      accept: 'application/json',
      authorization: `Bearer ${key}`,
      'user-agent': `tillwright-cli node/${process.versions.node}`,
      ...(once ? { 'idempotency-key': once } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const init = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
    return answerOf(() => send(address, init), { warn, once: mayRepeat ? once : null });
  };
  return {
    get: (path, query) => ask('GET', path, { query }),
    write: (method, path, body) => ask(method, path, { body }),
    list: (path, query, most) => listOf((wish) => ask('GET', path, { query: { ...query, ...wish } }), most),
  };
}

function addressOf(url, path, query) {
  const address = new URL(`/api/v1${path}`, url);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) address.searchParams.set(name, String(value));
  return address;
}

/** Yields the rows of all pages. */
async function* listOf(ask, most) {
  let left = most;
  let cursor;
  while (left > 0) {
    const { data, next } = await ask({ limit: Math.min(left, PAGE_SIZE), cursor });
    yield* data;
    left -= data.length;
    if (next === null) return;
    cursor = next;
  }
}

/** Follows no redirects, because the key is for this address only. Returns no response when the request failed. */
async function send(address, init) {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(address, { ...init, redirect: 'manual', signal });
    return { response, text: await response.text() };
  } catch (error) {
    return { problem: error };
  }
}

async function answerOf(attempt, { warn, once }) {
  for (let turn = 1; ; turn += 1) {
    const got = await attempt();
    const pause = turn < TRIES ? pauseAfter(got, turn) : null;
    if (pause === null) return read(got, once);
    warn(`${got.response ? `The server is busy (${got.response.status})` : 'No response'}. Retrying in ${pause} s.`);
    await wait(pause * 1000);
  }
}

/** Seconds to wait, from Retry-After if present; null: use this response. */
function pauseAfter({ response, text }, turn) {
  if (!response) return turn < 3 ? turn : null;
  const busy = response.status === 429 || response.status === 503;
  if (!busy && codeIn(text) !== 'idempotency_in_progress') return null;
  const said = Number(response.headers.get('retry-after') ?? Number.NaN);
  const seconds = Number.isFinite(said) && said >= 0 ? said : 2 ** (turn - 1);
  return seconds <= LONGEST_WAIT_S ? seconds : null;
}

const codeIn = (text) => parsed(text)?.error?.code;

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function read({ response, text, problem }, once) {
  const again = once ? [`To retry without performing the request twice, add: --idempotency-key ${once}`] : [];
  if (!response) throw new Fault(EXIT.network, `No response from the server: ${causeOf(problem)}.`, again);
  const body = parsed(text);
  if (response.ok && body !== undefined) return body;
  if (body?.error) throw refusal(body.error, response.status >= 500 ? again : []);
  throw new Fault(
    EXIT.network,
    `This URL is not a Tillwright site: it returned an unexpected response (${response.status}).`,
    ['Check --url or TILLWRIGHT_URL.'],
  );
}

const causeOf = (error) =>
  error?.name === 'TimeoutError' ? 'the request timed out' : (error?.cause?.code ?? error?.message ?? 'unknown reason');

/** An error with the API's message. */
function refusal({ message, code, problems, documentationUrl: docs }, again) {
  const details = Array.isArray(problems) ? problems.map(problemText) : [];
  return new Fault(EXIT.refused, message, [...details, ...again, `${code}${docs ? ` · ${docs}` : ''}`]);
}

const problemText = ({ path, message }) => `- ${path ? `${path}: ` : ''}${message}`;
