import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { MOST_BEGUN } from './counted-job.ts';
import { upsertBegunJob } from './db/begun-jobs.ts';
import { planSubscriptions } from './db/schema-plans.ts';
import { openFolder } from './testing-folder.ts';
import { openShop, type TestShop } from './testing.ts';
import { planRowOf, sellerOnTrial } from './testing-plans.ts';

/** Simulates processes that start the job and crash. */
async function dieOf({ context }: TestShop, name: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await upsertBegunJob(context.db, name, context.realNow());
}

async function makeDue({ context }: TestShop, sellerId: string, dueAt: Date): Promise<void> {
  await context.db.update(planSubscriptions).set({ dueAt }).where(eq(planSubscriptions.sellerId, sellerId));
}

/** Runs a process that exits when it reads the poisoned plan; returns its exit code. */
async function live(folder: string, postgres: string, poison: string): Promise<unknown> {
  const args = ['server/testing-poisoned.ts', JSON.stringify({ folder, postgres, poison })];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(child, 'exit');
  return code;
}

test('stops starting a plan that crashes every process after the third crash, and processes the plans behind it', async () => {
  const { folder, postgres, open } = await openFolder();
  const openAgain = async () =>
    openShop({ database: await open(), sandboxFile: path.join(folder, 'sandbox.sqlite') });
  const database = await open();
  await database.migrate();
  await database.close();
  const shop = await openAgain();
  const [poisoned, other] = [await sellerOnTrial(shop), await sellerOnTrial(shop)];
  const [poison, before] = [await planRowOf(shop, poisoned), await planRowOf(shop, other)];
  await makeDue(shop, before.sellerId, new Date('2001-01-01'));
  // One process has crashed already.
  await dieOf(shop, `plan ${poison.sellerId}`, MOST_BEGUN - 2);
  await shop.close();
  const codes: unknown[] = [];
  for (let life = 0; life < 3; life++) codes.push(await live(folder, postgres, poison.subscriptionId ?? ''));
  expect(codes).toEqual([7, 7, 0]);
  const again = await openAgain();
  expect((await planRowOf(again, other)).version).toBe(before.version + 1);
  expect((await planRowOf(again, poisoned)).version).toBe(poison.version);
}, 240_000);
