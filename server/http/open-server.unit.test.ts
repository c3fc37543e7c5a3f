import { once } from 'node:events';
import type { IncomingMessage, RequestListener } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { CONNECTION_LIMITS, Connections, type ConnectionLimits } from './connections.ts';
import { openServer } from './open-server.ts';
import { PRIVATE, wrongHeaders } from './testing-headers.ts';

const CLOCK = { now: 0 };

/** A server with a manual clock, and connections to it. */
async function serve(listener: RequestListener, limits: Partial<ConnectionLimits> = {}) {
  CLOCK.now = 1_000_000;
  const connections = new Connections({ ...CONNECTION_LIMITS, ...limits }, () => CLOCK.now);
  const server = openServer(connections, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const lines: Socket[] = [];
  onTestFinished(() => {
    for (const line of lines) line.destroy();
    connections.close();
    server.close();
    server.closeAllConnections();
  });
  const open = async (text = '') => {
    const line = connect(port, '127.0.0.1');
    lines.push(line);
    const arrived = once(server, 'connection');
    await Promise.all([once(line, 'connect'), arrived]);
    if (text) line.write(text);
    return line;
  };
  return { connections, server, open };
}

/** Everything received until the connection closes. */
async function heard(line: Socket): Promise<string> {
  let text = '';
  line.setEncoding('utf8').on('data', (part: string) => (text += part));
  line.on('error', () => undefined);
  if (!line.closed) await once(line, 'close');
  return text;
}

const hello: RequestListener = (_, response) => void response.end('hello');
const GET = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n';

test('answers unreadable requests with a message and the common headers', async () => {
  const { open } = await serve(hello);
  for (const [sent, status] of [
    ['NONSENSE\r\n\r\n', 400],
    ['GET / HTTP/9.9\r\nHost: here\r\n\r\n', 400],
    ['POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
    ['POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc', 400],
    [`GET / HTTP/1.1\r\nHost: here\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`, 431],
    ['CONNECT shop:443 HTTP/1.1\r\nHost: shop:443\r\n\r\n', 405],
  ] as const) {
    const answer = await heard(await open(sent));
    expect([sent.slice(0, 40), answer.split('\r\n')[0]]).toEqual([
      sent.slice(0, 40),
      expect.stringMatching(new RegExp(`^HTTP/1.1 ${status} `)),
    ]);
    const lines = answer.split('\r\n').map((line) => line.split(': ') as [string, string]);
    expect(wrongHeaders(new Headers(lines.filter((line) => line.length === 2)), PRIVATE)).toEqual([]);
    expect(answer).toContain('Connection: close');
  }
});

test('does not send an error for unreadable input as the response to an earlier request', async () => {
  const { open } = await serve((request) => void request.resume());
  expect(await heard(await open(`${GET}NONSENSE\r\n\r\n`))).toBe('');
});

test('replaces the slowest connection at the limit', async () => {
  const { open, connections } = await serve(hello, { sockets: 2 });
  const oldest = await open('GET / HTT');
  CLOCK.now += 600;
  const younger = await open('GET / HTT');
  CLOCK.now += 10;
  const newcomer = await open(GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  expect(await heard(oldest)).toMatch(/^HTTP\/1.1 408 /);
  expect(await heard(newcomer)).toMatch(/^HTTP\/1.1 200 /);
  expect(younger.closed).toBe(false);
  expect(connections.count).toBe(1);
});

test('replaces an idle connection when none is slow', async () => {
  const { open } = await serve(hello, { sockets: 2 });
  const resting = await open(GET);
  await once(resting, 'data');
  await open('GET / HTT');
  const newcomer = await open(GET);
  expect(String((await once(newcomer, 'data'))[0])).toMatch(/^HTTP\/1.1 200 /);
  expect(await heard(resting)).toBe('');
});

test('answers 503 at the limit when all connections wait for the server', async () => {
  const { open, server } = await serve(() => undefined, { sockets: 1 });
  const asked = once(server, 'request');
  await open(GET);
  await asked;
  CLOCK.now += 5000;
  const answer = await heard(await open(GET));
  expect(answer).toMatch(/^HTTP\/1.1 503 /);
  expect(answer).toContain('Retry-After: 1');
});

test('limits pipelined requests per connection to unanswered ones', async () => {
  let begun = 0;
  const { open } = await serve(
    (_, response) => {
      begun += 1;
      response.end('hello');
    },
    { atOnce: 3 },
  );
  const calm = await open();
  for (let asked = 0; asked < 5; asked += 1) {
    calm.write(GET);
    await once(calm, 'data');
  }
  expect(begun).toBe(5);
  await heard(await open(GET.repeat(50)));
  expect(begun).toBeLessThanOrEqual(8);
});

test('handles pipelined requests one after another and answers in order', async () => {
  const underWay: (() => void)[] = [];
  const asked: (string | undefined)[] = [];
  const { open, server } = await serve((request, response) => {
    asked.push(request.url);
    underWay.push(() => response.end(`answer to ${request.url}`));
    server.emit('begun');
  });
  const line = await open();
  line.write(['/a', '/b', '/c'].map((path) => GET.replace('/', path)).join(''));
  for (const path of ['/a', '/b', '/c']) {
    if (asked.length < underWay.length + 1 && !asked.includes(path)) await once(server, 'begun');
    expect(asked.at(-1)).toBe(path);
    const answered = once(line, 'data');
    underWay.at(-1)?.();
    expect(String((await answered)[0])).toContain(`answer to ${path}`);
  }
  expect(asked).toEqual(['/a', '/b', '/c']);
});

test('handles one pipelined request of all connections per event-loop tick', async () => {
  let turn = 0;
  const count = () => {
    turn += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  onTestFinished(() => clearImmediate(counting));
  const turnsAhead: number[] = [];
  const { open } = await serve(({ url }, response) => {
    if (url !== '/0') turnsAhead.push(turn);
    response.end('hello');
  });
  const ahead = Array.from({ length: 8 }, (_, at) => GET.replace('/', `/${at}`)).join('');
  const lines = await Promise.all([open(ahead), open(ahead)]);
  await Promise.all(
    lines.map(async (line) => {
      for (let text = ''; text.split('hello').length < 9;) text += String((await once(line, 'data'))[0]);
    }),
  );
  expect(turnsAhead).toHaveLength(14);
  expect(new Set(turnsAhead).size).toBe(14);
});

test('limits the time for a body to 30 seconds, and for a large one to 60', async () => {
  const { open, server, connections } = await serve((request) => void request.resume());
  const post = async (bytes: number) => {
    const asked = once(server, 'request');
    const line = await open(`POST / HTTP/1.1\r\nHost: here\r\nContent-Length: ${bytes}\r\n\r\nab`);
    await asked;
    return line;
  };
  const [small, large] = [await post(100), await post(1_000_000)];
  CLOCK.now += 30_001;
  connections.sweep();
  expect(await heard(small)).toMatch(/^HTTP\/1.1 408 /);
  expect(large.closed).toBe(false);
  CLOCK.now += 30_001;
  connections.sweep();
  expect(await heard(large)).toMatch(/^HTTP\/1.1 408 /);
});

test('closes a connection that does not read its response within a time that grows with its size', async () => {
  const bytes = 64 * 1024 * 1024;
  const { open, server, connections } = await serve((_, response) => void response.end(Buffer.alloc(bytes)));
  const asked = once(server, 'request');
  const line = (await open()).pause();
  line.write(GET);
  const [request] = (await asked) as [IncomingMessage];
  connections.sweep();
  CLOCK.now += 20_001;
  connections.sweep();
  expect(connections.count).toBe(1);
  CLOCK.now += (bytes / CONNECTION_LIMITS.bytesPerSecond) * 1000 + 1000;
  const closed = once(request.socket, 'close');
  connections.sweep();
  await closed;
  expect(connections.count).toBe(0);
});
