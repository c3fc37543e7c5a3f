import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { SandboxEndpoint } from './event-recorder.ts';
import type { Store } from './store.ts';

export type Deliver = (
  url: string,
  init: { method: 'POST'; headers: Record<string, string>; body: string },
) => Promise<{ status: number }>;

type DeliveryRow = { id: number; url: string; scope: string; body: string; tries: number };
export type QueueOptions = {
  endpoints: SandboxEndpoint[];
  deliver: Deliver;
  retryDelays: number[];
  concurrency: number;
};

export const DEFAULT_CONCURRENCY = 8;
/** Retries due within this time count as due, so that waiting for the queue includes short retry delays. */
const DUE_SOON_MS = 50;

export const DEFAULT_RETRY_DELAYS_MS = [1000, 5000, 30_000, 120_000, 600_000, 3_600_000];

export const deliverByFetch: Deliver = async (url, init) => {
  const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(10_000) });
  await response.body?.cancel();
  return { status: response.status };
};

const createSignature = (body: string, secret: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;

const errorReason = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message || cause.name : 'unknown';
};

const sendDelivery = async (row: DeliveryRow, endpoints: SandboxEndpoint[], deliver: Deliver): Promise<string> => {
  const endpoint = endpoints.find((candidate) => candidate.url === row.url && candidate.scope === row.scope);
  if (!endpoint) return 'endpoint no longer configured';
  const signature = createSignature(row.body, endpoint.secret, Math.floor(Date.now() / 1000));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Stripe/1.0 (sandbox)',
    'stripe-signature': signature,
  };
  try {
    return String((await deliver(row.url, { method: 'POST', headers, body: row.body })).status);
  } catch (error) {
    return `none (${errorReason(error)})`;
  }
};

const selectDueDeliveries = (store: Store, until: number): DeliveryRow[] =>
  store
    .sql(
      `SELECT id, url, scope, body, tries FROM deliveries WHERE state = 'waiting' AND due <= ? ORDER BY due, id LIMIT 100`,
    )
    .all(until) as DeliveryRow[];

const findNextDue = (store: Store): number | undefined => {
  const row = store.sql(`SELECT min(due) AS due FROM deliveries WHERE state = 'waiting' AND due > ?`).get(Date.now());
  return typeof row?.['due'] === 'number' ? row['due'] : undefined;
};

const recordAttempt = (store: Store, row: DeliveryRow, result: string, delay: number | undefined): void => {
  const state = /^2\d\d$/.test(result) ? 'delivered' : delay === undefined ? 'failed' : 'waiting';
  store
    .sql('UPDATE deliveries SET tries = tries + 1, state = ?, answer = ?, due = ? WHERE id = ?')
    .run(state, result, Date.now() + (delay ?? 0), row.id);
};

/** Sends queued deliveries in real time, independent of the sandbox's clock. */
export const openDeliveryQueue = (store: Store, { endpoints, deliver, retryDelays, concurrency }: QueueOptions) => {
  const inProgress = new Map<number, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let state: 'open' | 'stopping' | 'closed' = 'open';

  const dueDeliveries = (until: number): DeliveryRow[] =>
    selectDueDeliveries(store, until).filter((row) => !inProgress.has(row.id));
  const startDelivery = async (row: DeliveryRow): Promise<void> => {
    const result = await sendDelivery(row, endpoints, deliver);
    inProgress.delete(row.id);
    if (state !== 'closed') recordAttempt(store, row, result, retryDelays[row.tries]);
    wakeIn(0);
  };
  const processQueue = (): void => {
    if (state !== 'open') return;
    for (const row of dueDeliveries(Date.now()))
      if (inProgress.size < concurrency) inProgress.set(row.id, startDelivery(row));
    const next = findNextDue(store);
    if (next !== undefined) wakeIn(Math.max(next - Date.now(), 1));
  };
  const wakeIn = (milliseconds: number): void => {
    if (state !== 'open') return;
    clearTimeout(timer);
    timer = setTimeout(processQueue, Math.min(milliseconds, 2 ** 31 - 1)).unref();
  };
  const waitForDeliveries = async (): Promise<void> => {
    while (state === 'open' && (inProgress.size > 0 || dueDeliveries(Date.now() + DUE_SOON_MS).length > 0)) {
      processQueue();
      await Promise.race([...inProgress.values(), sleep(5)]);
    }
  };
  const stop = async (): Promise<void> => {
    state = 'stopping';
    clearTimeout(timer);
    if (inProgress.size > 0) await Promise.race([Promise.all(inProgress.values()), sleep(2000)]);
    state = 'closed';
  };
  wakeIn(0);
  return { wake: () => wakeIn(0), waitForDeliveries, stop };
};
