import { createServer } from 'node:http';

import { expect, test } from 'vitest';

import { listen } from '#server/testing/listening-server.ts';

import { yieldToDatabaseRequests } from './yield-to-database-requests.ts';

/** A server whose answers advance its clock, and the order of its answers. */
async function createBusyServer(responseMs: number) {
  const order: string[] = [];
  let clock = 0;
  const listener = yieldToDatabaseRequests(
    ({ url = '' }, response) => {
      order.push(url);
      clock += responseMs;
      response.end(url);
    },
    () => clock,
  );
  const sendRequest = (url: string, method = 'GET') => {
    const response = { destroyed: false, end: () => undefined };
    listener({ url, method } as never, response as never);
    return response;
  };
  const server = createServer(listener);
  const { port } = await listen(server);
  const url = `http://127.0.0.1:${port}`;
  return { order, sendRequest, url };
}
const nextTick = () => new Promise((resolve) => setImmediate(resolve));

test('lets database requests run between page reads and keeps the order of the reads', async () => {
  const { order, sendRequest } = await createBusyServer(5);
  for (let number = 0; number < 6; number++) sendRequest(`/c/${number}`);
  sendRequest('/functions/v1/create-checkout-session', 'POST');
  sendRequest('/api/v1/pages');
  sendRequest('/readyz');
  expect(order).toEqual(['/c/0', '/c/1', '/functions/v1/create-checkout-session', '/api/v1/pages', '/readyz']);
  await nextTick();
  expect(order.slice(5)).toEqual(['/c/2', '/c/3']);
  sendRequest('/c/6');
  await nextTick();
  await nextTick();
  expect(order.slice(5)).toEqual(['/c/2', '/c/3', '/c/4', '/c/5', '/c/6']);
});

test('does not answer a client that disconnected while waiting', async () => {
  const { order, sendRequest } = await createBusyServer(20);
  sendRequest('/c/first');
  sendRequest('/c/gone').destroyed = true;
  sendRequest('/c/last');
  await nextTick();
  await nextTick();
  expect(order).toEqual(['/c/first', '/c/last']);
});

test('answers hundreds of concurrent page reads', async () => {
  const { url } = await createBusyServer(3);
  const paths = Array.from({ length: 300 }, (_, number) => `/c/page-${number}`);
  const texts = await Promise.all(paths.map(async (path) => (await fetch(url + path)).text()));
  expect(texts).toEqual(paths);
});
