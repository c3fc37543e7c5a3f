/** Two processes of one shop whose clocks and zones are not the same, and whoever races there. */
import path from 'node:path';

import pg from 'pg';

import { openMailReceiver, type MailReceiver } from './mail-receiver.ts';
import { openEmptyZones, openHooks, type Counting } from './outside-world.ts';
import { openWorld, type ShopProcess, type World } from './world.ts';
import type { Seller } from '../e2e/seller.ts';

export type RaceWorld = {
  world: World;
  /** The way to each of the two processes. */
  doors: readonly [string, string];
  sandboxUrl: string;
  db: pg.Pool;
  mail: MailReceiver;
  hooks: Counting;
  names: Counting;
  /** Starts a process as it was started first. */
  startAgain: (shop: ShopProcess) => Promise<void>;
  stop: () => Promise<void>;
};

/** Somebody who sells, and their customer at the provider. */
export type Racer = { seller: Seller; customer: string };
export type Fault = { race: string; who: string; what: string };

export const faultsOf = (race: string, who: string, held: Record<string, boolean>): Fault[] =>
  Object.entries(held).flatMap(([what, holds]) => (holds ? [] : [{ race, who, what }]));

const SKEWED = path.join(import.meta.dirname, 'skewed-clock.ts');

/** `skewS`: how far the clock of the one process is fast, and of the other slow. */
export async function openRaceWorld(skewS: number): Promise<RaceWorld> {
  const [mail, hooks, names] = [await openMailReceiver(), await openHooks(), await openEmptyZones()];
  const world = await openWorld({
    database: 'postgres',
    shops: 2,
    started: false,
    env: {
      LOG_LEVEL: 'warn',
      SMTP_URL: mail.url,
      MAIL_FROM: 'Tillwright <shop@till.example>',
      DNS_SERVERS: names.address,
      DOMAIN_TARGET: 'till.example',
    },
  });
  const startAgain = async (shop: ShopProcess) => {
    const isFirst = shop === world.shop;
    await shop.start({
      NODE_OPTIONS: `--import=${SKEWED}`,
      SKEW_MS: String((isFirst ? 1 : -1) * skewS * 1000),
      TZ: isFirst ? 'Pacific/Kiritimati' : 'America/St_Johns',
      PGAPPNAME: isFirst ? 'first' : 'second',
    });
  };
  await Promise.all(world.shops.map(startAgain));
  const [first, second] = world.shops;
  if (!first || !second || !world.postgres) throw new Error('Two processes race on PostgreSQL');
  const db = new pg.Pool({ connectionString: world.postgres.url, max: 8 });
  const stop = async () => {
    await db.end();
    await world.stop();
    for (const one of [mail, hooks, names]) one.close();
  };
  const doors = [first.url, second.url] as const;
  return { world, doors, sandboxUrl: world.sandboxUrl, db, mail, hooks, names, startAgain, stop };
}

/** `work` for every one of them, so many at the same time. */
export async function each<T, R>(
  all: readonly T[],
  atOnce: number,
  work: (one: T, place: number) => Promise<R>,
): Promise<R[]> {
  const waiting = [...all.entries()];
  const results: R[] = [];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      results[next[0]] = await work(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results;
}
