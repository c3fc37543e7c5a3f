import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { webhookDeliveries, webhookTries } from '#server/db/schema-webhooks.ts';
import type { TestShop } from '#server/testing.ts';
import type { Worker } from '#server/worker.ts';

import { openDeliveriesWorker } from './deliveries-worker.ts';
import { openHooks, openReceiver, openStillShop, type Receiver, verified } from './testing-hooks.ts';

const MESSAGES = Number(process.env.STORM ?? 100);
const SUBJECTS = MESSAGES / 5;
const HOUR = 3_600_000;

/** What was heard first of each subject, in the order in which it came; each message is 'subject/turn'. */
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

/** Resolves when nothing is on its way in either: what one of them ends, the other may take up. */
async function bothSettled(shop: TestShop, other: Worker): Promise<void> {
  const count = () => shop.context.db.$count(webhookTries);
  for (let before = -1; before !== (await count());) {
    before = await count();
    await shop.settled();
    await other.settled();
  }
}

/** Goes on until nothing waits, with the hours that lie between tries. */
async function playOut(shop: TestShop, other: Worker): Promise<void> {
  for (let round = 0; round < 60; round++) {
    await bothSettled(shop, other);
    const waiting = await shop.context.db.$count(webhookDeliveries, eq(webhookDeliveries.status, 'waiting'));
    if (waiting === 0) return;
    shop.advance(HOUR);
  }
  throw new Error('Something waits in vain');
}

test('in a storm of bad receivers two workers bring everything everywhere, in its order', async () => {
  const shop = await openStillShop();
  const hooks = await openHooks(shop);
  const [good, twice, hanging, failing, dying] = await Promise.all(Array.from({ length: 5 }, openReceiver));
  if (!good || !twice || !hanging || !failing || !dying) throw new Error('There were to be five');
  const all = [good, twice, hanging, failing, dying];
  // Answers late, so that two at once would be seen.
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
  hanging.behave(() => (hanging.heard.length <= 4 ? () => undefined : 200));
  failing.behave(({ say }, times) => (times <= 2 && Number(say.split('/')[1]) % 2 === 0 ? 500 : 200));
  // Is gone from the middle on for ten knocks, some of them after it has heard everything.
  dying.behave(() => {
    const count = dying.heard.length;
    const isDead = count > MESSAGES / 2 && count <= MESSAGES / 2 + 10;
    return isDead ? (answer) => void answer.socket?.resetAndDestroy() : 200;
  });
  const ids: { id: string; secret: string }[] = [];
  for (const receiver of all) ids.push(await hooks.endpoint(receiver.url));

  const other = openDeliveriesWorker(shop.context);
  const turns = Array.from({ length: MESSAGES }, (_, at) => ({
    subject: `s${at % SUBJECTS}`,
    say: `s${at % SUBJECTS}/${Math.floor(at / SUBJECTS)}`,
  }));
  for (let at = 0; at < MESSAGES; at += 10) {
    await hooks.tell(...turns.slice(at, at + 10));
    other.ring();
  }
  await playOut(shop, other);
  await other.close();

  const done = await shop.context.db.select().from(webhookDeliveries);
  expect(done).toHaveLength(MESSAGES * 5);
  expect(done.every(({ status }) => status === 'delivered')).toBe(true);
  expect(doubles).toEqual([]);
  for (const receiver of all) {
    const heard = turnsOf(receiver);
    expect(heard.size).toBe(SUBJECTS);
    for (const [subject, order] of heard) expect(order, subject).toEqual([0, 1, 2, 3, 4]);
  }
  // What has arrived does not go out again. (A machine that is busy with other things can let a good receiver be late.)
  const arrived = (await shop.context.db.select().from(webhookTries)).filter(
    ({ problem }) => problem === null,
  );
  expect(arrived).toHaveLength(MESSAGES * 5);
  expect(new Set(arrived.map(({ deliveryId }) => deliveryId)).size).toBe(MESSAGES * 5);
  for (const [at, { secret }] of ids.entries()) {
    const first = all[at]?.heard[0];
    if (first) verified(first, secret);
  }
}, 300_000);
