import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { getRequestListener } from '@hono/node-server';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';

import { createTestApp } from '#server/testing/test-app.ts';

import { createShutDown } from './shut-down.ts';

/** An app behind a real server; requests to /slow are answered when `finish` is called. */
async function openServedApp({ delayMs = 0, requestTimeoutMs = 15_000 } = {}) {
  const app = await createTestApp();
  const server = createServer();
  const lines: string[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) });
  let finish = () => {};
  const slow = new Promise<void>((resolve) => (finish = resolve));
  let exit = (_: number) => {};
  const ended = new Promise<number>((resolve) => (exit = resolve));
  const shutDown = createShutDown({ log, servers: [server], delayMs, requestTimeoutMs: requestTimeoutMs, app, exit });
  const appListener = getRequestListener(app.fetch);
  server.on('request', (request, response) => {
    shutDown.onResponse(response);
    if (request.url !== '/slow') return void appListener(request, response);
    void slow.then(() => response.end('at last'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => server.closeAllConnections());
  return { server, shutDown, ended, finish, lines, isOpen: () => server.listening };
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** One persistent connection, like a proxy's. */
function persistentClient(server: Server) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const options = { port: portOf(server), host: '127.0.0.1', agent };
  return (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get({ ...options, path }, resolve).once('error', reject);
    });
}

async function readResponse(pendingResponse: Promise<IncomingMessage>) {
  const response = await pendingResponse;
  return { status: response.statusCode, connection: response.headers.connection, body: await text(response) };
}

test('fails the readiness check first and stops accepting connections after the delay', async () => {
  const { server, shutDown, ended, isOpen } = await openServedApp({ delayMs: 3000 });
  const sendGet = persistentClient(server);
  expect(await readResponse(sendGet('/readyz'))).toEqual({
    status: 200,
    connection: 'keep-alive',
    body: 'ok',
  });
  shutDown.onSignal('SIGTERM');
  expect(await readResponse(sendGet('/readyz'))).toEqual({
    status: 503,
    connection: 'close',
    body: 'closing',
  });
  // New connections are still accepted.
  expect(await readResponse(sendGet('/healthz'))).toEqual({ status: 200, connection: 'close', body: 'ok' });
  expect(isOpen()).toBe(true);
  expect(await ended).toBe(0);
  await expect(sendGet('/healthz')).rejects.toThrow('ECONNREFUSED');
});

test('finishes a running request and closes its connection', async () => {
  const { server, shutDown, ended, finish } = await openServedApp();
  const pending = persistentClient(server)('/slow');
  await once(server, 'request');
  shutDown.onSignal('SIGTERM');
  await expect.poll(() => server.listening).toBe(false);
  finish();
  expect(await readResponse(pending)).toEqual({ status: 200, connection: 'close', body: 'at last' });
  expect(await ended).toBe(0);
});

test('aborts a request that never ends and still exits cleanly', async () => {
  const { server, shutDown, ended } = await openServedApp({ requestTimeoutMs: 50 });
  const pending = persistentClient(server)('/slow');
  await once(server, 'request');
  shutDown.onSignal('SIGTERM');
  await expect(pending).rejects.toThrow();
  expect(await ended).toBe(0);
});

test('does not wait for idle or silent connections', async () => {
  const { server, shutDown, ended } = await openServedApp();
  expect((await readResponse(persistentClient(server)('/healthz'))).connection).toBe('keep-alive');
  const silent = connect(portOf(server), '127.0.0.1');
  onTestFinished(() => void silent.destroy());
  await once(server, 'connection');
  const cut = once(silent, 'close');
  shutDown.onSignal('SIGTERM');
  await cut;
  expect(await ended).toBe(0);
});

test('skips the delay on Ctrl-C and forces the exit on a second one', async () => {
  const { server, shutDown, ended } = await openServedApp({ delayMs: 60_000 });
  const pending = persistentClient(server)('/slow').catch((error: unknown) => error);
  await once(server, 'request');
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  shutDown.onSignal('SIGINT');
  await expect.poll(() => server.listening).toBe(false);
  // The terminal and the launcher both send the signal of one key press.
  shutDown.onSignal('SIGINT');
  vi.setSystemTime(Date.now() + 1500);
  shutDown.onSignal('SIGINT');
  expect(await ended).toBe(1);
  server.closeAllConnections();
  await pending;
});

test('logs an uncaught exception, finishes running requests and exits with 1', async () => {
  const { server, shutDown, ended, finish, lines } = await openServedApp({ delayMs: 60_000 });
  const pending = persistentClient(server)('/slow');
  await once(server, 'request');
  shutDown.onException(new Error('a tear in the till'));
  finish();
  expect((await readResponse(pending)).body).toBe('at last');
  expect(await ended).toBe(1);
  expect(lines.join()).toContain('a tear in the till');
});
