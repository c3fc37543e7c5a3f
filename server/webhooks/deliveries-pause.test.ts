import { expect, test } from 'vitest';

import { HOUR_MS } from '#domain/time-units.ts';
import { listMail } from '#server/email/queries/outbox.ts';

import { createWebhookTestEnv, startReceiver, createAppWithFixedClock } from '../testing/webhook-test-env.ts';

test('pauses an endpoint after three days without a delivery, sends one email and loses no event', async () => {
  const app = await createAppWithFixedClock();
  const webhooks = await createWebhookTestEnv(app);
  const receiver = await startReceiver();
  receiver.respondWith(() => 500);
  const { id } = await webhooks.createEndpoint(receiver.url);
  await webhooks.emit({ subject: 'a', label: 'a1' });
  await app.waitUntilIdle();
  expect((await webhooks.findEndpoint(id)).failingSince).not.toBeNull();
  for (let round = 0; round < 7; round++) {
    app.advance(10 * HOUR_MS);
    await webhooks.emit({ subject: `order ${round}`, label: `at ${round}` });
    await app.waitUntilIdle();
  }
  expect((await webhooks.findEndpoint(id)).pausedBy).toBeNull();
  app.advance(24 * HOUR_MS);
  await app.waitUntilIdle();
  const row = await webhooks.findEndpoint(id);
  expect(row.pausedBy).toBe('failures');
  const mails = (await listMail(app.context.db, 100)).filter(({ kind }) => kind === 'webhook_paused');
  expect(mails).toMatchObject([
    {
      recipient: webhooks.seller.email,
      props: { endpointId: id, url: receiver.url, since: row.failingSince?.toISOString() },
    },
  ]);

  const receivedCount = receiver.received.length;
  await webhooks.emit({ subject: 'a', label: 'a2' }, { subject: 'z', label: 'z1' }, { subject: 'z', label: 'z2' });
  app.advance(24 * HOUR_MS);
  await app.waitUntilIdle();
  expect(receiver.received).toHaveLength(receivedCount);

  receiver.respondWith(() => 200);
  const waiting = (await webhooks.listDeliveries(id)).filter(({ status }) => status === 'waiting');
  await webhooks.call('update-webhook-endpoint', { endpointId: id, state: 'active' });
  await app.waitUntilIdle();
  const laterLabels = receiver.labels().slice(receivedCount);
  expect(laterLabels).toHaveLength(waiting.length);
  expect(laterLabels.filter((label) => label.startsWith('z'))).toEqual(['z1', 'z2']);
  expect((await webhooks.listDeliveries(id)).filter(({ status }) => status === 'waiting')).toEqual([]);
  expect(await webhooks.findEndpoint(id)).toMatchObject({ pausedBy: null, failingSince: null });
});

test('starts the three days again after one successful delivery', async () => {
  const app = await createAppWithFixedClock();
  const webhooks = await createWebhookTestEnv(app);
  const receiver = await startReceiver();
  receiver.respondWith(({ label }) => (label === 'good' ? 200 : 500));
  const { id } = await webhooks.createEndpoint(receiver.url);
  await webhooks.emit({ subject: 'a', label: 'bad' });
  for (let day = 0; day < 4; day++) {
    app.advance(24 * HOUR_MS);
    await app.waitUntilIdle();
    await webhooks.emit({ subject: null, label: 'good' });
    await app.waitUntilIdle();
  }
  expect(await webhooks.findEndpoint(id)).toMatchObject({ pausedBy: null, failingSince: null });
});

test('pauses an endpoint that answers 410 at once', async () => {
  const app = await createAppWithFixedClock();
  const webhooks = await createWebhookTestEnv(app);
  const receiver = await startReceiver();
  receiver.respondWith(() => 410);
  const { id } = await webhooks.createEndpoint(receiver.url);
  await webhooks.emit({ subject: 'a', label: 'one' }, { subject: 'a', label: 'two' });
  await app.waitUntilIdle();
  expect((await webhooks.findEndpoint(id)).pausedBy).toBe('failures');
  app.advance(HOUR_MS);
  await webhooks.emit({ subject: 'b', label: 'three' });
  await app.waitUntilIdle();
  expect(receiver.labels()).toEqual(['one']);
  const mails = (await listMail(app.context.db, 100)).filter(({ kind }) => kind === 'webhook_paused');
  expect(mails).toMatchObject([
    { props: { problem: 'The server responded with 410 (Gone), which means that it no longer accepts events.' } },
  ]);
  receiver.respondWith(() => 200);
  await webhooks.call('update-webhook-endpoint', { endpointId: id, state: 'active' });
  await app.waitUntilIdle();
  expect(receiver.labels().slice(1).toSorted()).toEqual(['one', 'three', 'two']);
});

test('keeps all events of an endpoint that the seller paused until it resumes', async () => {
  const app = await createAppWithFixedClock();
  const webhooks = await createWebhookTestEnv(app);
  const receiver = await startReceiver();
  const { id } = await webhooks.createEndpoint(receiver.url);
  const setState = (state: 'active' | 'paused') => webhooks.call('update-webhook-endpoint', { endpointId: id, state });
  await setState('paused');
  const labels = ['1', '2', '3', '4', '5'];
  for (const label of labels) await webhooks.emit({ subject: 'a', label });
  app.advance(100 * HOUR_MS);
  await app.waitUntilIdle();
  expect(receiver.connections()).toBe(0);
  await setState('active');
  await app.waitUntilIdle();
  expect(receiver.labels()).toEqual(labels);
  expect((await listMail(app.context.db, 100)).filter(({ kind }) => kind === 'webhook_paused')).toEqual([]);
});
