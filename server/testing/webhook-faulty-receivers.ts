import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { HOUR_MS } from '#domain/time-units.ts';
import { webhookDeliveries, deliveryAttempts } from '#server/db/schema-webhooks.ts';
import type { Worker } from '#server/jobs/queue.ts';

import { openDeliveriesWorker } from '../webhooks/jobs.ts';
import type { TestApp } from './test-app.ts';
import {
  createWebhookTestEnv,
  startReceiver,
  createAppWithFixedClock,
  type Receiver,
  verifyRequest,
} from './webhook-test-env.ts';

/** Sequence numbers in the order of their first arrival, by subject. Each message is 'subject/sequence'. */
function listFirstArrivals({ received }: Receiver): Map<string, number[]> {
  const sequences = new Map<string, number[]>();
  for (const { label } of received) {
    const [subject = '', sequence] = label.split('/');
    const arrivals = sequences.get(subject) ?? [];
    if (!arrivals.includes(Number(sequence))) arrivals.push(Number(sequence));
    sequences.set(subject, arrivals);
  }
  return sequences;
}

/** Waits until both workers are idle: a delivery that one of them ends may make another one due for the other. */
async function waitUntilBothIdle(app: TestApp, secondWorker: Worker): Promise<void> {
  const count = () => app.context.db.$count(deliveryAttempts);
  for (let previous = -1; previous !== (await count());) {
    previous = await count();
    await app.waitUntilIdle();
    await secondWorker.waitUntilIdle();
  }
}

/** Advances the clock through the retry delays until no delivery waits. */
async function deliverEverything(app: TestApp, secondWorker: Worker): Promise<void> {
  for (let hour = 0; hour < 60; hour++) {
    await waitUntilBothIdle(app, secondWorker);
    const waiting = await app.context.db.$count(webhookDeliveries, eq(webhookDeliveries.status, 'waiting'));
    if (waiting === 0) return;
    app.advance(HOUR_MS);
  }
  throw new Error('Something waits in vain');
}

type Receivers = { receivers: readonly Receiver[]; duplicates: string[] };

/** Starts five receivers, four of which misbehave; one never answers its first `hangs` requests. */
async function openReceivers(messages: number, hangs: number): Promise<Receivers> {
  const [healthy, delayed, hanging, failing, crashing] = await Promise.all(Array.from({ length: 5 }, startReceiver));
  if (!healthy || !delayed || !hanging || !failing || !crashing) throw new Error('There were to be five');
  // Answers late, so that two concurrent requests for one event would be noticed.
  const open = new Set<string>();
  const duplicates: string[] = [];
  delayed.respondWith(({ id }) => (answer) => {
    if (open.has(id)) duplicates.push(id);
    open.add(id);
    setTimeout(() => {
      open.delete(id);
      answer.writeHead(200).end();
    }, 5);
  });
  hanging.respondWith(() => (hanging.received.length <= hangs ? () => undefined : 200));
  failing.respondWith(({ label }, times) => (times <= 2 && Number(label.split('/')[1]) % 2 === 0 ? 500 : 200));
  // Breaks the connection for ten requests from the middle on, partly after reading the whole request.
  crashing.respondWith(() => {
    const count = crashing.received.length;
    const isDown = count > messages / 2 && count <= messages / 2 + 10;
    return isDown ? (answer) => void answer.socket?.resetAndDestroy() : 200;
  });
  return { receivers: [healthy, delayed, hanging, failing, crashing], duplicates };
}

/** Two workers deliver `messages` messages to each of five endpoints; one never answers its first `hangs` requests. */
export async function deliverWithFaults(messages: number, hangs: number): Promise<void> {
  const app = await createAppWithFixedClock();
  const webhooks = await createWebhookTestEnv(app);
  const { receivers, duplicates } = await openReceivers(messages, hangs);
  const secrets: string[] = [];
  for (const receiver of receivers) secrets.push((await webhooks.createEndpoint(receiver.url)).secret);
  const subjects = messages / 5;
  const secondWorker = openDeliveriesWorker(app.context);
  const events = Array.from({ length: messages }, (_, at) => ({
    subject: `s${at % subjects}`,
    label: `s${at % subjects}/${Math.floor(at / subjects)}`,
  }));
  for (let at = 0; at < messages; at += 10) {
    await webhooks.emit(...events.slice(at, at + 10));
    secondWorker.wake();
  }
  await deliverEverything(app, secondWorker);
  await secondWorker.close();
  expect(duplicates).toEqual([]);
  await expectDelivered(app, messages);
  for (const [index, receiver] of receivers.entries()) {
    const received = listFirstArrivals(receiver);
    expect(received.size).toBe(subjects);
    for (const [subject, order] of received) expect(order, subject).toEqual([0, 1, 2, 3, 4]);
    const [first] = receiver.received;
    if (first) verifyRequest(first, secrets[index] ?? '');
  }
}

/** Checks that every endpoint received everything and that no delivered message was sent again. */
async function expectDelivered(app: TestApp, messages: number): Promise<void> {
  const deliveries = await app.context.db.select().from(webhookDeliveries);
  expect(deliveries).toHaveLength(messages * 5);
  expect(deliveries.every(({ status }) => status === 'delivered')).toBe(true);
  // A busy machine can make a healthy receiver slow: such a try has a problem.
  const tries = await app.context.db.select().from(deliveryAttempts);
  const successfulTries = tries.filter(({ error: problem }) => problem === null);
  expect(successfulTries).toHaveLength(messages * 5);
  expect(new Set(successfulTries.map(({ deliveryId }) => deliveryId)).size).toBe(messages * 5);
}
