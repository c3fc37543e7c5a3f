import { expect, test } from 'vitest';

import { DAY_MS } from '#domain/time-units.ts';
import { webhookDeliveries, webhookEvents, deliveryAttempts } from '#server/db/schema-webhooks.ts';

import { createWebhookTestEnv, startReceiver, createAppWithFixedClock } from '../testing/webhook-test-env.ts';
import { deleteExpiredMessages } from './jobs.ts';

test('keeps the log and the deliveries of paused endpoints for thirty days', async () => {
  const app = await createAppWithFixedClock();
  const { context } = app;
  const webhooks = await createWebhookTestEnv(app);
  const [receiver, pausedReceiver] = [await startReceiver(), await startReceiver()];
  const { id } = await webhooks.createEndpoint(receiver.url);
  const events = Array.from({ length: 1200 }, (_, at) => ({ subject: null, label: `${at}` }));
  await webhooks.call('update-webhook-endpoint', { endpointId: id, state: 'paused' });
  await webhooks.emit(...events);
  // Marks the deliveries as delivered in the database.
  await context.db.update(webhookDeliveries).set({ status: 'delivered' });
  await webhooks.call('update-webhook-endpoint', { endpointId: id, state: 'active' });
  const { id: pausedId } = await webhooks.createEndpoint(pausedReceiver.url);
  await webhooks.call('update-webhook-endpoint', { endpointId: pausedId, state: 'paused' });
  await webhooks.emit({ subject: 'a', label: 'arrives at one of two' });
  await app.waitUntilIdle();
  app.advance(29 * DAY_MS);
  await webhooks.emit({ subject: 'a', label: 'young' });
  await app.waitUntilIdle();
  await deleteExpiredMessages(context);
  expect(await context.db.$count(webhookEvents)).toBe(1202);
  app.advance(1 * DAY_MS + 1);
  await deleteExpiredMessages(context);
  expect(await context.db.$count(webhookEvents)).toBe(1);
  expect(await context.db.$count(webhookDeliveries)).toBe(2);
  expect(await context.db.$count(deliveryAttempts)).toBe(1);
  expect(pausedReceiver.received).toEqual([]);
});

test('deletes expired messages automatically', async () => {
  const app = await createAppWithFixedClock();
  const webhooks = await createWebhookTestEnv(app);
  const receiver = await startReceiver();
  await webhooks.createEndpoint(receiver.url);
  await webhooks.emit({ subject: null, label: 'old' });
  await app.waitUntilIdle();
  app.advance(31 * DAY_MS);
  await webhooks.emit({ subject: null, label: 'young' });
  await app.waitUntilIdle();
  expect(await app.context.db.$count(webhookEvents)).toBe(1);
});
