import { Readable } from 'node:stream';

import { expect, onTestFinished, test, vi } from 'vitest';

import { DownloadStreams } from './download-streams.ts';
import { createFileBody, STALL_TIMEOUT_MS } from './file-body.ts';

const PORTION = Buffer.alloc(1000, 7);

type Options = { portions: number; length: number; disconnect: () => void };

/** A body of portions, and what it reports about its end. */
function createBody({ portions = 4, length = 4000, disconnect }: Partial<Options> = {}) {
  const ends: number[] = [];
  const errors: unknown[] = [];
  const source = Readable.from(Array.from({ length: portions }, () => PORTION));
  const streams = new DownloadStreams({ streams: 1, mbit: null });
  const onEnd = (sent: number) => void ends.push(sent);
  const onReadError = (error: unknown) => void errors.push(error);
  const body = createFileBody({ source, length, streams, onProgress: () => undefined, onEnd, onReadError, disconnect });
  return { reader: body.getReader(), source, ends, errors };
}

function useFakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('ends once, with the number of bytes', async () => {
  const { reader, ends, source } = createBody();
  while (!(await reader.read()).done);
  await reader.cancel();
  expect([ends, source.destroyed]).toEqual([[4000], true]);
});

test('ends a reader that makes no progress for half a minute', async () => {
  useFakeTimers();
  const { reader, ends, source } = createBody();
  await reader.read();
  vi.advanceTimersByTime(STALL_TIMEOUT_MS - 1);
  await reader.read();
  vi.advanceTimersByTime(STALL_TIMEOUT_MS - 1);
  expect(ends).toEqual([]);
  vi.advanceTimersByTime(1);
  expect([ends, source.destroyed]).toEqual([[2000], true]);
  await expect(reader.read()).rejects.toThrow('no progress');
});

test('ends a reader that does not take the first byte', () => {
  useFakeTimers();
  const { ends } = createBody();
  vi.advanceTimersByTime(STALL_TIMEOUT_MS);
  expect(ends).toEqual([0]);
});

test('fails when the source is shorter than the response has announced', async () => {
  const { reader, ends, errors } = createBody({ portions: 2, length: 2001 });
  await reader.read();
  await reader.read();
  await expect(reader.read()).rejects.toThrow('ended after 2000 of 2001 bytes');
  expect([ends, errors.length]).toEqual([[2000], 1]);
});

test('closes the connection instead of failing, so that no error text becomes part of the file', async () => {
  useFakeTimers();
  let disconnects = 0;
  const disconnect = () => void (disconnects += 1);
  const short = createBody({ portions: 1, length: 1001, disconnect });
  await short.reader.read();
  const pending = short.reader.read();
  await expect.poll(() => disconnects).toBe(1);
  await short.reader.cancel();
  expect(await pending).toEqual({ done: true, value: undefined });
  createBody({ disconnect });
  vi.advanceTimersByTime(STALL_TIMEOUT_MS);
  expect(disconnects).toBe(2);
});

test('ends when the reader leaves while a portion is read', async () => {
  const { reader, ends, source, errors } = createBody();
  await reader.read();
  const pending = reader.read().catch(() => undefined);
  await reader.cancel();
  await pending;
  expect([ends, source.destroyed, errors]).toEqual([[1000], true, []]);
});

test('spreads the portions of all downloads over the time that FILES_MBIT leaves', () => {
  const streams = new DownloadStreams({ streams: 64, mbit: 8 });
  // Eight megabits are a thousand bytes per millisecond.
  expect([0, 0, 0].map((now) => streams.reserve(1000, now))).toEqual([0, 1, 2]);
  expect(streams.reserve(5000, 10)).toBe(0);
  expect(streams.reserve(1000, 12)).toBe(3);
  const unlimited = new DownloadStreams({ streams: 64, mbit: null });
  expect([0, 0].map((now) => unlimited.reserve(1e9, now))).toEqual([0, 0]);
});
