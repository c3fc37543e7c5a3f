import { gzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { configFrom } from '#server/config.ts';
import { allGone, type Listening } from '#server/testing-listening.ts';

import { openDns } from './dns.ts';
import { guardedRequest, type GuardedAnswer } from './guarded-request.ts';
import { BAD_ANSWERS, flood, HEAD } from './testing-bad-answers.ts';
import { openRaw } from './testing-receiver.ts';

const context = { config: configFrom({}), dns: openDns(['127.0.0.1:9']) };
const MAX_BYTES = 64 * 1024;
const MB = 1024 * 1024;
/** Timeout for receivers that never finish. */
const SHORT = 400;

const ask = ({ port }: Listening, timeoutMs = 10_000): Promise<GuardedAnswer> =>
  guardedRequest(context, {
    url: `http://127.0.0.1:${port}/hooks?to=1#not-sent`,
    method: 'POST',
    headers: [['Content-Type', 'application/json']],
    body: '{"hello":"there"}',
    timeoutMs,
    maxBytes: MAX_BYTES,
  });

test.each(BAD_ANSWERS)('aborts a receiver that %s with a readable error', async (_, words, speak) => {
  const receiver = await openRaw(speak);
  const patience = /no complete answer/.test(words.source) ? SHORT : 10_000;
  const fault: unknown = await ask(receiver, patience).catch((error: unknown) => error);
  expect(fault).toMatchObject({
    name: 'OutgoingFault',
    address: '127.0.0.1',
    words: expect.stringMatching(words) as string,
  });
  await allGone(receiver);
});

test('sends the expected request and returns the response', async () => {
  let heard = '';
  const receiver = await openRaw((socket, first) => {
    heard += first.toString();
    socket.on('data', (more: Buffer) => (heard += more.toString()));
    socket.end(`${HEAD}X-One: 1\r\nx-one: 2\r\nContent-Length: 5\r\n\r\nhello`);
  });
  const answer = await ask(receiver);
  expect(answer.headers).toEqual([
    ['X-One', '1'],
    ['x-one', '2'],
    ['Content-Length', '5'],
  ]);
  expect(answer).toMatchObject({ status: 200, cut: false, address: '127.0.0.1' });
  expect(Buffer.from(answer.body).toString()).toBe('hello');
  await allGone(receiver);
  const [head = '', body] = heard.split('\r\n\r\n');
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
  const receiver = await openRaw((socket) => socket.end('HTTP/1.0 202 Accepted\r\n\r\nhello'));
  const answer = await ask(receiver);
  expect(answer).toMatchObject({ status: 202, cut: false });
  expect(Buffer.from(answer.body).toString()).toBe('hello');
});

test('reports a refused connection', async () => {
  const receiver = await openRaw(() => undefined);
  const closed = { ...receiver, port: 1 };
  await expect(ask(closed)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('reads no more than the maximum of a ten-gigabyte response', async () => {
  let sent = 0;
  const receiver = await openRaw((socket) => {
    socket.on('close', () => (sent += socket.bytesWritten));
    socket.write(`${HEAD}Content-Length: 10737418240\r\n\r\n`);
    flood(socket, 'hello ');
  });
  await ask(receiver);
  const before = process.memoryUsage();
  for (let time = 0; time < 50; time++) {
    const answer = await ask(receiver);
    expect(answer).toMatchObject({ status: 200, cut: true });
    expect(answer.body.length).toBe(MAX_BYTES);
  }
  await allGone(receiver);
  const after = process.memoryUsage();
  expect(sent / 51).toBeLessThan(16 * MB);
  expect(after.rss - before.rss).toBeLessThan(200 * MB);
  expect(after.heapUsed - before.heapUsed).toBeLessThan(64 * MB);
});

test('does not decompress a response', async () => {
  const bomb = gzipSync(Buffer.alloc(20 * MB));
  expect(bomb.length).toBeLessThan(MAX_BYTES);
  const receiver = await openRaw((socket) => {
    socket.write(`${HEAD}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
    socket.end(bomb);
  });
  const answer = await ask(receiver);
  expect(Buffer.from(answer.body).equals(bomb)).toBe(true);
});

test('times out a hundred hanging requests and closes their connections', async () => {
  const receiver = await openRaw(() => undefined);
  const codes = await Promise.all(
    Array.from({ length: 100 }, () => ask(receiver, SHORT).catch((error: { code: string }) => error.code)),
  );
  expect(new Set(codes)).toEqual(new Set(['ETIMEDOUT']));
  await allGone(receiver);
  expect(receiver.connections()).toBe(100);
});
