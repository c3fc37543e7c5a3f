import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';

import { planSubscriptions } from '../db/schema-plans.ts';
import { jobStarts } from '../db/schema-protection.ts';
import { stripeEvents } from '../db/schema-stripe-events.ts';
import { listMail } from '../email/queries/outbox.ts';
import { findEvent, insertEvents } from '../payments/queries/stripe-events.ts';
import { createEventRow } from '../testing/event-inbox.ts';
import { getPlanRow, createTrialSeller } from '../testing/seller-plans.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { CrashLoopError, MAX_STARTS, recordJobStart, runGuarded } from './crash-guard.ts';
import { leaseRows, nextTryAt } from './leased-rows.ts';
import { CRASH_DELAY_MS, openQueue, openTask, type QueueOptions, type Worker } from './queue.ts';

const LEASE_MS = 60_000;

/** Rows that the app's own workers ignore because of their mode. */
async function createRows(app: TestApp, ids: readonly string[]) {
  const { db, realNow } = app.context;
  const receivedAt = realNow();
  await insertEvents(
    db,
    ids.map((id, index) =>
      createEventRow({ mode: 'test', id, receivedAt: new Date(receivedAt.getTime() - 1000 + index) }),
    ),
  );
  return leaseRows(db, {
    table: stripeEvents,
    key: ['mode', 'id'],
    dueAt: 'nextAt',
    tries: 'attempts',
    isWaiting: eq(stripeEvents.mode, 'test'),
    leaseMs: LEASE_MS,
    now: realNow,
  });
}

const idsOf = (jobs: readonly { id: string }[]) => jobs.map(({ id }) => id).toSorted();

test('leases each due row to one of several claims, in order of their due times, until the lease ends', async () => {
  const app = await createTestApp({ freezeClock: true });
  const rows = await createRows(app, ['a', 'b', 'c', 'd', 'e']);
  const claims = await Promise.all([rows.claim(2), rows.claim(2)]);
  expect(idsOf(claims.flat())).toEqual([...new Set(idsOf(claims.flat()))]);
  const rest = await rows.claim(10);
  expect(idsOf([...claims.flat(), ...rest])).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect([await rows.isDue(), await rows.claim(10)]).toEqual([false, []]);
  app.advance(LEASE_MS);
  expect(await rows.isDue()).toBe(true);
  expect((await rows.claim(10)).map(({ attempts }) => attempts)).toEqual([2, 2, 2, 2, 2]);
  expect(idsOf(await createRows(app, ['f', 'g']).then((later) => later.claim(1)))).toEqual(['f']);
});

test('postpones a leased row, but not one that another process has claimed since', async () => {
  const app = await createTestApp({ freezeClock: true });
  const rows = await createRows(app, ['a']);
  const [first] = await rows.claim(1);
  app.advance(LEASE_MS);
  const [second] = await rows.claim(1);
  if (!first || !second) throw new Error('Nothing was claimed');
  await rows.postpone(first, 0);
  expect(await rows.isDue()).toBe(false);
  await rows.postpone(second, 5 * LEASE_MS);
  const { db, realNow } = app.context;
  expect((await findEvent(db, 'test', 'a'))?.nextAt).toEqual(new Date(realNow().getTime() + 5 * LEASE_MS));
});

test('computes the time of the next try, with jitter if wanted, and none after the last try', () => {
  const now = new Date('2030-01-01T00:00:00Z');
  for (const [tries, delayMs] of [5000, 60_000].entries()) {
    expect(nextTryAt([5000, 60_000], tries + 1, now)).toEqual(new Date(now.getTime() + delayMs));
    const waitMs = (nextTryAt([5000, 60_000], tries + 1, now, 0.1)?.getTime() ?? 0) - now.getTime();
    expect(waitMs).toBeGreaterThanOrEqual(delayMs);
    expect(waitMs).toBeLessThanOrEqual(delayMs * 1.1);
  }
  expect(nextTryAt([5000, 60_000], 3, now)).toBeNull();
});

type Job = { id: string; keys?: string[]; tries?: number };

