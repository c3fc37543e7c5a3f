import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { planSubscriptions } from '../db/schema-plans.ts';
import { createTestFolder } from '../testing/data-folder.ts';
import { getPlanRow, createTrialSeller } from '../testing/seller-plans.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { MAX_STARTS, recordJobStart } from './crash-guard.ts';

/** Simulates processes that start the job and crash. */
async function simulateCrashes({ context }: TestApp, name: string, times: number): Promise<void> {
  for (let index = 0; index < times; index++) await recordJobStart(context.db, name, context.realNow());
}

async function makeDue({ context }: TestApp, sellerId: string, dueAt: Date): Promise<void> {
  await context.db.update(planSubscriptions).set({ dueAt }).where(eq(planSubscriptions.sellerId, sellerId));
}

/** Runs a process that exits when it reads the poisoned plan; returns its exit code. */
async function runProcess(folder: string, postgres: string, subscriptionId: string): Promise<unknown> {
  const args = [
    'server/testing/poisoned-plan-process.ts',
    JSON.stringify({ folder, postgres, poison: subscriptionId }),
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(child, 'exit');
  return code;
}

test('stops starting a plan that crashes every process after the third crash, and processes the plans behind it', async () => {
  const { folder, postgres, open } = await createTestFolder();
  const reopenApp = async () =>
    createTestApp({ database: await open(), sandboxFile: path.join(folder, 'sandbox.sqlite') });
  const database = await open();
  await database.migrate();
  await database.close();
  const app = await reopenApp();
  const [poisonedSeller, otherSeller] = [await createTrialSeller(app), await createTrialSeller(app)];
  const [poisonedPlan, before] = [await getPlanRow(app, poisonedSeller), await getPlanRow(app, otherSeller)];
  await makeDue(app, before.sellerId, new Date('2001-01-01'));
  // One process has crashed already.
  await simulateCrashes(app, `plan ${poisonedPlan.sellerId}`, MAX_STARTS - 2);
  await app.close();
  const codes: unknown[] = [];
  for (let run = 0; run < 3; run++) codes.push(await runProcess(folder, postgres, poisonedPlan.subscriptionId ?? ''));
  expect(codes).toEqual([7, 7, 0]);
  const reopened = await reopenApp();
  expect((await getPlanRow(reopened, otherSeller)).version).toBe(before.version + 1);
  expect((await getPlanRow(reopened, poisonedSeller)).version).toBe(poisonedPlan.version);
}, 240_000);
