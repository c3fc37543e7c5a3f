import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import { expect, onTestFinished, test } from 'vitest';

import { startFaultProxy } from '../../e2e/support/fault-proxy.ts';

/** An echo server and a proxy in front of it. */
async function openProxy() {
  const server = createServer((socket) => socket.on('error', () => undefined).pipe(socket)).listen(0, '127.0.0.1');
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

async function echo(socket: Socket, text: string): Promise<string> {
  const answer = once(socket, 'data') as Promise<[Buffer]>;
  socket.write(text);
  return (await answer)[0].toString();
}

async function readUntilClosed(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(chunks).toString();
}

test('forwards data in order and the end of a connection in both directions, with and without a delay', async () => {
  const { proxy, open } = await openProxy();
  const socket = await open();
  expect(await echo(socket, 'hello')).toBe('hello');
  await proxy.set({ latencyMs: 60 });
  const started = performance.now();
  for (const piece of ['one ', 'two ', 'three']) {
    socket.write(piece);
    await wait(2);
  }
  socket.end();
  expect(await readUntilClosed(socket)).toBe('one two three');
  expect(performance.now() - started).toBeGreaterThan(115);
});

test('a black hole loses data and its connection permanently; a new connection works', async () => {
  const { proxy, open } = await openProxy();
  const isSilent = (socket: Socket, text: string) =>
    Promise.race([echo(socket, text).then(() => false), wait(150, true)]);
  const socket = await open();
  await proxy.set({ connections: 'blackhole' });
  expect(await isSilent(socket, 'lost')).toBe(true);
  await proxy.set({});
  expect(await isSilent(socket, 'still lost')).toBe(true);
  expect(await echo(await open(), 'new')).toBe('new');
});

test('refuses and resets connections, and reopens on the same port', async () => {
  const { proxy, open } = await openProxy();
  const socket = await open();
  await proxy.set({ connections: 'refuse' });
  await readUntilClosed(socket);
  await expect(open()).rejects.toThrow('ECONNREFUSED');
  await proxy.set({ connections: 'reset' });
  expect(await readUntilClosed(connect(proxy.port, '127.0.0.1').on('error', () => undefined))).toBe('');
  await proxy.set({});
  const other = await open();
  expect(await echo(other, 'here')).toBe('here');
  proxy.resetConnections();
  await readUntilClosed(other);
});
