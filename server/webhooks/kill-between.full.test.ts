import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { expect, test } from 'vitest';

import { attempts, orders, sales } from '#server/db/schema-money.ts';
import { providerEvents } from '#server/db/schema-events.ts';
import { openFolder } from '#server/testing-folder.ts';
import { openShop } from '#server/testing.ts';

/** The process runs until the event lies in the inbox and is about to be acted on; there it ends without a word. */
async function runAndKill(folder: string, postgres: string): Promise<void> {
  const child = spawn(process.execPath, ['server/testing-killed.ts', JSON.stringify({ folder, postgres })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), ended]);
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
}

test('a process killed between an event’s receipt and its effect leaves one order over the right amount', async () => {
  const { folder, postgres, open } = await openFolder();
  await runAndKill(folder, postgres);

  const shop = await openShop({ database: await open(), sandboxFile: path.join(folder, 'sandbox.sqlite') });
  const { db } = shop.context;
  const waiting = (await db.select().from(providerEvents)).filter(
    ({ type }) => type === 'checkout.session.completed',
  );
  expect(waiting).toMatchObject([{ status: 'received', attempts: 1 }]);
  expect(await db.select().from(orders)).toEqual([]);

  // The lease of the dead worker ends; meanwhile the provider may send the event again.
  shop.advance(61_000);
  await shop.settled();
  const [attempt] = await db.select().from(attempts);
  expect(attempt?.total).toBeGreaterThan(0);
  expect(attempt?.state).toBe('completed');
  expect(await db.select().from(orders)).toMatchObject([{ number: 1, total: attempt?.total, state: 'paid' }]);
  expect(await db.select().from(sales)).toMatchObject([
    { amount: attempt?.total, currency: attempt?.currency },
  ]);
});
