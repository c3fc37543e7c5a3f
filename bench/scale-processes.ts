// What one process of the shop does in a second of its processor, and what two do, on one PostgreSQL: in turns within one
// run, so that whatever else the machine does hits both alike. Looks come at one rate, to one process or to both; checkouts and
// events as many at once at each process, since what is gathered into one question depends on that and on nothing else.
import { createHmac, randomUUID } from 'node:crypto';

import pg from 'pg';

import { connectedSeller, publish, samplePage } from '../e2e/seller.ts';
import { payOnPage } from '../chaos/provider.ts';
import { openWorld, type ShopProcess, type World } from '../chaos/world.ts';
import { ask, atRate, inFlight, within } from './drive.ts';
import { median, report } from './figures.ts';
import type { LoadResult } from './load.ts';
import { copyPages, copySlug } from './many-pages.ts';
import { cpuSecondsOf, runOn } from './processes.ts';

const ROUNDS = 8;
/** For nothing: then both have compiled what they need, and know what they keep. */
const WARM = 4;
/** Looks in a second at one process, or at two together: what two processes and who asks them can do here at once. */
const [FRESH, COLD] = [8000, 80];
/** Who asks for fresh pages: on each core, a half of it. */
const ASKERS = [0, 1] as const;
const CONNECTIONS = 32;
const PAGES = 10_000;
/** Their events take a second of the processor: of less than that the garbage collector's share is by chance. */
const SALES = 180;
const AT_LEAST = 0.9;

/** Does as much as it can at these processes; gives how many requests were answered well. */
type Work = {
  name: string;
  prepare?: (urls: readonly string[]) => Promise<void>;
  run: (urls: readonly string[]) => Promise<number>;
};

/** `host`: the name that the shop goes by, whichever process is asked; under another one it finds nothing in memory. */
type Shop = { world: World; db: pg.Client; account: string; host: string };

const fresh = (seconds: number, host: string): Work => ({
  name: 'public pages, fresh in memory',
  run: async (urls) => {
    const asked = {
      paths: ['/c/original'],
      headers: { host, 'accept-encoding': 'br' },
      connections: CONNECTIONS,
    };
    const loads = ASKERS.map((core) => {
      const load = { ...asked, url: urls[core % urls.length], seconds, perSecond: FRESH / ASKERS.length };
      return runOn<LoadResult>(core, ['bench/load.ts', JSON.stringify(load)]);
    });
    const results = await Promise.all(loads);
    if (results.some(({ bad }) => bad > 0)) throw new Error('A page was not answered well');
    return results.reduce((sum, { answered }) => sum + answered, 0);
  },
});

/** Of the pages, the last one that was looked at: none comes twice, or whoever is asked more would know more of them. */
let looked = 0;

const cold = (seconds: number, host: string): Work => ({
  name: 'public pages, each for the first time',
  run: (urls) =>
    atRate(urls, COLD, seconds, async (url) => {
      await ask(`${url}/c/${copySlug(++looked)}`, { headers: { host } });
    }),
});

const press = async (url: string, host: string): Promise<string> => {
  const body = JSON.stringify({ slug: 'original', attempt: randomUUID() });
  const headers = { host, 'content-type': 'application/json' };
  const text = await ask(`${url}/functions/v1/create-checkout-session`, { method: 'POST', headers, body });
  return (JSON.parse(text) as { url: string }).url;
};

const checkouts = (seconds: number, host: string): Work => ({
  name: 'checkouts begun',
  run: (urls) => inFlight(urls, within(seconds), async (url) => void (await press(url, host))),
});

