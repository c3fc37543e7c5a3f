import { pino } from 'pino';
import { expect, test } from 'vitest';

import { DAY_MS, MINUTE_MS } from '#domain/time-units.ts';
import { consumeLimits } from '#server/http/rate-limits.ts';
import { onTestEnd } from '#server/testing/cleanup.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';

import { leaseOutbox } from '../email/jobs.ts';
import { queueMail } from '../email/queries/outbox.ts';
import { openSharedClock, type SharedClock } from './shared-clock.ts';

type Machine = { clock: SharedClock; shiftMachineClock: (ms: number) => void; logged: () => unknown[] };

/** A machine whose clock is off by this much. */
async function openMachine(skewMs: number): Promise<Machine> {
  const database = await openTestDatabase();
  const logged: unknown[] = [];
  let currentSkewMs = skewMs;
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const clock = await openSharedClock({
    db: database.db,
    log,
    machineTime: () => Date.now() + currentSkewMs,
  });
  onTestEnd(() => database.close());
  onTestEnd(() => clock.close());
  return { clock, shiftMachineClock: (ms) => void (currentSkewMs += ms), logged: () => logged };
}

/** Difference to this machine's clock, which is also the database's clock here. */
const difference = (clock: SharedClock): number => Math.abs(clock.now().getTime() - Date.now());

test('gives two machines with wrong clocks the same time', async () => {
  const machines = [await openMachine(10 * MINUTE_MS), await openMachine(-10 * MINUTE_MS)];
  for (const { clock, logged } of machines) {
    expect(difference(clock)).toBeLessThan(5000);
    expect(logged()).toMatchObject([{ level: 50, msg: 'clock_skew' }]);
  }
});

test('ignores clock jumps of the machine and logs each one once', async () => {
  const { clock, shiftMachineClock, logged } = await openMachine(0);
  for (const skew of [10 * MINUTE_MS, 0, -10 * MINUTE_MS, -10 * MINUTE_MS, 10 * MINUTE_MS]) {
    shiftMachineClock(skew);
    await clock.read();
    expect(difference(clock)).toBeLessThan(5000);
  }
  expect(logged()).toHaveLength(2);
});

/** A fake database that answers with its clock after a delay. */
function fakeDatabase(readTime: () => Promise<number>) {
  const execute = async () => ({ rows: [{ now: await readTime() }] });
  return { execute } as unknown as Parameters<typeof openSharedClock>[0]['db'];
}

test('adjusts the clock no more than a slow answer proves', async () => {
  let [monotonic, database, delayMs] = [0, 1_000_000, 0];
  const db = fakeDatabase(async () => {
    const answer = database;
    monotonic += delayMs;
    database += delayMs;
    return answer;
  });
  const log = pino({ level: 'silent' });
  const clock = await openSharedClock({
    db,
    log,
    machineTime: () => database,
    monotonicTime: () => monotonic,
  });
  onTestEnd(() => clock.close());
  delayMs = 4000;
  await clock.read();
  expect(clock.now().getTime()).toBe(database);
  database += 600_000;
  delayMs = 100;
  await clock.read();
  expect(Math.abs(clock.now().getTime() - database)).toBeLessThanOrEqual(100);
});

test('continues while the database is unavailable', async () => {
  let [monotonic, isUnavailable] = [0, false];
  const db = fakeDatabase(() =>
    isUnavailable ? Promise.reject(new Error('away')) : Promise.resolve(5_000_000 + monotonic),
  );
  const log = pino({ level: 'silent' });
  const clock = await openSharedClock({
    db,
    log,
    machineTime: () => 5_000_000,
    monotonicTime: () => monotonic,
  });
  onTestEnd(() => clock.close());
  isUnavailable = true;
  monotonic = 90_000;
  await expect(clock.read()).rejects.toThrow('away');
  expect(clock.now().getTime()).toBe(5_090_000);
});

/** Two processes of one app, on machines whose clocks differ by twenty minutes. */
async function openTwoProcesses(): Promise<[TestApp, TestApp]> {
  const database = await openTestDatabase();
  const log = pino({ level: 'silent' });
  const startProcess = async (skewMs: number, close: () => Promise<void>) => {
    const clock = await openSharedClock({ db: database.db, log, machineTime: () => Date.now() + skewMs });
    onTestEnd(() => clock.close());
    return createTestApp({
      database: { ...database, close },
      realNow: clock.now,
      env: { RATE_LIMITS: 'live', MAIL_FROM: '' },
    });
  };
  const first = await startProcess(10 * MINUTE_MS, database.close);
  return [first, await startProcess(-10 * MINUTE_MS, () => Promise.resolve())];
}

test('shares rate limits and leases between two processes', async () => {
  const [firstApp, secondApp] = await openTwoProcesses();
  const bucket = { key: 'a limit', limit: 6, windowMs: DAY_MS };
  const results = [];
  for (let index = 0; index < 10; index++)
    results.push(await consumeLimits((index % 2 === 0 ? firstApp : secondApp).context, [bucket]));
  expect(results.filter(({ allowed }) => allowed)).toHaveLength(6);

  const { db, now } = firstApp.context;
  await queueMail(db, {
    key: 'k',
    to: 'a@example.com',
    mail: { kind: 'trial_ended', plan: 'starter' },
    now: now(),
  });
  const claimOnce = ({ context }: TestApp) => leaseOutbox({ ...context, db }).claim(4);
  expect(await claimOnce(secondApp)).toHaveLength(1);
  expect(await claimOnce(firstApp)).toEqual([]);
});
