import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { planSubscriptions } from '../db/schema-plans.ts';
import { jobStarts } from '../db/schema-protection.ts';
import { listMail } from '../email/queries/outbox.ts';
import { getPlanRow, createTrialSeller } from '../testing/seller-plans.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { MAX_STARTS, RESCHEDULE_DELAY_MS, runGuarded, recordJobStart } from './crash-loop-guard.ts';

const JOB = { name: 'a job', timeoutMs: 60_000 };
const OPERATOR = { env: { OPERATOR_EMAIL: 'operator@example.com' } };

const listJobStarts = ({ context }: TestApp) => context.db.select().from(jobStarts);

const alertsOf = async ({ context }: TestApp) =>
  (await listMail(context.db, 100)).filter(({ kind }) => kind === 'operator_alert');

/** Simulates processes that start the job and crash. */
async function simulateCrashes({ context }: TestApp, name: string, times: number): Promise<void> {
  for (let index = 0; index < times; index++) await recordJobStart(context.db, name, context.realNow());
}

test('removes the start record of a job that succeeds, fails or times out', async () => {
  const app = await createTestApp();
  expect(await runGuarded(app.context, JOB, () => Promise.resolve())).toBe(true);
  await expect(runGuarded(app.context, JOB, () => Promise.reject(new Error('badly')))).rejects.toThrow('badly');
  const pending = runGuarded(app.context, { ...JOB, timeoutMs: 20 }, () => new Promise(() => undefined));
  await expect(pending).rejects.toThrow('did not come to an end');
  expect(await listJobStarts(app)).toEqual([]);
});

test('reschedules a job that crashed too often, alerts the operator once, and tries as often again later', async () => {
  const app = await createTestApp(OPERATOR);
  const runs: string[] = [];
  const run = () => runGuarded(app.context, JOB, async () => void runs.push('ran'));
  await simulateCrashes(app, JOB.name, MAX_STARTS - 1);
  expect(await run()).toBe(true);
  await simulateCrashes(app, JOB.name, MAX_STARTS);
  expect(await run()).toBe(false);
  expect(runs).toEqual(['ran']);
  expect(await alertsOf(app)).toMatchObject([{ props: { detail: expect.stringContaining('a job') } }]);
  await simulateCrashes(app, JOB.name, MAX_STARTS);
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
  expect(Math.abs(wait - RESCHEDULE_DELAY_MS)).toBeLessThan(60_000);
  expect(after[1].version).toBe(before[1].version + 1);
});
