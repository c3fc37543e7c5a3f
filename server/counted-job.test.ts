import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { MOST_BEGUN, PUT_OFF_MS, runCounted } from './counted-job.ts';
import { upsertBegunJob } from './db/begun-jobs.ts';
import { listMail } from './db/outbox.ts';
import { begunJobs } from './db/schema-guard.ts';
import { planSubscriptions } from './db/schema-plans.ts';
import { openShop, type TestShop } from './testing.ts';
import { planRowOf, sellerOnTrial } from './testing-plans.ts';

const JOB = { name: 'a job', patienceMs: 60_000 };
const OPERATOR = { env: { OPERATOR_EMAIL: 'operator@example.com' } };

const begun = ({ context }: TestShop) => context.db.select().from(begunJobs);

const alertsOf = async ({ context }: TestShop) =>
  (await listMail(context.db, 100)).filter(({ kind }) => kind === 'operator_alert');

/** Simulates processes that start the job and crash. */
async function dieOf({ context }: TestShop, name: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await upsertBegunJob(context.db, name, context.realNow());
}

test('removes the start record of a job that succeeds, fails or times out', async () => {
  const shop = await openShop();
  expect(await runCounted(shop.context, JOB, () => Promise.resolve())).toBe(true);
  await expect(runCounted(shop.context, JOB, () => Promise.reject(new Error('badly')))).rejects.toThrow(
    'badly',
  );
  const hanging = runCounted(shop.context, { ...JOB, patienceMs: 20 }, () => new Promise(() => undefined));
  await expect(hanging).rejects.toThrow('did not come to an end');
  expect(await begun(shop)).toEqual([]);
});

test('reschedules a job that crashed too often, alerts the operator once, and tries as often again later', async () => {
  const shop = await openShop(OPERATOR);
  const ran: string[] = [];
  const run = () => runCounted(shop.context, JOB, async () => void ran.push('ran'));
  await dieOf(shop, JOB.name, MOST_BEGUN - 1);
  expect(await run()).toBe(true);
  await dieOf(shop, JOB.name, MOST_BEGUN);
  expect(await run()).toBe(false);
  expect(ran).toEqual(['ran']);
  expect(await alertsOf(shop)).toMatchObject([{ props: { detail: expect.stringContaining('a job') } }]);
  await dieOf(shop, JOB.name, MOST_BEGUN);
  expect(await run()).toBe(false);
  expect(await alertsOf(shop)).toHaveLength(1);
  expect(await run()).toBe(true);
});

const LONG_AGO = new Date('2000-01-01');

async function makeDue({ context }: TestShop, sellerId: string, dueAt = LONG_AGO): Promise<void> {
  await context.db.update(planSubscriptions).set({ dueAt }).where(eq(planSubscriptions.sellerId, sellerId));
}

test('delays a plan that crashed the process by hours and processes other plans', async () => {
  const shop = await openShop(OPERATOR);
  const [poisoned, other] = [await sellerOnTrial(shop), await sellerOnTrial(shop)];
  const before = [await planRowOf(shop, poisoned), await planRowOf(shop, other)] as const;
  await dieOf(shop, `plan ${before[0].sellerId}`, MOST_BEGUN);
  for (const { sellerId } of before) await makeDue(shop, sellerId);
  await shop.settled();
  const after = [await planRowOf(shop, poisoned), await planRowOf(shop, other)] as const;
  expect(after[0].version).toBe(before[0].version);
  const wait = after[0].dueAt.getTime() - shop.context.now().getTime();
  expect(Math.abs(wait - PUT_OFF_MS)).toBeLessThan(60_000);
  expect(after[1].version).toBe(before[1].version + 1);
});
