import { createServer } from 'node:http';

import { expect, test } from 'vitest';

import { listening } from '#server/testing-listening.ts';

import { inTurns } from './turns.ts';

/** A server whose answers advance its clock, and the order of its answers. */
async function openBusy(answerMs: number) {
  const order: string[] = [];
  let clock = 0;
  const listener = inTurns(
    ({ url = '' }, response) => {
      order.push(url);
      clock += answerMs;
      response.end(url);
    },
    () => clock,
  );
  const ask = (url: string, method = 'GET') => {
    const response = { destroyed: false, end: () => undefined };
    listener({ url, method } as never, response as never);
    return response;
  };
  const server = createServer(listener);
  const { port } = await listening(server);
  const url = `http://127.0.0.1:${port}`;
  return { order, ask, url };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('lets database requests run between page reads and keeps the order of the reads', async () => {
  const { order, ask } = await openBusy(5);
  for (let number = 0; number < 6; number++) ask(`/c/${number}`);
  ask('/functions/v1/create-checkout-session', 'POST');
  ask('/api/v1/pages');
  ask('/readyz');
  expect(order).toEqual([
    '/c/0',
    '/c/1',
    '/functions/v1/create-checkout-session',
    '/api/v1/pages',
    '/readyz',
  ]);
  await turn();
  expect(order.slice(5)).toEqual(['/c/2', '/c/3']);
  ask('/c/6');
  await turn();
  await turn();
  expect(order.slice(5)).toEqual(['/c/2', '/c/3', '/c/4', '/c/5', '/c/6']);
});

test('does not answer a client that disconnected while waiting', async () => {
  const { order, ask } = await openBusy(20);
  ask('/c/first');
  ask('/c/gone').destroyed = true;
  ask('/c/last');
  await turn();
  await turn();
  expect(order).toEqual(['/c/first', '/c/last']);
});

test('answers hundreds of concurrent page reads', async () => {
  const { url } = await openBusy(3);
  const paths = Array.from({ length: 300 }, (_, number) => `/c/page-${number}`);
  const texts = await Promise.all(paths.map(async (path) => (await fetch(url + path)).text()));
  expect(texts).toEqual(paths);
});
