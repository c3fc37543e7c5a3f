import { expect, test } from 'vitest';

import { listMail } from '#server/db/outbox.ts';

import { openHooks, openReceiver, openStillShop } from './testing-hooks.ts';

const HOUR = 3_600_000;

test('pauses an endpoint after three days without a delivery, sends one email and loses no event', async () => {
  const shop = await openStillShop();
  const hooks = await openHooks(shop);
  const receiver = await openReceiver();
  receiver.behave(() => 500);
  const { id } = await hooks.endpoint(receiver.url);
  await hooks.tell({ subject: 'a', say: 'a1' });
  await shop.settled();
  expect((await hooks.endpointRow(id)).failingSince).not.toBeNull();
  for (let time = 0; time < 7; time++) {
    shop.advance(10 * HOUR);
    await hooks.tell({ subject: `order ${time}`, say: `at ${time}` });
    await shop.settled();
  }
  expect((await hooks.endpointRow(id)).pausedBy).toBeNull();
  shop.advance(24 * HOUR);
  await shop.settled();
  const row = await hooks.endpointRow(id);
  expect(row.pausedBy).toBe('failures');
  const mails = (await listMail(shop.context.db, 100)).filter(({ kind }) => kind === 'webhook_paused');
  expect(mails).toMatchObject([
    {
      recipient: hooks.seller.email,
      props: { endpointId: id, url: receiver.url, since: row.failingSince?.toISOString() },
    },
  ]);

  const heard = receiver.heard.length;
  await hooks.tell({ subject: 'a', say: 'a2' }, { subject: 'z', say: 'z1' }, { subject: 'z', say: 'z2' });
  shop.advance(24 * HOUR);
  await shop.settled();
  expect(receiver.heard).toHaveLength(heard);

  receiver.behave(() => 200);
  const waiting = (await hooks.deliveries(id)).filter(({ status }) => status === 'waiting');
  await hooks.call('update-webhook-endpoint', { endpointId: id, state: 'active' });
  await shop.settled();
  const after = receiver.said().slice(heard);
  expect(after).toHaveLength(waiting.length);
  expect(after.filter((say) => say.startsWith('z'))).toEqual(['z1', 'z2']);
  expect((await hooks.deliveries(id)).filter(({ status }) => status === 'waiting')).toEqual([]);
  expect(await hooks.endpointRow(id)).toMatchObject({ pausedBy: null, failingSince: null });
});

test('starts the three days again after one successful delivery', async () => {
  const shop = await openStillShop();
  const hooks = await openHooks(shop);
  const receiver = await openReceiver();
  receiver.behave(({ say }) => (say === 'good' ? 200 : 500));
  const { id } = await hooks.endpoint(receiver.url);
  await hooks.tell({ subject: 'a', say: 'bad' });
  for (let day = 0; day < 4; day++) {
    shop.advance(24 * HOUR);
    await shop.settled();
    await hooks.tell({ subject: null, say: 'good' });
    await shop.settled();
  }
  expect(await hooks.endpointRow(id)).toMatchObject({ pausedBy: null, failingSince: null });
});

test('pauses an endpoint that answers 410 at once', async () => {
  const shop = await openStillShop();
  const hooks = await openHooks(shop);
  const receiver = await openReceiver();
  receiver.behave(() => 410);
  const { id } = await hooks.endpoint(receiver.url);
  await hooks.tell({ subject: 'a', say: 'one' }, { subject: 'a', say: 'two' });
  await shop.settled();
  expect((await hooks.endpointRow(id)).pausedBy).toBe('failures');
  shop.advance(HOUR);
  await hooks.tell({ subject: 'b', say: 'three' });
  await shop.settled();
  expect(receiver.said()).toEqual(['one']);
  const mails = (await listMail(shop.context.db, 100)).filter(({ kind }) => kind === 'webhook_paused');
  expect(mails).toMatchObject([
    { props: { problem: 'It answered 410 (Gone): nothing is wanted there any more.' } },
  ]);
  receiver.behave(() => 200);
  await hooks.call('update-webhook-endpoint', { endpointId: id, state: 'active' });
  await shop.settled();
  expect(receiver.said().slice(1).toSorted()).toEqual(['one', 'three', 'two']);
});

test('keeps all events of an endpoint that the seller paused until it resumes', async () => {
  const shop = await openStillShop();
  const hooks = await openHooks(shop);
  const receiver = await openReceiver();
  const { id } = await hooks.endpoint(receiver.url);
  const set = (state: 'active' | 'paused') =>
    hooks.call('update-webhook-endpoint', { endpointId: id, state });
  await set('paused');
  const said = ['1', '2', '3', '4', '5'];
  for (const say of said) await hooks.tell({ subject: 'a', say });
  shop.advance(100 * HOUR);
  await shop.settled();
  expect(receiver.connections()).toBe(0);
  await set('active');
  await shop.settled();
  expect(receiver.said()).toEqual(said);
  expect((await listMail(shop.context.db, 100)).filter(({ kind }) => kind === 'webhook_paused')).toEqual([]);
});
