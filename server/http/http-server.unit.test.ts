import { once } from 'node:events';
import type { IncomingMessage, RequestListener } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { PRIVATE_EXPECTED, listWrongHeaders } from '../testing/expected-headers.ts';
import { CONNECTION_LIMITS, Connections, type ConnectionLimits } from './connections.ts';
import { createHttpServer } from './http-server.ts';

const MANUAL_CLOCK = { now: 0 };

/** A server with a manual clock, and connections to it. */
async function openTestServer(listener: RequestListener, limits: Partial<ConnectionLimits> = {}) {
  MANUAL_CLOCK.now = 1_000_000;
  const connections = new Connections({ ...CONNECTION_LIMITS, ...limits }, () => MANUAL_CLOCK.now);
  const server = createHttpServer(connections, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    connections.close();
    server.close();
    server.closeAllConnections();
  });
  const connectClient = async (text = '') => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    const accepted = once(server, 'connection');
    await Promise.all([once(socket, 'connect'), accepted]);
    if (text) socket.write(text);
    return socket;
  };
  return { connections, server, connectClient };
}

/** Everything received until the connection closes. */
async function readUntilClosed(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  socket.on('error', () => undefined);
  if (!socket.closed) await once(socket, 'close');
  return text;
}

const respondHello: RequestListener = (_, response) => void response.end('hello');
const GET = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n';

