import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { PRIVATE_EXPECTED, listWrongHeaders } from '../testing/expected-headers.ts';
import { createHttpServer } from './http-server.ts';

/** A server, and connections to it. */
async function openTestServer(listener: RequestListener) {
  const server = createHttpServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
    server.closeAllConnections();
  });
  const connectClient = async (text = '') => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    await once(socket, 'connect');
    if (text) socket.write(text);
    return socket;
  };
  return { server, connectClient };
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

test('closes connections beyond the limit', async () => {
  const { connectClient, server } = await openTestServer(respondHello);
  expect(server.maxConnections).toBe(4000);
  server.maxConnections = 1;
  const first = await connectClient(GET);
  expect(String((await once(first, 'data'))[0])).toMatch(/^HTTP\/1.1 200 /);
  expect(await readUntilClosed(await connectClient(GET))).toBe('');
  expect(first.closed).toBe(false);
});

test('closes a connection after its last request', async () => {
  const { connectClient, server } = await openTestServer(respondHello);
  expect(server.maxRequestsPerSocket).toBe(1000);
  server.maxRequestsPerSocket = 3;
  const answers = await readUntilClosed(await connectClient(GET.repeat(3)));
  expect(answers.match(/HTTP\/1.1 200 /g)).toHaveLength(3);
  expect(answers.match(/Connection: close/g)).toHaveLength(1);
});

test('bounds the time for headers, for a whole request, between requests and without any progress', async () => {
  const { server } = await openTestServer(respondHello);
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = server;
  expect({ headersTimeout, requestTimeout, keepAliveTimeout, timeout }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 60_000,
    keepAliveTimeout: 5000,
    timeout: 30_000,
  });
});

test('answers 408 to a body that arrives too slowly', async () => {
  const { connectClient, server } = await openTestServer((request) => void request.resume());
  server.requestTimeout = 1;
  const received = once(server, 'request');
  const socket = await connectClient('POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\nab');
  await received;
  expect(await readUntilClosed(socket)).toMatch(/^HTTP\/1.1 408 /);
});

test('answers pipelined requests in order', async () => {
  const responders: (() => void)[] = [];
  const { connectClient } = await openTestServer(({ url }, response) => {
    responders.unshift(() => response.end(`answer to ${url}`));
  });
  const socket = await connectClient(['/a', '/b', '/c'].map((path) => GET.replace('/', path)).join(''));
  await expect.poll(() => responders.length).toBe(3);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  for (const respond of responders) respond();
  await expect.poll(() => text.match(/answer to \/\w/g)).toEqual(['answer to /a', 'answer to /b', 'answer to /c']);
});
