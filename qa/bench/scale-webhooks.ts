// Stripe events as work for one process or two; `npm run bench:scale` compares them.
import { createHmac, randomUUID } from 'node:crypto';

import type pg from 'pg';

import { payOnPage } from '../lib/sandbox-stripe.ts';
import type { TestEnv } from '../lib/test-env.ts';
import { sendRequest, runConcurrently } from './request-load.ts';

/** The events take about a second of CPU time; with less, the share of garbage collection is random. */
const SALES = 180;
/** Concurrent buyers at each process who pay before the measurement. */
const PAYING = 16;
/** More rounds than for other work: the same sales cost up to a third more in one round than in another. */
const TIMES = 2;

/**
 * Does as much work as possible at these processes; returns the number of successful requests. `each`:
 * concurrency per process.
 */
export type Workload = {
  name: string;
  prepare?: (urls: readonly string[]) => Promise<void>;
  run: (urls: readonly string[], each: number) => Promise<number>;
  /** The concurrency at each of two processes. */
  eachOfTwo: readonly number[];
  /** The factor for the number of rounds, where a single round is less precise than one of other work. */
  times?: number;
};

/** `host`: the public host name, whichever process is called; with another one, the page cache is missed. */
export type AppUnderLoad = { testEnv: TestEnv; db: pg.Client; account: string; host: string };

/** Creates a checkout attempt; returns the URL of the Stripe payment page. */
export const startCheckout = async (url: string, host: string): Promise<string> => {
  const body = JSON.stringify({ slug: 'original', attempt: randomUUID() });
  const headers = { host, 'content-type': 'application/json' };
  const text = await sendRequest(`${url}/functions/v1/create-checkout-session`, {
    method: 'POST',
    headers,
    body,
  });
  return (JSON.parse(text) as { url: string }).url;
};

/** Delivers the sales events that the mock Stripe withheld, and waits until all are processed. */
export function createWebhookWorkload(
  { testEnv, db, account, host }: AppUnderLoad,
  eachOfTwo: readonly number[],
): Workload {
  const { sandboxUrl, env } = testEnv;
  const seenIds = new Set<string>();
  let events: { id: string }[] = [];
  const prepare = async (urls: readonly string[]) => {
    let sales = 0;
    await runConcurrently(
      urls,
      PAYING,
      () => sales++ < SALES,
      async (url) => void (await payOnPage(await startCheckout(url, host))),
    );
    events = await newEvents(sandboxUrl, account, seenIds);
    for (const { id } of events) seenIds.add(id);
  };
  const run: Workload['run'] = async (urls, each) => {
    const waiting = [...events];
    await runConcurrently(
      urls,
      each,
      () => waiting.length > 0,
      async (url) => {
        const event = waiting.shift();
        if (event) await deliver(url, event, env.STRIPE_WEBHOOK_SECRET_CONNECT ?? '');
      },
    );
    await waitUntilProcessed(db);
    return events.length;
  };
  return { name: 'events received and processed', prepare, run, eachOfTwo, times: TIMES };
}

/**
 * Makes the mock Stripe withhold its events. Otherwise one process would receive those of checkouts during the
 * measurement and minutes after it.
 */
export async function disableEventDelivery({ sandboxUrl }: TestEnv): Promise<void> {
  await sendRequest(`${sandboxUrl}/sandbox/storm`, {
    method: 'POST',
    body: new URLSearchParams({ dropped: '1000', seed: '1' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

/** Lists all events since then, so that the app does not find them by itself in a later round. */
async function newEvents(sandboxUrl: string, account: string, seenIds: ReadonlySet<string>): Promise<{ id: string }[]> {
  const events: { id: string }[] = [];
  const headers = { Authorization: 'Bearer sk_test_bench', 'Stripe-Account': account };
  for (;;) {
    const last = events.at(-1);
    const from = last ? `&starting_after=${last.id}` : '';
    const text = await sendRequest(`${sandboxUrl}/v1/events?limit=100${from}`, { headers });
    const { data, has_more: more } = JSON.parse(text) as { data: { id: string }[]; has_more: boolean };
    const fresh = data.filter(({ id }) => !seenIds.has(id));
    events.push(...fresh);
    if (!more || fresh.length < data.length) return events;
  }
}

async function deliver(url: string, event: object, secret: string): Promise<void> {
  const body = JSON.stringify(event);
  const t = Math.floor(Date.now() / 1000);
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${t},v1=${v1}` };
  await sendRequest(`${url}/webhooks/stripe/connect`, { method: 'POST', headers, body });
}

/** Includes all follow-up work; otherwise it would slow down the next measurement. */
async function waitUntilProcessed(db: pg.Client): Promise<void> {
  const late = performance.now() + 120_000;
  for (;;) {
    const { rowCount } = await db.query(
      `select from provider_events where status = 'received' union all select from outbox where status = 'waiting' limit 1`,
    );
    if (rowCount === 0) return;
    if (performance.now() > late) throw new Error('The events were not processed in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
