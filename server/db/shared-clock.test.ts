import { pino } from 'pino';
import { expect, test } from 'vitest';

import { openTestDatabase } from '#server/testing-database.ts';
import { takeFrom } from '#server/http/rate-limits.ts';
import { atTheEnd } from '#server/testing-ends.ts';
import { openShop, type TestShop } from '#server/testing.ts';

import { claimMail, queueMail } from './outbox.ts';
import { openSharedClock, type SharedClock } from './shared-clock.ts';

const MINUTE_MS = 60_000;

type Machine = { clock: SharedClock; shiftWall: (ms: number) => void; told: () => unknown[] };

/** A machine whose clock is off by this much. */
async function openMachine(offMs: number): Promise<Machine> {
  const database = await openTestDatabase();
  const told: unknown[] = [];
  let off = offMs;
  const log = pino({}, { write: (line: string) => void told.push(JSON.parse(line)) });
  const clock = await openSharedClock({ db: database.db, log, wallTime: () => Date.now() + off });
  atTheEnd(() => database.close());
  atTheEnd(() => clock.close());
  return { clock, shiftWall: (ms) => void (off += ms), told: () => told };
}

/** Difference to this machine's clock, which is also the database's clock here. */
const difference = (clock: SharedClock): number => Math.abs(clock.now().getTime() - Date.now());

test('gives two machines with wrong clocks the same time', async () => {
  const machines = [await openMachine(10 * MINUTE_MS), await openMachine(-10 * MINUTE_MS)];
  for (const { clock, told } of machines) {
    expect(difference(clock)).toBeLessThan(5000);
    expect(told()).toMatchObject([{ level: 50, msg: expect.stringContaining('not the database’s') }]);
  }
});

test('ignores clock jumps of the machine and logs each one once', async () => {
  const { clock, shiftWall, told } = await openMachine(0);
  for (const jump of [10 * MINUTE_MS, 0, -10 * MINUTE_MS, -10 * MINUTE_MS, 10 * MINUTE_MS]) {
    shiftWall(jump);
    await clock.read();
    expect(difference(clock)).toBeLessThan(5000);
  }
  expect(told()).toHaveLength(2);
});

/** A fake database that answers with its clock after a delay. */
function fakeDatabase(ask: () => Promise<number>) {
  const execute = async () => ({ rows: [{ now: await ask() }] });
  return { execute } as unknown as Parameters<typeof openSharedClock>[0]['db'];
}

test('adjusts the clock no more than a slow answer proves', async () => {
  let [even, database, takes] = [0, 1_000_000, 0];
  const db = fakeDatabase(async () => {
    const said = database;
    even += takes;
    database += takes;
    return said;
  });
  const log = pino({ level: 'silent' });
  const clock = await openSharedClock({ db, log, wallTime: () => database, evenTime: () => even });
  atTheEnd(() => clock.close());
  takes = 4000;
  await clock.read();
  expect(clock.now().getTime()).toBe(database);
  database += 600_000;
  takes = 100;
  await clock.read();
  expect(Math.abs(clock.now().getTime() - database)).toBeLessThanOrEqual(100);
});

test('continues while the database is unavailable', async () => {
  let [even, isAway] = [0, false];
  const db = fakeDatabase(() =>
    isAway ? Promise.reject(new Error('away')) : Promise.resolve(5_000_000 + even),
  );
  const log = pino({ level: 'silent' });
  const clock = await openSharedClock({ db, log, wallTime: () => 5_000_000, evenTime: () => even });
  atTheEnd(() => clock.close());
  isAway = true;
  even = 90_000;
  await expect(clock.read()).rejects.toThrow('away');
  expect(clock.now().getTime()).toBe(5_090_000);
});

const DAY_MS = 24 * 60 * MINUTE_MS;

/** Two processes of one app, on machines whose clocks differ by twenty minutes. */
async function openTwo(): Promise<[TestShop, TestShop]> {
  const database = await openTestDatabase();
  const log = pino({ level: 'silent' });
  const processAt = async (offMs: number, close: () => Promise<void>) => {
    const clock = await openSharedClock({ db: database.db, log, wallTime: () => Date.now() + offMs });
    atTheEnd(() => clock.close());
    return openShop({
      database: { ...database, close },
      realNow: clock.now,
      env: { RATE_LIMITS: 'live', MAIL_FROM: '' },
    });
  };
  const first = await processAt(10 * MINUTE_MS, database.close);
  return [first, await processAt(-10 * MINUTE_MS, () => Promise.resolve())];
}

test('shares rate limits and leases between two processes', async () => {
  const [one, other] = await openTwo();
  const bucket = { key: 'a limit', limit: 6, windowMs: DAY_MS };
  const taken = [];
  for (let turn = 0; turn < 10; turn++)
    taken.push(await takeFrom((turn % 2 === 0 ? one : other).context, [bucket]));
  expect(taken.filter(({ allowed }) => allowed)).toHaveLength(6);

  const { db, now } = one.context;
  await queueMail(db, {
    key: 'k',
    to: 'a@example.com',
    mail: { kind: 'trial_ended', plan: 'starter' },
    now: now(),
  });
  const claim = ({ context }: TestShop) => claimMail(db, context.realNow(), 2 * MINUTE_MS, 4);
  expect(await claim(other)).toHaveLength(1);
  expect(await claim(one)).toEqual([]);
});
