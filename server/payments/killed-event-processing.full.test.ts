import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { expect, test } from 'vitest';

import { checkoutAttempts, orders, sales } from '#server/db/schema-orders.ts';
import { stripeEvents } from '#server/db/schema-stripe-events.ts';
import { createTestFolder } from '#server/testing/data-folder.ts';
import { createTestApp } from '#server/testing/test-app.ts';

/** Runs a process until the event is in the inbox and kills it before the event is processed. */
async function runAndKill(folder: string, postgres: string): Promise<void> {
  const child = spawn(
    process.execPath,
    ['server/testing/killed-checkout-process.ts', JSON.stringify({ folder, postgres })],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const exit = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), exit]);
  child.kill('SIGKILL');
  expect(await exit).toEqual([null, 'SIGKILL']);
}

test('creates one order with the right amount when the process is killed between receipt and processing', async () => {
  const { folder, postgres, open } = await createTestFolder();
  await runAndKill(folder, postgres);

  const app = await createTestApp({
    database: await open(),
    sandboxFile: path.join(folder, 'sandbox.sqlite'),
  });
  const { db } = app.context;
  const pendingEvents = (await db.select().from(stripeEvents)).filter(
    ({ type }) => type === 'checkout.session.completed',
  );
  expect(pendingEvents).toMatchObject([{ status: 'received', attempts: 1 }]);
  expect(await db.select().from(orders)).toEqual([]);

  // The lease of the killed worker expires; Stripe may send the event again meanwhile.
  app.advance(61_000);
  await app.waitUntilIdle();
  const [attempt] = await db.select().from(checkoutAttempts);
  expect(attempt?.total).toBeGreaterThan(0);
  expect(attempt?.state).toBe('completed');
  expect(await db.select().from(orders)).toMatchObject([{ number: 1, total: attempt?.total, state: 'paid' }]);
  expect(await db.select().from(sales)).toMatchObject([{ amount: attempt?.total, currency: attempt?.currency }]);
});
