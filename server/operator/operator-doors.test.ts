import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';

import { getRequestListener } from '@hono/node-server';
import { expect, onTestFinished, test } from 'vitest';

import { Connections } from '#server/http/connections.ts';
import { openServer } from '#server/http/open-server.ts';
import { listening } from '#server/testing-listening.ts';
import { openShop, type TestShop } from '#server/testing.ts';
import { SEALED_CELLS } from '#server/sealed-cell.ts';

import { operatorProof } from './operator-proof.ts';

const MINUTE_MS = 60_000;

const ask = (
  { request }: TestShop,
  proof: string,
  headers: Record<string, string> = {},
  body: unknown = { words: [] },
) =>
  request('/operator/invariants', {
    method: 'POST',
    headers: { Authorization: `Bearer ${proof}`, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

test('runs a command for a caller with a valid proof', async () => {
  const shop = await openShop();
  const { secrets, realNow } = shop.context;
  const answer = await ask(shop, operatorProof(secrets, 'invariants', realNow()), {}, { words: ['--all'] });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await answer.json()).toEqual({
    text: expect.stringMatching(/holds {3}order-numbers[^]*All \d+ hold\./) as string,
    good: true,
  });
});

test('answers 404 to everyone else', async () => {
  const shop = await openShop();
  const { secrets, realNow } = shop.context;
  const good = operatorProof(secrets, 'invariants', realNow());
  const old = operatorProof(secrets, 'invariants', new Date(realNow().getTime() - MINUTE_MS));
  const cases: [string, Record<string, string>][] = [
    ['', {}],
    ['nonsense', {}],
    [old, {}],
    [operatorProof(secrets, 'events', realNow()), {}],
    [secrets.seal('a mail of ours', SEALED_CELLS.mail('x')), {}],
    [good, { 'X-Forwarded-For': '203.0.113.9' }],
    [good, { 'X-Forwarded-Host': 'shop.example' }],
  ];
  for (const [proof, headers] of cases) expect((await ask(shop, proof, headers)).status).toBe(404);
  expect((await shop.request('/operator/invariants')).status).toBe(404);
  expect((await ask(shop, good, {}, { words: 'all' })).status).toBe(400);
});

test('accepts a suspension reason of the maximum length in multibyte characters', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.publish({}, 'taller');
  const { secrets, realNow } = shop.context;
  const suspend = async (reason: string) => {
    const answer = await shop.request('/operator/pages', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${operatorProof(secrets, 'pages', realNow())}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ words: ['suspend', 'taller', '--reason', reason] }),
    });
    return (await answer.json()) as unknown;
  };
  expect(await suspend('ä'.repeat(501))).toMatchObject({
    good: false,
    text: expect.stringContaining('500 characters') as string,
  });
  expect(await suspend('ä'.repeat(500))).toMatchObject({ good: true });
});

test('waits for a command that takes longer than the socket timeout', async () => {
  const shop = await openShop();
  const { secrets, realNow, db } = shop.context;
  const connections = new Connections();
  const server = openServer(connections, getRequestListener(shop.fetch)).setTimeout(500);
  onTestFinished(() => connections.close());
  const { port } = await listening(server);
  // The embedded database runs one transaction at a time.
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const busy = db.transaction(() => isOver);
  const Authorization = `Bearer ${operatorProof(secrets, 'invariants', realNow())}`;
  const headers = { Host: 'localhost:3000', 'Content-Type': 'application/json', Authorization };
  const asked = request({ port, path: '/operator/invariants', method: 'POST', headers });
  const answered = once(asked, 'response');
  asked.end(JSON.stringify({ words: [] }));
  await once(server, 'request');
  // A silent connection that was opened later has already timed out.
  const silent = connect(port, '127.0.0.1').resume();
  await once(silent, 'close');
  end();
  await busy;
  const [answer] = (await answered) as [IncomingMessage];
  expect(answer.resume().statusCode).toBe(200);
});
