import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import { expect, onTestFinished, test } from 'vitest';

import { startFaultProxy } from './fault-proxy.ts';

/** An echo server and a proxy in front of it. */
async function openProxy() {
  const server = createServer((socket) => socket.on('error', () => undefined).pipe(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const proxy = await startFaultProxy({ host: '127.0.0.1', port });
  onTestFinished(async () => {
    await proxy.close();
    server.close();
  });
  const open = async () => {
    const socket = connect(proxy.port, '127.0.0.1').on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  return { proxy, open };
}

async function echoed(socket: Socket, text: string): Promise<string> {
  const answer = once(socket, 'data') as Promise<[Buffer]>;
  socket.write(text);
  return (await answer)[0].toString();
}

const closed = async (socket: Socket) => {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise((gone) => socket.once('close', gone));
  return Buffer.concat(chunks).toString();
};

const isSilent = async (socket: Socket, text: string) =>
  Promise.race([echoed(socket, text).then(() => false), wait(150, true)]);

test('a proxy without faults forwards data and the end of a connection in both directions', async () => {
  const { open } = await openProxy();
  const socket = await open();
  expect(await echoed(socket, 'hello')).toBe('hello');
  socket.end('bye');
  expect(await closed(socket)).toBe('bye');
});

test('delayed chunks arrive in order', async () => {
  const { proxy, open } = await openProxy();
  await proxy.set({ latencyMs: 30, jitterMs: 60 });
  const socket = await open();
  const started = performance.now();
  for (const piece of ['one ', 'two ', 'three']) {
    socket.write(piece);
    await wait(2);
  }
  socket.end();
  expect(await closed(socket)).toBe('one two three');
  expect(performance.now() - started).toBeGreaterThan(55);
});

test('a connection is reset after the given number of bytes, and no more bytes arrive', async () => {
  const { proxy, open } = await openProxy();
  const socket = await open();
  expect(await echoed(socket, 'before')).toBe('before');
  await proxy.set({ cutAfter: { direction: 'down', bytes: 4 } });
  socket.write('0123456789');
  expect('0123').toContain(await closed(socket));
  await proxy.set({});
  expect(await echoed(await open(), 'again')).toBe('again');
});

test('a black hole loses data and its connection permanently; a new connection works', async () => {
  const { proxy, open } = await openProxy();
  const socket = await open();
  await proxy.set({ connections: 'blackhole' });
  expect(await isSilent(socket, 'lost')).toBe(true);
  const late = await open();
  await proxy.set({});
  expect(await isSilent(socket, 'still lost')).toBe(true);
  expect(await echoed(late, 'not yet used')).toBe('not yet used');
});

test('stalled data arrives when the fault ends', async () => {
  const { proxy, open } = await openProxy();
  const socket = await open();
  await proxy.set({ connections: 'stall' });
  const answer = echoed(socket, 'held');
  expect(await Promise.race([answer, wait(100, 'nothing')])).toBe('nothing');
  await proxy.set({});
  expect(await answer).toBe('held');
});

test('a proxy refuses, resets and ends connections, and reopens on the same port', async () => {
  const { proxy, open } = await openProxy();
  const socket = await open();
  await proxy.set({ connections: 'refuse' });
  await closed(socket);
  await expect(open()).rejects.toThrow('ECONNREFUSED');
  await proxy.set({ connections: 'reset' });
  expect(await closed(connect(proxy.port, '127.0.0.1').on('error', () => undefined))).toBe('');
  await proxy.set({});
  const other = await open();
  expect(await echoed(other, 'here')).toBe('here');
  await proxy.set({ connections: 'half-close' });
  await once(other, 'end');
  await proxy.set({});
  const third = await open();
  proxy.resetConnections();
  await closed(third);
});

test('an HTTP proxy answers some requests itself', async () => {
  const server = createHttpServer((request, response) => response.end(`requested ${request.url}`));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const proxy = await startFaultProxy({ host: '127.0.0.1', port, http: true });
  onTestFinished(async () => {
    await proxy.close();
    server.closeAllConnections();
    server.close();
  });
  const ask = async (path: string) => {
    const answer = await fetch(proxy.getProxyUrl(`http://localhost:${port}${path}`));
    return [answer.status, answer.headers.get('retry-after'), await answer.text()];
  };
  expect(await ask('/v1/a')).toEqual([200, null, 'requested /v1/a']);
  await proxy.set({ status: { code: 503, path: /^\/v1\/b/, headers: { 'Retry-After': '7' } } });
  expect(await ask('/v1/b?c')).toEqual([503, '7', 'A deliberate fault']);
  expect(await ask('/v1/a')).toEqual([200, null, 'requested /v1/a']);
});
