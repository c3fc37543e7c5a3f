import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { expect, test } from 'vitest';

import { stripeEvents } from '#server/db/schema-stripe-events.ts';
import { createTestFolder } from '#server/testing/data-folder.ts';

test('keeps every acknowledged event when the process is killed under load', async () => {
  const { folder, postgres, open } = await createTestFolder();
  const script = 'server/testing/killed-event-intake.ts';
  const child = spawn(process.execPath, [script, JSON.stringify({ folder, postgres })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  const acknowledged: string[] = [];
  for await (const id of createInterface(child.stdout)) {
    acknowledged.push(id);
    if (acknowledged.length === 100) child.kill('SIGKILL');
  }
  expect(await exit).toEqual([null, 'SIGKILL']);
  expect(acknowledged.length).toBeGreaterThanOrEqual(100);

  const database = await open();
  const storedIds = new Set((await database.db.select().from(stripeEvents)).map(({ id }) => id));
  await database.close();
  expect(acknowledged.filter((id) => !storedIds.has(id))).toEqual([]);
});
