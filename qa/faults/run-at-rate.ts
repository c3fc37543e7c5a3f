import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** The outcome of a request; `ms` counts from when it was due, however late it was sent. `status` 0: no response. */
export type RequestResult = { status: number; ms: number; at: number; body: string };

export type RequestOptions = {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
};

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const TIMEOUT_MS = 30_000;

/** Sends one request; never throws. `due`: as `performance.now()`. */
export function sendRequest({ url, method = 'GET', headers = {}, body }: RequestOptions, due = performance.now()) {
  return new Promise<RequestResult & { headers: NodeJS.Dict<string | string[]> }>((resolve) => {
    const finish = (status: number, text: string, got: NodeJS.Dict<string | string[]> = {}) =>
      resolve({ status, ms: performance.now() - due, at: due, body: text, headers: got });
    const outgoing = request(url, { method, headers, agent, timeout: TIMEOUT_MS }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => finish(answer.statusCode ?? 0, Buffer.concat(chunks).toString(), answer.headers));
      answer.on('error', (error) => finish(0, error.message));
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('No response in half a minute')));
    // A server may close a connection just as it is reused.
    outgoing.on('error', (error) => {
      if (outgoing.reusedSocket && 'code' in error && error.code === 'ECONNRESET')
        void sendRequest({ url, method, headers, ...(body !== undefined && { body }) }, due).then(resolve);
      else finish(0, error.message);
    });
    outgoing.end(body);
  });
}

const TICK_MS = 5;

/** Starts `act` this many times per second, whether or not earlier calls have ended; resolves when all have. */
export async function runAtRate(
  rate: number,
  seconds: number,
  action: (index: number, due: number) => Promise<void>,
): Promise<void> {
  const started = performance.now();
  const all = Math.round(rate * seconds);
  const pending = new Set<Promise<void>>();
  for (let index = 0; index < all;) {
    const due = started + (index * 1000) / rate;
    if (due > performance.now()) await wait(TICK_MS);
    else {
      const one: Promise<void> = action(index, due).finally(() => pending.delete(one));
      pending.add(one);
      index += 1;
    }
  }
  await Promise.all(pending);
}
