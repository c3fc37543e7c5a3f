// What one process of the shop does in a second of its processor, and what two do, on one PostgreSQL: in turns within one
// run, so that whatever else the machine does hits both alike. Looks come at one rate, to one process or to both. Of checkouts
// and events so many are under way at once, and two processes are asked twice: for as many, which they share, and for as many at
// each of them, since what is gathered into one question depends on that.
import pg from 'pg';

import { connectedSeller, publish, samplePage } from '../e2e/seller.ts';
import { openWorld, type ShopProcess } from '../chaos/world.ts';
import { ask, atRate, inFlight, within } from './drive.ts';
import { median, report } from './figures.ts';
import type { LoadResult } from './load.ts';
import { copyPages, copySlug } from './many-pages.ts';
import { keepEventsBack, press, webhooks, type Shop, type Work } from './scale-events.ts';
import { cpuSecondsOf, runOn } from './processes.ts';

/** Under way at once at one process. */
const AT_ONCE = 16;
/** Looks in a second at one process, or at two together: what two processes and who asks them can do here at once. */
const [FRESH, COLD] = [8000, 80];
/** Who asks for fresh pages: on each core, a half of it. */
const ASKERS = [0, 1] as const;
const CONNECTIONS = 32;
const PAGES = 10_000;

const SHARED = [AT_ONCE / 2];
const SHARED_AND_EACH = [AT_ONCE / 2, AT_ONCE];

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
  eachOfTwo: SHARED,
});

/** Of the pages, the last one that was looked at: none comes twice, or whoever is asked more would know more of them. */
let looked = 0;

const cold = (seconds: number, host: string): Work => ({
  name: 'public pages, each for the first time',
  run: (urls) =>
    atRate(urls, COLD, seconds, async (url) => {
      await ask(`${url}/c/${copySlug(++looked)}`, { headers: { host } });
    }),
  eachOfTwo: SHARED,
});

const checkouts = (seconds: number, host: string): Work => ({
  name: 'checkouts begun',
  run: (urls, each) => inFlight(urls, each, within(seconds), async (url) => void (await press(url, host))),
  eachOfTwo: SHARED_AND_EACH,
});

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
type Asked = { shops: readonly ShopProcess[]; each: number; atRest: number };

async function perCpuSecond(work: Work, { shops, each, atRest }: Asked): Promise<number> {
  const urls = shops.map(({ url }) => url);
  await work.prepare?.(urls);
  const [before, started] = [cpuOf(shops), performance.now()];
  const done = await work.run(urls, each);
  const resting = (atRest * shops.length * (performance.now() - started)) / 1000;
  return done / (cpuOf(shops) - before - resting);
}

const REST_MS = 10_000;

async function restOf(shops: readonly ShopProcess[]): Promise<number> {
  const before = cpuOf(shops);
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  return (cpuOf(shops) - before) / shops.length / (REST_MS / 1000);
}

/** `rounds`: of each, after as many for nothing, in which both compile what they need. `least`: of one, what two do. */
type Yardstick = { seconds: number; rounds: number; least: number; atRest: number };

async function compare({ world, db }: Shop, work: Work, { rounds, least, atRest }: Yardstick): Promise<void> {
  const [first, second] = world.shops;
  if (!first || !second) throw new Error('There are two processes');
  const one: number[] = [];
  const two = work.eachOfTwo.map((each) => ({ each, shops: [first, second], atRest, done: [] as number[] }));
  // Each in its turn: who has done more has compiled more of it.
  const measureOne = async (round: number) => {
    const [awake, halted] = round % 2 === 0 ? [first, second] : [second, first];
    await halt(db, halted);
    try {
      one.push(await perCpuSecond(work, { shops: [awake], each: AT_ONCE, atRest }));
    } finally {
      process.kill(halted.pid(), 'SIGCONT');
    }
  };
  const measures = [
    measureOne,
    ...two.map((asked) => async () => void asked.done.push(await perCpuSecond(work, asked))),
  ];
  for (let round = 0; round < rounds; round++)
    await perCpuSecond(work, { shops: [first, second], each: AT_ONCE, atRest });
  for (let round = 0; round < rounds * (work.times ?? 1); round++)
    for (const measure of round % 4 < 2 ? measures : measures.toReversed()) await measure(round);
  const told = (values: number[]) =>
    `${median(values).toFixed(0)} (${values.map((value) => value.toFixed(0)).join(', ')})`;
  console.log(`${work.name}, in a second of the processor: one process ${told(one)}`);
  for (const { each, done } of two) {
    const how = each === AT_ONCE ? 'with as much at each' : 'sharing as much';
    console.log(`  two ${how} ${told(done)}`);
    report(`${work.name}: two processes by one, ${how}`, median(done) / median(one), least, 'at least');
  }
}

export async function compareProcesses(wish: Omit<Yardstick, 'atRest'>): Promise<void> {
  const { seconds } = wish;
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
    await keepEventsBack(world);
    const { host } = new URL(world.shop.url);
    const shop = { world, db, account: account ?? '', host };
    const atRest = await restOf(world.shops);
    console.log(
      `\nA process that nobody asks spends ${(atRest * 1000).toFixed(0)} ms of the processor in a second`,
    );
    for (const work of [
      fresh(seconds, host),
      cold(seconds, host),
      checkouts(seconds, host),
      webhooks(shop, SHARED_AND_EACH),
    ])
      await compare(shop, work, { ...wish, atRest });
  } finally {
    await db.end();
    await world.stop();
  }
}
