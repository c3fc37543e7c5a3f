import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

import { expect, test } from 'vitest';

import { webhookDeliveries } from '#server/db/schema-webhooks.ts';
import { createTestFolder } from '#server/testing/data-folder.ts';

import { startReceiver, createAppWithFixedClock, verifyRequest } from '../testing/webhook-test-env.ts';

test('sends a delivery again with the same id and in order after its process was killed during the request', async () => {
  const { folder, postgres, open } = await createTestFolder();
  const receiver = await startReceiver();
  const requestReceived = new Promise<void>((resolve) => receiver.respondWith(() => () => resolve()));
  const workerOptions = JSON.stringify({ folder, postgres, url: receiver.url });
  const child = spawn(process.execPath, ['server/testing/webhook-crash-process.ts', workerOptions], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const secret = text(child.stdout);
  await Promise.race([requestReceived, exited]);
  child.kill('SIGKILL');
  expect(await exited).toEqual([null, 'SIGKILL']);
  receiver.respondWith(() => 204);

  const app = await createAppWithFixedClock({ database: await open() });
  await app.waitUntilIdle();
  expect(receiver.labels()).toEqual(['one']);
  // The lease of the killed process expires.
  app.advance(46_000);
  await app.waitUntilIdle();
  expect(receiver.labels()).toEqual(['one', 'one', 'two']);
  const [first, repeated] = receiver.received;
  expect(repeated?.id).toBe(first?.id);
  expect(repeated?.body).toBe(first?.body);
  if (first) expect(verifyRequest(first, (await secret).trim())).toMatchObject({ data: { label: 'one' } });
  const rows = await app.context.db.select().from(webhookDeliveries).orderBy(webhookDeliveries.position);
  // A try counts from its start.
  expect(rows).toMatchObject([
    { status: 'delivered', tries: 2 },
    { status: 'delivered', tries: 1 },
  ]);
}, 120_000);
