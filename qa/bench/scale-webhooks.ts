// Stripe events as work for one process or two; `npm run bench -- scale` compares them.
import { createHmac, randomUUID } from 'node:crypto';

import type pg from 'pg';

import { fetchText, runConcurrently } from '../lib/load.ts';
import { ALL, createStripeClient, payOnPage, setFaultInjection, waitUntil } from '../lib/sandbox-stripe.ts';
import type { TestEnv } from '../lib/test-env.ts';

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
  const body = { slug: 'original', attempt: randomUUID() };
  const text = await fetchText(`${url}/functions/v1/create-checkout-session`, { headers: { host }, body });
  return (JSON.parse(text) as { url: string }).url;
};

/** Delivers the sales events that the mock Stripe withheld, and waits until all are processed. */
export function createWebhookWorkload(
  { testEnv, db, account, host }: AppUnderLoad,
  eachOfTwo: readonly number[],
): Workload {
  const { sandboxUrl, env } = testEnv;
  const stripe = createStripeClient(sandboxUrl);
  const seenIds = new Set<string>();
  let events: { id: string }[] = [];
  const prepare = async (urls: readonly string[]) => {
    let sales = 0;
    await runConcurrently(
      urls.length * PAYING,
      () => sales++ < SALES,
      async (index) => payOnPage(await startCheckout(urls[index % urls.length] ?? '', host)),
    );
    // All events so far, so that the app does not find them by itself in a later round.
    const all = await stripe.events.list({ limit: 100 }, { stripeAccount: account }).autoPagingToArray(ALL);
    events = all.filter(({ id }) => !seenIds.has(id));
    for (const { id } of events) seenIds.add(id);
  };
  const run: Workload['run'] = async (urls, each) => {
    const waiting = [...events];
    await runConcurrently(
      urls.length * each,
      () => waiting.length > 0,
      async (index) => {
        const event = waiting.shift();
        if (event) await deliver(urls[index % urls.length] ?? '', event, env.STRIPE_WEBHOOK_SECRET_CONNECT ?? '');
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
export const disableEventDelivery = ({ sandboxUrl }: TestEnv): Promise<unknown> =>
  setFaultInjection(sandboxUrl, { dropped: 1000, seed: 1 });

async function deliver(url: string, event: object, secret: string): Promise<void> {
  const body = JSON.stringify(event);
  const t = Math.floor(Date.now() / 1000);
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${t},v1=${v1}` };
  await fetchText(`${url}/webhooks/stripe/connect`, { headers, body });
}

/** Includes all follow-up work; otherwise it would slow down the next measurement. */
const waitUntilProcessed = (db: pg.Client): Promise<void> =>
  waitUntil('the events are processed', async () => {
    const { rowCount } = await db.query(
      `select from stripe_events where status = 'received' union all select from outbox where status = 'waiting' limit 1`,
    );
    return rowCount === 0;
  });