/** The provider's events of sales that it kept to itself, delivered by us and worked off to the last. */
function webhooks({ world, db, account, host }: Shop): Work {
  const { sandboxUrl, env } = world;
  const seen = new Set<string>();
  let events: { id: string }[] = [];
  const prepare = async (urls: readonly string[]) => {
    await weather(sandboxUrl, { dropped: '1000', seed: '1' });
    let sales = 0;
    await inFlight(
      urls,
      () => sales++ < SALES,
      async (url) => void (await payOnPage(await press(url, host))),
    );
    events = (await eventsOf(sandboxUrl, account)).filter(({ id }) => !seen.has(id));
    for (const { id } of events) seen.add(id);
    await weather(sandboxUrl, {});
  };
  const run = async (urls: readonly string[]) => {
    const waiting = [...events];
    await inFlight(
      urls,
      () => waiting.length > 0,
      async (url) => {
        const event = waiting.shift();
        if (event) await deliver(url, event, env.STRIPE_WEBHOOK_SECRET_CONNECT ?? '');
      },
    );
    await workedOff(db);
    return events.length;
  };
  return { name: 'events taken and worked off', prepare, run };
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const weather = (sandboxUrl: string, storm: Record<string, string>): Promise<string> =>
  ask(`${sandboxUrl}/sandbox/storm`, {
    method: 'POST',
    body: new URLSearchParams(storm).toString(),
    headers: FORM,
  });

async function eventsOf(sandboxUrl: string, account: string): Promise<{ id: string }[]> {
  const events: { id: string }[] = [];
  const headers = { Authorization: 'Bearer sk_test_bench', 'Stripe-Account': account };
  for (let after = ''; events.length < SALES * 6;) {
    const from = after && `&starting_after=${after}`;
    const text = await ask(`${sandboxUrl}/v1/events?limit=100${from}`, { headers });
    const { data, has_more: more } = JSON.parse(text) as { data: { id: string }[]; has_more: boolean };
    events.push(...data);
    after = data.at(-1)?.id ?? '';
    if (!more) break;
  }
  return events;
}

async function deliver(url: string, event: object, secret: string): Promise<void> {
  const body = JSON.stringify(event);
  const t = Math.floor(Date.now() / 1000);
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${t},v1=${v1}` };
  await ask(`${url}/webhooks/stripe/connect`, { method: 'POST', headers, body });
}

/** With all that follows from them: else who does more of that meanwhile would seem to be slower. */
async function workedOff(db: pg.Client): Promise<void> {
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

/** Halts a process, at a moment at which it holds nothing in the database that the other one would wait for. */
async function halt(db: pg.Client, { pid }: ShopProcess): Promise<void> {
  for (;;) {
    process.kill(pid(), 'SIGSTOP');
    const { rowCount } = await db.query(
      `select 1 from pg_stat_activity where xact_start is not null and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    if (rowCount === 0) return;
    process.kill(pid(), 'SIGCONT');
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

const cpuOf = (shops: readonly ShopProcess[]): number =>
  shops.reduce((sum, { pid }) => sum + cpuSecondsOf(pid()), 0);

/** `atRest`: what one process spends in a second when nobody asks it, which is no part of a request. */
async function perCpuSecond(work: Work, shops: readonly ShopProcess[], atRest: number): Promise<number> {
  const urls = shops.map(({ url }) => url);
  await work.prepare?.(urls);
  const [before, started] = [cpuOf(shops), performance.now()];
  const done = await work.run(urls);
  const resting = (atRest * shops.length * (performance.now() - started)) / 1000;
  return done / (cpuOf(shops) - before - resting);
}

const REST_MS = 10_000;

async function restOf(shops: readonly ShopProcess[]): Promise<number> {
  const before = cpuOf(shops);
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  return (cpuOf(shops) - before) / shops.length / (REST_MS / 1000);
}

async function compare(shop: Shop, work: Work, atRest: number): Promise<void> {
  const [first, second] = shop.world.shops;
  if (!first || !second) throw new Error('There are two processes');
  const [one, two]: [number[], number[]] = [[], []];
  const measureTwo = async () => two.push(await perCpuSecond(work, [first, second], atRest));
  // Each in its turn: who has done more has compiled more of it.
  const measureOne = async (round: number) => {
    const [awake, halted] = round % 2 === 0 ? [first, second] : [second, first];
    await halt(shop.db, halted);
    try {
      one.push(await perCpuSecond(work, [awake], atRest));
    } finally {
      process.kill(halted.pid(), 'SIGCONT');
    }
  };
  for (let round = 0; round < WARM; round++) await perCpuSecond(work, [first, second], atRest);
  for (let round = 0; round < ROUNDS; round++)
    for (const measure of round % 4 < 2 ? [measureOne, measureTwo] : [measureTwo, measureOne])
      await measure(round);
  const told = (values: number[]) =>
    `${median(values).toFixed(0)} (${values.map((value) => value.toFixed(0)).join(', ')})`;
  console.log(`${work.name}, in a second of the processor: one process ${told(one)}, two ${told(two)}`);
  report(`${work.name}: two processes by one`, median(two) / median(one), AT_LEAST, 'at least');
}

export async function compareProcesses(seconds: number): Promise<void> {
  const world = await openWorld({ database: 'postgres', shops: 2, env: { LOG_LEVEL: 'error' } });
  const db = new pg.Client({ connectionString: world.postgres?.url });
  try {
    await db.connect();
    const seller = await connectedSeller(world.shop);
    await seller.call('create-subscription', { planId: 'pro' });
    await publish(
      seller,
      samplePage({
        customSlug: 'original',
        price: '1',
        requireTerms: false,
        enableCoupon: false,
        validCoupons: [],
      }),
    );
    const { stripe_account_id: account } = await seller.call('get-connection', {});
    await copyPages({ url: world.postgres?.url ?? '' }, 1, PAGES);
    const { host } = new URL(world.shop.url);
    const shop = { world, db, account: account ?? '', host };
    const atRest = await restOf(world.shops);
    console.log(
      `\nA process that nobody asks spends ${(atRest * 1000).toFixed(0)} ms of the processor in a second`,
    );
    for (const work of [fresh(seconds, host), cold(seconds, host), checkouts(seconds, host), webhooks(shop)])
      await compare(shop, work, atRest);
  } finally {
    await db.end();
    await world.stop();
  }
}
