import { expect, test } from 'vitest';

import { customers } from '../api/customers.ts';
import { insertCustomer } from '../payments/customer-object.ts';
import { getError, openFixture } from '../testing/sandbox-fixture.ts';
import { createApiHandler } from './api-handler.ts';
import { endpoint, NO_REQUEST, CallContext } from './call-context.ts';
import { createClock } from './clock.ts';
import { createConditions } from './conditions.ts';
import { text } from './params.ts';
import { openStore } from './store.ts';

test('answers 500 for an unexpected error, rolls back the writes and replays the response', async () => {
  const store = openStore(null);
  let callCount = 0;
  const brokenEndpoint = endpoint('POST /v1/broken', { name: text() }, (call) => {
    callCount += 1;
    insertCustomer(call, {});
    throw new TypeError('not foreseen (this line in the log is the test at work)');
  });
  const dependencies = {
    store,
    clock: createClock(store),
    origin: 'http://localhost:3000',
    endpoints: [],
    recordEvent: () => {},
  };
  const call = (account: string) => new CallContext(dependencies, account, NO_REQUEST);
  const endpoints = [brokenEndpoint, ...customers.endpoints];
  const handleRequest = createApiHandler({
    store,
    endpoints,
    references: {},
    conditions: createConditions(),
    call,
    beforeRequest: () => {},
    afterRequest: () => {},
  });
  const headers = { authorization: 'Bearer sk_test_x', 'idempotency-key': 'k' };
  const sendRequest = () => handleRequest('http://stripe.test/v1/broken', { method: 'POST', headers, body: 'name=x' });
  const [first, second] = [await sendRequest(), await sendRequest()];
  expect([first.status, second.status, callCount]).toEqual([500, 500, 1]);
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect(await second.json()).toMatchObject({ error: { type: 'api_error' } });
  const list = await handleRequest('http://stripe.test/v1/customers', { headers });
  expect(await list.json()).toMatchObject({ data: [], has_more: false });
  store.close();
});

test("refuses a parallel request with the same key; the SDK's retry receives the first response", async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  const idempotencyKey = 'together';
  const calls = [
    stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey }),
    getError(stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey })),
  ];
  const [, rejected] = await Promise.all(calls);
  expect(rejected).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
  const retryOptions = { idempotencyKey: 'patient', maxNetworkRetries: 2 };
  const both = await Promise.all([
    stripe.customers.create({}, retryOptions),
    stripe.customers.create({}, retryOptions),
  ]);
  expect(both[0]?.id).toBe(both[1]?.id);
  await fixture.sandbox.close();
});
