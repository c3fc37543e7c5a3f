import { gzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { parseConfig } from '#server/core/config.ts';
import { waitForDisconnect, type ListeningServer } from '#server/testing/listening-server.ts';

import { FAULTY_RESPONSES, flood, STATUS_LINE } from '../testing/faulty-responses.ts';
import { startRawServer } from '../testing/raw-server.ts';
import { createDns } from './dns.ts';
import { guardedRequest, type GuardedResponse } from './guarded-request.ts';

const context = { config: parseConfig({}), dns: createDns(['127.0.0.1:9']) };
const MAX_BYTES = 64 * 1024;
const MB = 1024 * 1024;
/** Timeout for receivers that never finish. */
const SHORT_TIMEOUT_MS = 400;

const request = ({ port }: ListeningServer, timeoutMs = 10_000): Promise<GuardedResponse> =>
  guardedRequest(context, {
    url: `http://127.0.0.1:${port}/hooks?to=1#not-sent`,
    method: 'POST',
    headers: [['Content-Type', 'application/json']],
    body: '{"hello":"there"}',
    timeoutMs,
    maxBytes: MAX_BYTES,
  });

test.each(FAULTY_RESPONSES)('aborts a receiver that %s with a readable error', async (_, pattern, respond) => {
  const receiver = await startRawServer(respond);
  const timeoutMs = /complete response/.test(pattern.source) ? SHORT_TIMEOUT_MS : 10_000;
  const fault: unknown = await request(receiver, timeoutMs).catch((error: unknown) => error);
  expect(fault).toMatchObject({
    name: 'OutgoingError',
    address: '127.0.0.1',
    userMessage: expect.stringMatching(pattern) as string,
  });
  await waitForDisconnect(receiver);
});

test('sends the expected request and returns the response', async () => {
  let received = '';
  const receiver = await startRawServer((socket, first) => {
    received += first.toString();
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    socket.end(`${STATUS_LINE}X-One: 1\r\nx-one: 2\r\nContent-Length: 5\r\n\r\nhello`);
  });
  const answer = await request(receiver);
  expect(answer.headers).toEqual([
    ['X-One', '1'],
    ['x-one', '2'],
    ['Content-Length', '5'],
  ]);
  expect(answer).toMatchObject({ status: 200, isTruncated: false, address: '127.0.0.1' });
  expect(Buffer.from(answer.body).toString()).toBe('hello');
  await waitForDisconnect(receiver);
  const [head = '', body] = received.split('\r\n\r\n');
  expect(head.split('\r\n')[0]).toBe('POST /hooks?to=1 HTTP/1.1');
  expect(head.split('\r\n').slice(1).toSorted()).toEqual([
    'Accept-Encoding: identity',
    'Connection: close',
    'Content-Length: 17',
    'Content-Type: application/json',
    `Host: 127.0.0.1:${receiver.port}`,
  ]);
  expect(body).toBe('{"hello":"there"}');
});

test('accepts a response without a length that ends with its connection', async () => {
  const receiver = await startRawServer((socket) => socket.end('HTTP/1.0 202 Accepted\r\n\r\nhello'));
  const answer = await request(receiver);
  expect(answer).toMatchObject({ status: 202, isTruncated: false });
  expect(Buffer.from(answer.body).toString()).toBe('hello');
});

test('reports a refused connection', async () => {
  const receiver = await startRawServer(() => undefined);
  const closed = { ...receiver, port: 1 };
  await expect(request(closed)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('reads no more than the maximum of a ten-gigabyte response', async () => {
  let sent = 0;
  const receiver = await startRawServer((socket) => {
    socket.on('close', () => (sent += socket.bytesWritten));
    socket.write(`${STATUS_LINE}Content-Length: 10737418240\r\n\r\n`);
    flood(socket, 'hello ');
  });
  await request(receiver);
  const memoryBefore = process.memoryUsage();
  for (let i = 0; i < 50; i++) {
    const answer = await request(receiver);
    expect(answer).toMatchObject({ status: 200, isTruncated: true });
    expect(answer.body.length).toBe(MAX_BYTES);
  }
  await waitForDisconnect(receiver);
  const memoryAfter = process.memoryUsage();
  expect(sent / 51).toBeLessThan(16 * MB);
  expect(memoryAfter.rss - memoryBefore.rss).toBeLessThan(200 * MB);
  expect(memoryAfter.heapUsed - memoryBefore.heapUsed).toBeLessThan(64 * MB);
});

test('does not decompress a response', async () => {
  const bomb = gzipSync(Buffer.alloc(20 * MB));
  expect(bomb.length).toBeLessThan(MAX_BYTES);
  const receiver = await startRawServer((socket) => {
    socket.write(`${STATUS_LINE}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
    socket.end(bomb);
  });
  const answer = await request(receiver);
  expect(Buffer.from(answer.body).equals(bomb)).toBe(true);
});

test('times out a hundred hanging requests and closes their connections', async () => {
  const receiver = await startRawServer(() => undefined);
  const codes = await Promise.all(
    Array.from({ length: 100 }, () =>
      request(receiver, SHORT_TIMEOUT_MS).catch((error: { code: string }) => error.code),
    ),
  );
  expect(new Set(codes)).toEqual(new Set(['ETIMEDOUT']));
  await waitForDisconnect(receiver);
  expect(receiver.connections()).toBe(100);
});