test('answers unreadable requests with a message and the common headers', async () => {
  const { connectClient } = await openTestServer(respondHello);
  for (const [sent, status] of [
    ['NONSENSE\r\n\r\n', 400],
    ['GET / HTTP/9.9\r\nHost: here\r\n\r\n', 400],
    ['POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
    ['POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc', 400],
    [`GET / HTTP/1.1\r\nHost: here\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`, 431],
    ['CONNECT shop:443 HTTP/1.1\r\nHost: shop:443\r\n\r\n', 405],
  ] as const) {
    const answer = await readUntilClosed(await connectClient(sent));
    expect([sent.slice(0, 40), answer.split('\r\n')[0]]).toEqual([
      sent.slice(0, 40),
      expect.stringMatching(new RegExp(`^HTTP/1.1 ${status} `)),
    ]);
    const lines = answer.split('\r\n').map((line) => line.split(': ') as [string, string]);
    expect(listWrongHeaders(new Headers(lines.filter((line) => line.length === 2)), PRIVATE_EXPECTED)).toEqual([]);
    expect(answer).toContain('Connection: close');
  }
});

test('does not send an error for unreadable input as the response to an earlier request', async () => {
  const { connectClient } = await openTestServer((request) => void request.resume());
  expect(await readUntilClosed(await connectClient(`${GET}NONSENSE\r\n\r\n`))).toBe('');
});

test('replaces the slowest connection at the limit', async () => {
  const { connectClient, connections } = await openTestServer(respondHello, { maxSockets: 2 });
  const oldest = await connectClient('GET / HTT');
  MANUAL_CLOCK.now += 600;
  const younger = await connectClient('GET / HTT');
  MANUAL_CLOCK.now += 10;
  const newcomer = await connectClient(GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  expect(await readUntilClosed(oldest)).toMatch(/^HTTP\/1.1 408 /);
  expect(await readUntilClosed(newcomer)).toMatch(/^HTTP\/1.1 200 /);
  expect(younger.closed).toBe(false);
  expect(connections.count).toBe(1);
});

test('replaces an idle connection when none is slow', async () => {
  const { connectClient } = await openTestServer(respondHello, { maxSockets: 2 });
  const resting = await connectClient(GET);
  await once(resting, 'data');
  await connectClient('GET / HTT');
  const newcomer = await connectClient(GET);
  expect(String((await once(newcomer, 'data'))[0])).toMatch(/^HTTP\/1.1 200 /);
  expect(await readUntilClosed(resting)).toBe('');
});

test('answers 503 at the limit when all connections wait for the server', async () => {
  const { connectClient, server } = await openTestServer(() => undefined, { maxSockets: 1 });
  const received = once(server, 'request');
  await connectClient(GET);
  await received;
  MANUAL_CLOCK.now += 5000;
  const answer = await readUntilClosed(await connectClient(GET));
  expect(answer).toMatch(/^HTTP\/1.1 503 /);
  expect(answer).toContain('Retry-After: 1');
});

test('limits pipelined requests per connection to unanswered ones', async () => {
  let started = 0;
  const { connectClient } = await openTestServer(
    (_, response) => {
      started += 1;
      response.end('hello');
    },
    { maxPipelined: 3 },
  );
  const sequential = await connectClient();
  for (let received = 0; received < 5; received += 1) {
    sequential.write(GET);
    await once(sequential, 'data');
  }
  expect(started).toBe(5);
  await readUntilClosed(await connectClient(GET.repeat(50)));
  expect(started).toBeLessThanOrEqual(8);
});

test('handles pipelined requests one after another and answers in order', async () => {
  const responders: (() => void)[] = [];
  const received: (string | undefined)[] = [];
  const { connectClient, server } = await openTestServer((request, response) => {
    received.push(request.url);
    responders.push(() => response.end(`answer to ${request.url}`));
    server.emit('begun');
  });
  const line = await connectClient();
  line.write(['/a', '/b', '/c'].map((path) => GET.replace('/', path)).join(''));
  for (const path of ['/a', '/b', '/c']) {
    if (received.length < responders.length + 1 && !received.includes(path)) await once(server, 'begun');
    expect(received.at(-1)).toBe(path);
    const answered = once(line, 'data');
    responders.at(-1)?.();
    expect(String((await answered)[0])).toContain(`answer to ${path}`);
  }
  expect(received).toEqual(['/a', '/b', '/c']);
});

test('handles one pipelined request of all connections per event-loop tick', async () => {
  let tick = 0;
  const countTicks = () => {
    tick += 1;
    counting = setImmediate(countTicks);
  };
  let counting = setImmediate(countTicks);
  onTestFinished(() => clearImmediate(counting));
  const ticks: number[] = [];
  const { connectClient } = await openTestServer(({ url }, response) => {
    if (url !== '/0') ticks.push(tick);
    response.end('hello');
  });
  const pipelined = Array.from({ length: 8 }, (_, at) => GET.replace('/', `/${at}`)).join('');
  const lines = await Promise.all([connectClient(pipelined), connectClient(pipelined)]);
  await Promise.all(
    lines.map(async (line) => {
      for (let text = ''; text.split('hello').length < 9;) text += String((await once(line, 'data'))[0]);
    }),
  );
  expect(ticks).toHaveLength(14);
  expect(new Set(ticks).size).toBe(14);
});

test('limits the time for a body to 30 seconds, and for a large one to 60', async () => {
  const { connectClient, server, connections } = await openTestServer((request) => void request.resume());
  const post = async (bytes: number) => {
    const received = once(server, 'request');
    const line = await connectClient(`POST / HTTP/1.1\r\nHost: here\r\nContent-Length: ${bytes}\r\n\r\nab`);
    await received;
    return line;
  };
  const [smallBody, largeBody] = [await post(100), await post(1_000_000)];
  MANUAL_CLOCK.now += 30_001;
  connections.sweep();
  expect(await readUntilClosed(smallBody)).toMatch(/^HTTP\/1.1 408 /);
  expect(largeBody.closed).toBe(false);
  MANUAL_CLOCK.now += 30_001;
  connections.sweep();
  expect(await readUntilClosed(largeBody)).toMatch(/^HTTP\/1.1 408 /);
});

test('closes a connection that does not read its response within a time that grows with its size', async () => {
  const bytes = 64 * 1024 * 1024;
  const { connectClient, server, connections } = await openTestServer(
    (_, response) => void response.end(Buffer.alloc(bytes)),
  );
  const received = once(server, 'request');
  const line = (await connectClient()).pause();
  line.write(GET);
  const [request] = (await received) as [IncomingMessage];
  connections.sweep();
  MANUAL_CLOCK.now += 20_001;
  connections.sweep();
  expect(connections.count).toBe(1);
  MANUAL_CLOCK.now += (bytes / CONNECTION_LIMITS.minBytesPerSecond) * 1000 + 1000;
  const closed = once(request.socket, 'close');
  connections.sweep();
  await closed;
  expect(connections.count).toBe(0);
});
