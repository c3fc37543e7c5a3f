// The provider's events, as work for one process or two: `npm run bench:scale` lays them beside each other.
import { createHmac, randomUUID } from 'node:crypto';

import type pg from 'pg';

import { payOnPage } from '../lib/sandbox-stripe.ts';
import type { TestEnv } from '../lib/test-env.ts';
import { sendRequest, runConcurrently } from './request-load.ts';

/** Their events take a second of the processor: of less than that the garbage collector's share is by chance. */
const SALES = 180;
/** Buyers who pay at once at each process, before anything is measured. */
const PAYING = 16;
/** As many rounds as of other work: the same sales cost up to a third more in one than in another. */
const TIMES = 2;

/** Does as much as it can at these processes; gives how many requests were answered well. `each`: under way at each of them. */
export type Workload = {
  name: string;
  prepare?: (urls: readonly string[]) => Promise<void>;
  run: (urls: readonly string[], each: number) => Promise<number>;
  /** How many are under way at each of two processes. */
  eachOfTwo: readonly number[];
  /** How many times as many rounds it takes, where one says less than a round of other work does. */
  times?: number;
};

/** `host`: the name that the shop goes by, whichever process is asked; under another one it finds nothing in memory. */
export type AppUnderLoad = { testEnv: TestEnv; db: pg.Client; account: string; host: string };

/** Begins a checkout; gives the address of the provider’s page. */
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

/** The provider's events of sales that it kept to itself, delivered by us and worked off to the last. */
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
  return { name: 'events taken and worked off', prepare, run, eachOfTwo, times: TIMES };
}

/**
 * From now on the provider keeps its events to itself. Otherwise one process would take those of checkouts beside what is
 * measured, and minutes after it.
 */
export async function disableEventDelivery({ sandboxUrl }: TestEnv): Promise<void> {
  await sendRequest(`${sandboxUrl}/sandbox/storm`, {
    method: 'POST',
    body: new URLSearchParams({ dropped: '1000', seed: '1' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

/** All that came since, so that none is left for the shop to find by itself in another round. */
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

/** With all that follows from them: else who does more of that meanwhile would seem to be slower. */
async function waitUntilProcessed(db: pg.Client): Promise<void> {
  const late = performance.now() + 120_000;
  for (;;) {
    const { rowCount } = await db.query(
      `select from provider_events where status = 'received' union all select from outbox where status = 'waiting' limit 1`,
    );
    if (rowCount === 0) return;
    if (performance.now() > late) throw new Error('The events were not worked off');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
