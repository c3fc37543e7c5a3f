import { expect, test } from 'vitest';

import { webhookDeliveries, webhookMessages, webhookTries } from '#server/db/schema-webhooks.ts';

import { sweepMessages } from './sweep-messages.ts';
import { openHooks, openReceiver, openStillShop } from './testing-hooks.ts';

const DAY = 24 * 3_600_000;

test('keeps the log and the deliveries of paused endpoints for thirty days', async () => {
  const shop = await openStillShop();
  const { context } = shop;
  const hooks = await openHooks(shop);
  const [receiver, paused] = [await openReceiver(), await openReceiver()];
  const { id } = await hooks.endpoint(receiver.url);
  const many = Array.from({ length: 1200 }, (_, at) => ({ subject: null, say: `${at}` }));
  await hooks.call('update-webhook-endpoint', { endpointId: id, state: 'paused' });
  await hooks.tell(...many);
  // Marks the deliveries as delivered in the database.
  await context.db.update(webhookDeliveries).set({ status: 'delivered' });
  await hooks.call('update-webhook-endpoint', { endpointId: id, state: 'active' });
  const { id: pausedId } = await hooks.endpoint(paused.url);
  await hooks.call('update-webhook-endpoint', { endpointId: pausedId, state: 'paused' });
  await hooks.tell({ subject: 'a', say: 'arrives at one of two' });
  await shop.settled();
  shop.advance(29 * DAY);
  await hooks.tell({ subject: 'a', say: 'young' });
  await shop.settled();
  await sweepMessages(context);
  expect(await context.db.$count(webhookMessages)).toBe(1202);
  shop.advance(1 * DAY + 1);
  await sweepMessages(context);
  expect(await context.db.$count(webhookMessages)).toBe(1);
  expect(await context.db.$count(webhookDeliveries)).toBe(2);
  expect(await context.db.$count(webhookTries)).toBe(1);
  expect(paused.heard).toEqual([]);
});

test('deletes expired messages automatically', async () => {
  const shop = await openStillShop();
  const hooks = await openHooks(shop);
  const receiver = await openReceiver();
  await hooks.endpoint(receiver.url);
  await hooks.tell({ subject: null, say: 'old' });
  await shop.settled();
  shop.advance(31 * DAY);
  await hooks.tell({ subject: null, say: 'young' });
  await shop.settled();
  expect(await shop.context.db.$count(webhookMessages)).toBe(1);
});
