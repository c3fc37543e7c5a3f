import { expect, test, vi } from 'vitest';

import { getPage, openFixture, createSeller, postForm, type SandboxFixture } from '../testing/sandbox-fixture.ts';

/** Returns how often each of `count` consecutive events was delivered, in the order of creation. */
const countDeliveries = async (fixture: SandboxFixture, count: number): Promise<number[]> => {
  const { sandbox, stripe, received } = fixture;
  const customerIds: string[] = [];
  for (let index = 0; index < count; index++) customerIds.push((await stripe.customers.create()).id);
  await vi.waitFor(() => expect(sandbox.deliveryFaults.stats().waiting).toBe(0), 5000);
  await sandbox.waitForDeliveries();
  const countFor = (id: string): number =>
    received.filter(({ event }) => 'id' in event.data.object && event.data.object.id === id).length;
  return customerIds.map(countFor);
};

test('drops and duplicates the same events for the same seed', async () => {
  const faults = { seed: 7, dropped: 200, doubled: 300, spread: 0 };
  const fixtures = [openFixture({ deliveryFaults: faults }), openFixture({ deliveryFaults: faults })];
  const otherFixture = openFixture({ deliveryFaults: { ...faults, seed: 8 } });
  const [first, second] = [
    await countDeliveries(fixtures[0] as SandboxFixture, 60),
    await countDeliveries(fixtures[1] as SandboxFixture, 60),
  ];
  expect(first).toEqual(second);
  expect(await countDeliveries(otherFixture, 60)).not.toEqual(first);
  const countTimes = (times: number): number => first.filter((count) => count === times).length;
  expect([countTimes(0) > 3, countTimes(1) > 20, countTimes(2) > 6]).toEqual([true, true, true]);
  expect(fixtures[0]?.sandbox.deliveryFaults.stats()).toEqual({
    waiting: 0,
    delivered: countTimes(1) + 2 * countTimes(2),
    failed: 0,
    dropped: countTimes(0),
  });
  for (const { sandbox } of [...fixtures, otherFixture]) await sandbox.close();
});

test('reorders spread deliveries without losing any', async () => {
  const fixture = openFixture({
    deliveryFaults: { seed: 3, dropped: 0, doubled: 0, spread: 150 },
    concurrency: 1,
  });
  expect(await countDeliveries(fixture, 30)).toEqual(Array.from({ length: 30 }, () => 1));
  const deliveredIds = fixture.received.map(({ event }) => event.id);
  const createdIds = (await fixture.stripe.events.list({ limit: 100 })).data.map(({ id }) => id).toReversed();
  expect(deliveredIds.toSorted()).toEqual(createdIds.toSorted());
  expect(deliveredIds).not.toEqual(createdIds);
  await fixture.sandbox.close();
});

test('sets delivery faults and reads delivery statistics over HTTP', async () => {
  const { sandbox, stripe, received } = openFixture();
  const response = await postForm(sandbox, '/delivery-faults', { seed: '5', dropped: '1000' });
  expect(await response.json()).toMatchObject({ seed: 5, dropped: 1000, doubled: 0, spread: 0 });
  await stripe.customers.create();
  await sandbox.waitForDeliveries();
  expect(received).toEqual([]);
  expect(await (await getPage(sandbox, '/delivery-faults')).json()).toMatchObject({ deliveries: { dropped: 1 } });
  const [lostEvent] = (await stripe.events.list({ delivery_success: false })).data;
  expect(lostEvent).toMatchObject({ type: 'customer.created', pending_webhooks: 1 });
  await postForm(sandbox, '/delivery-faults', {});
  await postForm(sandbox, `/dashboard/platform/events/${lostEvent?.id}/resend`, {});
  await sandbox.waitForDeliveries();
  expect(received.map(({ event }) => event.id)).toEqual([lostEvent?.id]);
  expect((await postForm(sandbox, '/delivery-faults', { dropped: 'many' })).status).toBe(400);
  await sandbox.close();
});

test('does not affect deliveries queued before the faults were set', async () => {
  const fixture = openFixture();
  await createSeller(fixture);
  fixture.sandbox.deliveryFaults.set({ seed: 1, dropped: 1000, doubled: 0, spread: 0 });
  await fixture.sandbox.waitForDeliveries();
  expect(fixture.eventTypes()).toContain('account.updated');
  await fixture.sandbox.close();
});
