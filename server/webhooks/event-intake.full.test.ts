import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { expect, test } from 'vitest';

import { providerEvents } from '#server/db/schema-events.ts';
import { openFolder } from '#server/testing-folder.ts';

test('keeps every acknowledged event when the process is killed under load', async () => {
  const { folder, postgres, open } = await openFolder();
  const script = 'server/webhooks/testing-killed-intake.ts';
  const child = spawn(process.execPath, [script, JSON.stringify({ folder, postgres })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const acknowledged: string[] = [];
  for await (const id of createInterface(child.stdout)) {
    acknowledged.push(id);
    if (acknowledged.length === 100) child.kill('SIGKILL');
  }
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(acknowledged.length).toBeGreaterThanOrEqual(100);

  const database = await open();
  const kept = new Set((await database.db.select().from(providerEvents)).map(({ id }) => id));
  await database.close();
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
});