/** A queue of jobs in memory whose runs the test ends. */
async function openTestQueue(due: Job[], options: Partial<QueueOptions<Job>> = {}) {
  const app = await createTestApp();
  const runs = new Map<string, PromiseWithResolvers<void>>();
  const failed: [id: string, error: unknown][] = [];
  const run = (...jobs: readonly Job[]) => {
    const pending = Promise.withResolvers<void>();
    runs.set(jobs.map(({ id }) => id).join(), pending);
    return pending.promise;
  };
  const worker: Worker = openQueue<Job>(app.context, {
    name: 'test',
    claim: async (limit) => due.splice(0, limit),
    isDue: async () => due.length > 0,
    concurrency: 2,
    timeoutMs: 60_000,
    keysOf: ({ keys = [] }) => keys,
    tries: { max: 3, countOf: ({ tries = 1 }) => tries },
    onError: async ({ id }, error) => void failed.push([id, error]),
    ...('batchSize' in options ? { runBatch: (jobs: readonly Job[]) => run(...jobs) } : { run }),
    ...options,
  } as QueueOptions<Job>);
  onTestFinished(() => {
    for (const { resolve } of runs.values()) resolve();
    return worker.close();
  });
  return { app, worker, due, runs, failed, started: () => [...runs.keys()] };
}

test('runs a limited number of jobs at once, and the next one when any of them ends', async () => {
  const { worker, runs, started } = await openTestQueue([{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }]);
  worker.wake();
  await expect.poll(started).toEqual(['a', 'b']);
  runs.get('b')?.resolve();
  await expect.poll(started).toEqual(['a', 'b', 'c']);
  const idle = worker.waitUntilIdle();
  for (const id of ['a', 'c', 'd']) {
    await expect.poll(started).toContain(id);
    runs.get(id)?.resolve();
  }
  await idle;
});

test('polls every second, and every five seconds after a minute without a job', async () => {
  const { context } = await createTestApp();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let [claims, due] = [0, [] as Job[]];
  const claim = () => {
    claims += 1;
    return Promise.resolve(due.splice(0));
  };
  const isDue = () => Promise.resolve(due.length > 0);
  const worker = openQueue<Job>(context, {
    name: 'test',
    claim,
    isDue,
    concurrency: 1,
    timeoutMs: 1000,
    run: () => Promise.resolve(),
  });
  onTestFinished(() => worker.close());
  const countClaims = async (seconds: number) => {
    const before = claims;
    for (let second = 0; second < seconds; second++) {
      vi.advanceTimersByTime(1000);
      await worker.waitUntilIdle();
    }
    return claims - before;
  };
  expect([await countClaims(60), await countClaims(50)]).toEqual([60, 10]);
  due = [{ id: 'a' }];
  await countClaims(5);
  expect([due, await countClaims(30)]).toEqual([[], 30]);
});

test('never runs two jobs with a common key at once, and runs others meanwhile', async () => {
  const jobs = [
    { id: 'a1', keys: ['a'] },
    { id: 'a2', keys: ['a', 'b'] },
    { id: 'c', keys: ['c'] },
  ];
  const { worker, runs, started } = await openTestQueue(jobs, { concurrency: 3 });
  worker.wake();
  await expect.poll(started).toEqual(['a1', 'c']);
  runs.get('a1')?.resolve();
  await expect.poll(started).toEqual(['a1', 'c', 'a2']);
});

test('runs a batch of all due jobs whose keys are free', async () => {
  const { worker, due, runs, started } = await openTestQueue([{ id: 'a1', keys: ['a'] }, { id: 'b' }], {
    batchSize: 10,
  });
  worker.wake();
  await expect.poll(started).toEqual(['a1,b']);
  due.push({ id: 'a2', keys: ['a'] }, { id: 'c' });
  worker.wake();
  await expect.poll(started).toEqual(['a1,b', 'c']);
  runs.get('a1,b')?.resolve();
  await expect.poll(started).toEqual(['a1,b', 'c', 'a2']);
});

test('extends the leases of jobs that run or wait, until they end', async () => {
  const extended: string[] = [];
  const jobs = [
    { id: 'a1', keys: ['a'] },
    { id: 'a2', keys: ['a'] },
  ];
  const leases = { intervalMs: 5, extend: async (all: readonly Job[]) => void extended.push(idsOf(all).join()) };
  const { worker, runs, started } = await openTestQueue(jobs, { leases });
  worker.wake();
  await expect.poll(() => extended).toContain('a1,a2');
  runs.get('a1')?.resolve();
  await expect.poll(started).toContain('a2');
  await expect.poll(() => extended).toContain('a2');
  runs.get('a2')?.resolve();
  await worker.waitUntilIdle();
  const count = extended.length;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(extended).toHaveLength(count);
});

