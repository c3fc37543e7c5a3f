import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

import { expect, test } from 'vitest';

import { webhookDeliveries } from '#server/db/schema-webhooks.ts';
import { openFolder } from '#server/testing-folder.ts';

import { openReceiver, openStillShop, verified } from './testing-hooks.ts';

test('sends a delivery again with the same id and in order after its process was killed during the request', async () => {
  const { folder, postgres, open } = await openFolder();
  const receiver = await openReceiver();
  const reached = new Promise<void>((resolve) => receiver.behave(() => () => resolve()));
  const told = JSON.stringify({ folder, postgres, url: receiver.url });
  const child = spawn(process.execPath, ['server/seller-webhooks/testing-killed-deliveries.ts', told], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const secret = text(child.stdout);
  await Promise.race([reached, ended]);
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  receiver.behave(() => 204);

  const shop = await openStillShop({ database: await open() });
  await shop.settled();
  expect(receiver.said()).toEqual(['one']);
  // The lease of the killed process expires.
  shop.advance(31_000);
  await shop.settled();
  expect(receiver.said()).toEqual(['one', 'one', 'two']);
  const [first, again] = receiver.heard;
  expect(again?.id).toBe(first?.id);
  expect(again?.body).toBe(first?.body);
  if (first) expect(verified(first, (await secret).trim())).toMatchObject({ data: { say: 'one' } });
  const rows = await shop.context.db.select().from(webhookDeliveries).orderBy(webhookDeliveries.position);
  // A try counts from its start.
  expect(rows).toMatchObject([
    { status: 'delivered', tries: 2 },
    { status: 'delivered', tries: 1 },
  ]);
}, 120_000);
