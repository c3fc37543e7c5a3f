import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { webhookDeliveries, webhookTries } from '#server/db/schema-webhooks.ts';
import type { TestShop } from '#server/testing.ts';
import type { Worker } from '#server/worker.ts';

import { openDeliveriesWorker } from './deliveries-worker.ts';
import { openHooks, openReceiver, openStillShop, type Receiver, verified } from './testing-hooks.ts';

const HOUR = 3_600_000;

/** Sequence numbers in the order of their first arrival, by subject. Each message is 'subject/sequence'. */
function turnsOf({ heard }: Receiver): Map<string, number[]> {
  const turns = new Map<string, number[]>();
  for (const { say } of heard) {
    const [subject = '', turn] = say.split('/');
    const list = turns.get(subject) ?? [];
    if (!list.includes(Number(turn))) list.push(Number(turn));
    turns.set(subject, list);
  }
  return turns;
}

/** Waits until both workers are idle: a delivery that one of them ends may make another one due for the other. */
async function bothSettled(shop: TestShop, other: Worker): Promise<void> {
  const count = () => shop.context.db.$count(webhookTries);
  for (let before = -1; before !== (await count());) {
    before = await count();
    await shop.settled();
    await other.settled();
  }
}

/** Advances the clock through the retry delays until no delivery waits. */
async function playOut(shop: TestShop, other: Worker): Promise<void> {
  for (let round = 0; round < 60; round++) {
    await bothSettled(shop, other);
    const waiting = await shop.context.db.$count(webhookDeliveries, eq(webhookDeliveries.status, 'waiting'));
    if (waiting === 0) return;
    shop.advance(HOUR);
  }
  throw new Error('Something waits in vain');
}

type Receivers = { all: readonly Receiver[]; doubles: string[] };

/** Starts five receivers, four of which misbehave; one never answers its first `hangs` requests. */
async function openReceivers(messages: number, hangs: number): Promise<Receivers> {
  const [good, twice, hanging, failing, dying] = await Promise.all(Array.from({ length: 5 }, openReceiver));
  if (!good || !twice || !hanging || !failing || !dying) throw new Error('There were to be five');
  // Answers late, so that two concurrent requests for one event would be noticed.
  const open = new Set<string>();
  const doubles: string[] = [];
  twice.behave(({ id }) => (answer) => {
    if (open.has(id)) doubles.push(id);
    open.add(id);
    setTimeout(() => {
      open.delete(id);
      answer.writeHead(200).end();
    }, 5);
  });
  hanging.behave(() => (hanging.heard.length <= hangs ? () => undefined : 200));
  failing.behave(({ say }, times) => (times <= 2 && Number(say.split('/')[1]) % 2 === 0 ? 500 : 200));
  // Breaks the connection for ten requests from the middle on, partly after reading the whole request.
  dying.behave(() => {
    const count = dying.heard.length;
    const isDead = count > messages / 2 && count <= messages / 2 + 10;
    return isDead ? (answer) => void answer.socket?.resetAndDestroy() : 200;
  });
  return { all: [good, twice, hanging, failing, dying], doubles };
}

/** Two workers deliver `messages` messages to each of five endpoints; one never answers its first `hangs` requests. */
export async function deliverInStorm(messages: number, hangs: number): Promise<void> {
  const shop = await openStillShop();
  const hooks = await openHooks(shop);
  const { all, doubles } = await openReceivers(messages, hangs);
  const secrets: string[] = [];
  for (const receiver of all) secrets.push((await hooks.endpoint(receiver.url)).secret);
  const subjects = messages / 5;
  const other = openDeliveriesWorker(shop.context);
  const turns = Array.from({ length: messages }, (_, at) => ({
    subject: `s${at % subjects}`,
    say: `s${at % subjects}/${Math.floor(at / subjects)}`,
  }));
  for (let at = 0; at < messages; at += 10) {
    await hooks.tell(...turns.slice(at, at + 10));
    other.ring();
  }
  await playOut(shop, other);
  await other.close();
  expect(doubles).toEqual([]);
  await expectDelivered(shop, messages);
  for (const [index, receiver] of all.entries()) {
    const heard = turnsOf(receiver);
    expect(heard.size).toBe(subjects);
    for (const [subject, order] of heard) expect(order, subject).toEqual([0, 1, 2, 3, 4]);
    const [first] = receiver.heard;
    if (first) verified(first, secrets[index] ?? '');
  }
}

/** Checks that every endpoint received everything and that no delivered message was sent again. */
async function expectDelivered(shop: TestShop, messages: number): Promise<void> {
  const done = await shop.context.db.select().from(webhookDeliveries);
  expect(done).toHaveLength(messages * 5);
  expect(done.every(({ status }) => status === 'delivered')).toBe(true);
  // A busy machine can make a healthy receiver slow: such a try has a problem.
  const tries = await shop.context.db.select().from(webhookTries);
  const arrived = tries.filter(({ problem }) => problem === null);
  expect(arrived).toHaveLength(messages * 5);
  expect(new Set(arrived.map(({ deliveryId }) => deliveryId)).size).toBe(messages * 5);
}