test('reports a job that fails, hangs, or was leased too often without an end', async () => {
  const { worker, runs, failed, started } = await openTestQueue(
    [{ id: 'fails' }, { id: 'hangs' }, { id: 'crashes', tries: 4 }, { id: 'last', tries: 3 }],
    { timeoutMs: 50, concurrency: 4 },
  );
  worker.wake();
  await expect.poll(started).toContain('fails');
  runs.get('fails')?.reject(new Error('badly'));
  runs.get('last')?.resolve();
  await worker.waitUntilIdle();
  expect(started()).toEqual(['fails', 'hangs', 'last']);
  const errors = new Map(failed);
  expect(errors.get('crashes')).toBeInstanceOf(CrashLoopError);
  expect(String(errors.get('fails'))).toContain('badly');
  expect(String(errors.get('hangs'))).toContain('did not come to an end');
  expect(errors.size).toBe(3);
});

test('waits for running jobs when it closes, and starts nothing more', async () => {
  const { worker, due, runs, started } = await openTestQueue([{ id: 'a' }]);
  worker.wake();
  await expect.poll(started).toEqual(['a']);
  const onClosed = vi.fn<() => void>();
  const closed = worker.close().then(onClosed);
  due.push({ id: 'b' });
  worker.wake();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(onClosed).not.toHaveBeenCalled();
  runs.get('a')?.resolve();
  await closed;
  expect(started()).toEqual(['a']);
});

test('continues after a claim that failed, and runs a task until nothing is left', async () => {
  const app = await createTestApp();
  const portions = ['fails', 'first', 'second'];
  const done: string[] = [];
  const task = openTask(app.context, {
    name: 'test',
    runOnce: async () => {
      const next = portions.shift();
      if (next === 'fails') throw new Error('badly');
      if (next) done.push(next);
      return next !== undefined;
    },
    isDue: async () => portions.length > 0,
  });
  await task.waitUntilIdle();
  await task.close();
  expect(done).toEqual(['first', 'second']);
});

const OPERATOR = { env: { OPERATOR_EMAIL: 'operator@example.com' } };

const listJobStarts = ({ context }: TestApp) => context.db.select().from(jobStarts);

const alertsOf = async ({ context }: TestApp) =>
  (await listMail(context.db, 100)).filter(({ kind }) => kind === 'operator_alert');

/** Simulates processes that start the job and crash. */
async function simulateCrashes({ context }: TestApp, name: string, times: number): Promise<void> {
  for (let index = 0; index < times; index++) await recordJobStart(context.db, name, context.realNow());
}

test('removes the start record of a job that succeeds or fails', async () => {
  const app = await createTestApp();
  expect(await runGuarded(app.context, 'a job', () => Promise.resolve())).toBe(true);
  await expect(runGuarded(app.context, 'a job', () => Promise.reject(new Error('badly')))).rejects.toThrow('badly');
  expect(await listJobStarts(app)).toEqual([]);
});

test('rejects a job that crashed too often, alerts the operator once, and tries as often again later', async () => {
  const app = await createTestApp(OPERATOR);
  const runs: string[] = [];
  const run = () => runGuarded(app.context, 'a job', async () => void runs.push('ran'));
  await simulateCrashes(app, 'a job', MAX_STARTS - 1);
  expect(await run()).toBe(true);
  await simulateCrashes(app, 'a job', MAX_STARTS);
  expect(await run()).toBe(false);
  expect(runs).toEqual(['ran']);
  expect(await alertsOf(app)).toMatchObject([{ props: { detail: expect.stringContaining('a job') } }]);
  await simulateCrashes(app, 'a job', MAX_STARTS);
  expect(await run()).toBe(false);
  expect(await alertsOf(app)).toHaveLength(1);
  expect(await run()).toBe(true);
});

const PAST = new Date('2000-01-01');

async function makeDue({ context }: TestApp, sellerId: string, dueAt = PAST): Promise<void> {
  await context.db.update(planSubscriptions).set({ dueAt }).where(eq(planSubscriptions.sellerId, sellerId));
}

test('delays a plan that crashed the process by hours and processes other plans', async () => {
  const app = await createTestApp(OPERATOR);
  const [poisonedSeller, otherSeller] = [await createTrialSeller(app), await createTrialSeller(app)];
  const before = [await getPlanRow(app, poisonedSeller), await getPlanRow(app, otherSeller)] as const;
  await simulateCrashes(app, `plan ${before[0].sellerId}`, MAX_STARTS);
  for (const { sellerId } of before) await makeDue(app, sellerId);
  await app.waitUntilIdle();
  const after = [await getPlanRow(app, poisonedSeller), await getPlanRow(app, otherSeller)] as const;
  expect(after[0].version).toBe(before[0].version);
  const wait = after[0].dueAt.getTime() - app.context.now().getTime();
  expect(Math.abs(wait - CRASH_DELAY_MS)).toBeLessThan(60_000);
  expect(after[1].version).toBe(before[1].version + 1);
});
