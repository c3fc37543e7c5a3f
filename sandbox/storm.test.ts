import { expect, test, vi } from 'vitest';
import { look, openRehearsal, openSeller, post, type Rehearsal } from './rehearsal.ts';

/** Returns how often each of `count` consecutive events was delivered, in the order of creation. */
const arrivals = async (rehearsal: Rehearsal, count: number): Promise<number[]> => {
  const { sandbox, stripe, received } = rehearsal;
  const made: string[] = [];
  for (let turn = 0; turn < count; turn++) made.push((await stripe.customers.create()).id);
  await vi.waitFor(() => expect(sandbox.storm.figures().waiting).toBe(0), 5000);
  await sandbox.settled();
  const of = (id: string): number =>
    received.filter(({ event }) => 'id' in event.data.object && event.data.object.id === id).length;
  return made.map(of);
};

test('drops and duplicates the same events for the same seed', async () => {
  const storm = { seed: 7, dropped: 200, doubled: 300, spread: 0 };
  const rehearsals = [openRehearsal({ storm }), openRehearsal({ storm })];
  const other = openRehearsal({ storm: { ...storm, seed: 8 } });
  const [first, second] = [
    await arrivals(rehearsals[0] as Rehearsal, 60),
    await arrivals(rehearsals[1] as Rehearsal, 60),
  ];
  expect(first).toEqual(second);
  expect(await arrivals(other, 60)).not.toEqual(first);
  const share = (times: number): number => first.filter((one) => one === times).length;
  expect([share(0) > 3, share(1) > 20, share(2) > 6]).toEqual([true, true, true]);
  expect(rehearsals[0]?.sandbox.storm.figures()).toEqual({
    waiting: 0,
    delivered: share(1) + 2 * share(2),
    failed: 0,
    dropped: share(0),
  });
  for (const { sandbox } of [...rehearsals, other]) await sandbox.close();
});

test('reorders spread deliveries without losing any', async () => {
  const rehearsal = openRehearsal({ storm: { seed: 3, dropped: 0, doubled: 0, spread: 150 }, parallel: 1 });
  expect(await arrivals(rehearsal, 30)).toEqual(Array.from({ length: 30 }, () => 1));
  const told = rehearsal.received.map(({ event }) => event.id);
  const happened = (await rehearsal.stripe.events.list({ limit: 100 })).data.map(({ id }) => id).toReversed();
  expect(told.toSorted()).toEqual(happened.toSorted());
  expect(told).not.toEqual(happened);
  await rehearsal.sandbox.close();
});

test('sets delivery faults and reads delivery statistics over HTTP', async () => {
  const { sandbox, stripe, received } = openRehearsal();
  const answer = await post(sandbox, '/storm', { seed: '5', dropped: '1000' });
  expect(await answer.json()).toMatchObject({ seed: 5, dropped: 1000, doubled: 0, spread: 0 });
  await stripe.customers.create();
  await sandbox.settled();
  expect(received).toEqual([]);
  expect(await (await look(sandbox, '/storm')).json()).toMatchObject({ deliveries: { dropped: 1 } });
  const [lost] = (await stripe.events.list({ delivery_success: false })).data;
  expect(lost).toMatchObject({ type: 'customer.created', pending_webhooks: 1 });
  await post(sandbox, '/storm', {});
  await post(sandbox, `/dashboard/platform/events/${lost?.id}/resend`, {});
  await sandbox.settled();
  expect(received.map(({ event }) => event.id)).toEqual([lost?.id]);
  expect((await post(sandbox, '/storm', { dropped: 'many' })).status).toBe(400);
  await sandbox.close();
});

test('does not affect deliveries queued before the faults were set', async () => {
  const rehearsal = openRehearsal();
  await openSeller(rehearsal);
  rehearsal.sandbox.storm.set({ seed: 1, dropped: 1000, doubled: 0, spread: 0 });
  await rehearsal.sandbox.settled();
  expect(rehearsal.types()).toContain('account.updated');
  await rehearsal.sandbox.close();
});
