import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** How a request went; `ms` since the moment at which it was due, however late it could be sent. `status` 0: no answer. */
export type Went = { status: number; ms: number; at: number; body: string };

export type Ask = { url: string; method?: string; headers?: Record<string, string>; body?: string };

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const TIMEOUT_MS = 30_000;

/** Asks once; never throws. `due`: as `performance.now()`. */
export function ask({ url, method = 'GET', headers = {}, body }: Ask, due = performance.now()) {
  return new Promise<Went & { headers: NodeJS.Dict<string | string[]> }>((resolve) => {
    const went = (status: number, text: string, got: NodeJS.Dict<string | string[]> = {}) =>
      resolve({ status, ms: performance.now() - due, at: due, body: text, headers: got });
    const asked = request(url, { method, headers, agent, timeout: TIMEOUT_MS }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => went(answer.statusCode ?? 0, Buffer.concat(chunks).toString(), answer.headers));
      answer.on('error', (error) => went(0, error.message));
    });
    asked.on('timeout', () => asked.destroy(new Error('No answer in half a minute')));
    // A server may close a connection in the moment in which it is used again.
    asked.on('error', (error) => {
      if (asked.reusedSocket && 'code' in error && error.code === 'ECONNRESET')
        void ask({ url, method, headers, ...(body !== undefined && { body }) }, due).then(resolve);
      else went(0, error.message);
    });
    asked.end(body);
  });
}

const TICK_MS = 5;

/** Begins `act` so many times in each second, whether what was begun before has ended or not; resolves when all has. */
export async function steadily(
  rate: number,
  seconds: number,
  act: (index: number, due: number) => Promise<void>,
): Promise<void> {
  const started = performance.now();
  const all = Math.round(rate * seconds);
  const underWay = new Set<Promise<void>>();
  for (let index = 0; index < all;) {
    const due = started + (index * 1000) / rate;
    if (due > performance.now()) await wait(TICK_MS);
    else {
      const one: Promise<void> = act(index, due).finally(() => underWay.delete(one));
      underWay.add(one);
      index += 1;
    }
  }
  await Promise.all(underWay);
}
