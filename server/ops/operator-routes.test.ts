import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';

import { getRequestListener } from '@hono/node-server';
import { expect, test } from 'vitest';

import { SEALED_CELLS } from '#server/core/secrets.ts';
import { createHttpServer } from '#server/http/http-server.ts';
import { listen } from '#server/testing/listening-server.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

import { operatorProof } from './operator-proof.ts';

const MINUTE_MS = 60_000;

const postCommand = (
  { request }: TestApp,
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
  const app = await createTestApp();
  const { secrets, realNow } = app.context;
  const response = await postCommand(app, operatorProof(secrets, 'invariants', realNow()), {}, { words: ['--all'] });
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await response.json()).toEqual({
    text: expect.stringMatching(/holds {3}order-numbers[^]*All \d+ hold\./) as string,
    good: true,
  });
});

test('answers 404 to everyone else', async () => {
  const app = await createTestApp();
  const { secrets, realNow } = app.context;
  const validProof = operatorProof(secrets, 'invariants', realNow());
  const expiredProof = operatorProof(secrets, 'invariants', new Date(realNow().getTime() - MINUTE_MS));
  const cases: [string, Record<string, string>][] = [
    ['', {}],
    ['nonsense', {}],
    [expiredProof, {}],
    [operatorProof(secrets, 'events', realNow()), {}],
    [secrets.seal('a mail of ours', SEALED_CELLS.mail('x')), {}],
    [validProof, { 'X-Forwarded-For': '203.0.113.9' }],
    [validProof, { 'X-Forwarded-Host': 'shop.example' }],
  ];
  for (const [proof, headers] of cases) expect((await postCommand(app, proof, headers)).status).toBe(404);
  expect((await app.request('/operator/invariants')).status).toBe(404);
  expect((await postCommand(app, validProof, {}, { words: 'all' })).status).toBe(400);
});

test('accepts a suspension reason of the maximum length in multibyte characters', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'taller');
  const { secrets, realNow } = app.context;
  const suspend = async (reason: string) => {
    const response = await app.request('/operator/pages', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${operatorProof(secrets, 'pages', realNow())}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ words: ['suspend', 'taller', '--reason', reason] }),
    });
    return (await response.json()) as unknown;
  };
  expect(await suspend('ä'.repeat(501))).toMatchObject({
    good: false,
    text: expect.stringContaining('500 characters') as string,
  });
  expect(await suspend('ä'.repeat(500))).toMatchObject({ good: true });
});

test('waits for a command that takes longer than the socket timeout', async () => {
  const app = await createTestApp();
  const { secrets, realNow, db } = app.context;
  const server = createHttpServer(getRequestListener(app.fetch)).setTimeout(500);
  const { port } = await listen(server);
  // The embedded database runs one transaction at a time.
  const { promise: transactionEnd, resolve: endTransaction } = Promise.withResolvers<void>();
  const longTransaction = db.transaction(() => transactionEnd);
  const Authorization = `Bearer ${operatorProof(secrets, 'invariants', realNow())}`;
  const headers = { Host: 'localhost:3000', 'Content-Type': 'application/json', Authorization };
  const clientRequest = request({ port, path: '/operator/invariants', method: 'POST', headers });
  const responded = once(clientRequest, 'response');
  clientRequest.end(JSON.stringify({ words: [] }));
  await once(server, 'request');
  // A silent connection that was opened later has already timed out.
  const silentSocket = connect(port, '127.0.0.1').resume();
  await once(silentSocket, 'close');
  endTransaction();
  await longTransaction;
  const [response] = (await responded) as [IncomingMessage];
  expect(response.resume().statusCode).toBe(200);
});
