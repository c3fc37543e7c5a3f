import { expect, test } from 'vitest';
import { endpoint, nobody, openCall } from './call.ts';
import { openClock } from './clock.ts';
import { openConditions } from './conditions.ts';
import { openDoor } from './door.ts';
import { text } from './params.ts';
import { failure, openRehearsal } from './rehearsal.ts';
import { insertCustomer } from './api/customers.ts';
import { customers } from './api/customers.ts';
import { openStore } from './store.ts';

test('answers 500 for an unexpected error, rolls back the writes and replays the response', async () => {
  const store = openStore(null);
  let calls = 0;
  const broken = endpoint('POST /v1/broken', { name: text() }, (call) => {
    calls += 1;
    insertCustomer(call, {});
    throw new TypeError('not foreseen (this line in the log is the test at work)');
  });
  const world = {
    store,
    clock: openClock(store),
    origin: 'http://localhost:3000',
    endpoints: [],
    record: () => {},
  };
  const call = (account: string) => openCall(world, account, nobody);
  const endpoints = [broken, ...customers.endpoints];
  const door = openDoor({
    store,
    endpoints,
    references: {},
    conditions: openConditions(),
    call,
    beforeCall: () => {},
    afterCall: () => {},
  });
  const headers = { authorization: 'Bearer sk_test_x', 'idempotency-key': 'k' };
  const press = () => door('http://stripe.test/v1/broken', { method: 'POST', headers, body: 'name=x' });
  const [first, second] = [await press(), await press()];
  expect([first.status, second.status, calls]).toEqual([500, 500, 1]);
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect(await second.json()).toMatchObject({ error: { type: 'api_error' } });
  const list = await door('http://stripe.test/v1/customers', { headers });
  expect(await list.json()).toMatchObject({ data: [], has_more: false });
  store.close();
});

test("refuses a parallel request with the same key; the SDK's retry receives the first response", async () => {
  const rehearsal = openRehearsal();
  const { stripe } = rehearsal;
  const idempotencyKey = 'together';
  const calls = [
    stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey }),
    failure(stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey })),
  ];
  const [, refused] = await Promise.all(calls);
  expect(refused).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
  const patient = { idempotencyKey: 'patient', maxNetworkRetries: 2 };
  const both = await Promise.all([
    stripe.customers.create({}, patient),
    stripe.customers.create({}, patient),
  ]);
  expect(both[0]?.id).toBe(both[1]?.id);
  await rehearsal.sandbox.close();
});
