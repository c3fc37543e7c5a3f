import { createHmac } from 'node:crypto';
import type { SandboxEndpoint } from './events.ts';
import type { Store } from './store.ts';

export type Deliver = (
  url: string,
  init: { method: 'POST'; headers: Record<string, string>; body: string },
) => Promise<{ status: number }>;

type Row = { id: number; url: string; scope: string; body: string; tries: number };
export type Outlet = {
  endpoints: SandboxEndpoint[];
  deliver: Deliver;
  retryDelays: number[];
  parallel: number;
};
export type Queue = { ring: () => void; settled: () => Promise<void>; stop: () => Promise<void> };

export const defaultParallel = 8;
/** Retries due within this time count as due, so that waiting for the queue includes short retry delays. */
const nearMilliseconds = 50;

export const defaultRetryDelays = [1000, 5000, 30_000, 120_000, 600_000, 3_600_000];

export const deliverByFetch: Deliver = async (url, init) => {
  const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(10_000) });
  await response.body?.cancel();
  return { status: response.status };
};

export const signatureOf = (body: string, secret: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;

const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message || cause.name : 'unknown';
};

const send = async (row: Row, endpoints: SandboxEndpoint[], deliver: Deliver): Promise<string> => {
  const endpoint = endpoints.find((candidate) => candidate.url === row.url && candidate.scope === row.scope);
  if (!endpoint) return 'endpoint is gone';
  const signature = signatureOf(row.body, endpoint.secret, Math.floor(Date.now() / 1000));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Stripe/1.0 (sandbox)',
    'stripe-signature': signature,
  };
  try {
    return String((await deliver(row.url, { method: 'POST', headers, body: row.body })).status);
  } catch (error) {
    return `none (${reasonOf(error)})`;
  }
};

const waitingRows = (store: Store, until: number): Row[] =>
  store
    .sql(
      `SELECT id, url, scope, body, tries FROM deliveries WHERE state = 'waiting' AND due <= ? ORDER BY due, id LIMIT 100`,
    )
    .all(until) as Row[];

const nextDue = (store: Store): number | undefined => {
  const row = store
    .sql(`SELECT min(due) AS due FROM deliveries WHERE state = 'waiting' AND due > ?`)
    .get(Date.now());
  return typeof row?.['due'] === 'number' ? row['due'] : undefined;
};

const note = (store: Store, row: Row, answer: string, delay: number | undefined): void => {
  const state = /^2\d\d$/.test(answer) ? 'delivered' : delay === undefined ? 'failed' : 'waiting';
  store
    .sql('UPDATE deliveries SET tries = tries + 1, state = ?, answer = ?, due = ? WHERE id = ?')
    .run(state, answer, Date.now() + (delay ?? 0), row.id);
};

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Sends queued deliveries in real time, independent of the sandbox's clock. */
export const openQueue = (store: Store, { endpoints, deliver, retryDelays, parallel }: Outlet): Queue => {
  const underWay = new Map<number, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let state: 'open' | 'stopping' | 'closed' = 'open';

  const waiting = (until: number): Row[] => waitingRows(store, until).filter((row) => !underWay.has(row.id));
  const start = async (row: Row): Promise<void> => {
    const answer = await send(row, endpoints, deliver);
    underWay.delete(row.id);
    if (state !== 'closed') note(store, row, answer, retryDelays[row.tries]);
    ringIn(0);
  };
  const work = (): void => {
    if (state !== 'open') return;
    for (const row of waiting(Date.now())) if (underWay.size < parallel) underWay.set(row.id, start(row));
    const next = nextDue(store);
    if (next !== undefined) ringIn(Math.max(next - Date.now(), 1));
  };
  const ringIn = (milliseconds: number): void => {
    if (state !== 'open') return;
    clearTimeout(timer);
    timer = setTimeout(work, Math.min(milliseconds, 2 ** 31 - 1)).unref();
  };
  const settled = async (): Promise<void> => {
    while (state === 'open' && (underWay.size > 0 || waiting(Date.now() + nearMilliseconds).length > 0)) {
      work();
      await Promise.race([...underWay.values(), pause(5)]);
    }
  };
  const stop = async (): Promise<void> => {
    state = 'stopping';
    clearTimeout(timer);
    if (underWay.size > 0) await Promise.race([Promise.all(underWay.values()), pause(2000)]);
    state = 'closed';
  };
  ringIn(0);
  return { ring: () => ringIn(0), settled, stop };
};
