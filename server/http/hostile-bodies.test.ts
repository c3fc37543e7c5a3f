import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';

import { getRequestListener } from '@hono/node-server';
import { pino } from 'pino';
import { expect, test } from 'vitest';

import { listen } from '#server/testing/listening-server.ts';
import { createTestApp } from '#server/testing/test-app.ts';

import { fallbackErrorHandler } from './app-error.ts';
import { createHttpServer } from './http-server.ts';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const MB = 1024 * 1024;

/** Routes of each kind with the content type that they accept; all have a size limit. */
const ROUTES: readonly [path: string, type: string][] = [
  ['/functions/v1/check-slug', JSON_TYPE],
  ['/functions/v1/create-checkout-session', JSON_TYPE],
  ['/functions/v1/upload-image', JSON_TYPE],
  ['/auth/v1/signup', JSON_TYPE],
  ['/auth/v1/token?grant_type=password', JSON_TYPE],
  ['/auth/v1/callback', FORM],
  ['/api/v1/pages', JSON_TYPE],
  ['/webhooks/stripe/connect', JSON_TYPE],
  ['/c/taller', FORM],
  ['/c/taller/seen', 'text/plain'],
];

type Body = readonly [name: string, body: Buffer, headers?: string];

const nestedJson = (depth: number): string => `{"slug":${'['.repeat(depth)}${']'.repeat(depth)}}`;

const BODIES: readonly Body[] = [
  ['nothing', Buffer.alloc(0)],
  ['half an object', Buffer.from('{"slug":')],
  ['64 levels', Buffer.from(nestedJson(64))],
  ['5,000 levels', Buffer.from(nestedJson(5000))],
  ['what is no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
  ['a key of every object', Buffer.from('{"__proto__":{"a":1},"constructor":1}')],
  ['a packed body', gzipSync('{"slug":"a"}'), 'Content-Encoding: gzip\r\n'],
  ['a bomb', gzipSync(Buffer.alloc(30 * MB)), 'Content-Encoding: gzip\r\n'],
];

const HUGE = Buffer.alloc(MB, 'a');

async function openTestServer() {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  const render = async (request: Request) => new Response(await request.text());
  const app = await createTestApp({ log, pagesEntry: { render } });
  await (await app.signUpSeller()).publishPage({}, 'taller');
  const errorHandler = fallbackErrorHandler(log);
  const listener = getRequestListener(app.fetch, { errorHandler });
  const server = createHttpServer((request, response) => {
    if (!app.serveFromCache(request, response)) void listener(request, response);
  });
  return { port: (await listen(server)).port, lines };
}

type RawRequest = { head: string; chunks: readonly Buffer[]; disconnects?: boolean };

/** Status of the response; null when the connection ended without one. */
async function sendRaw(port: number, { head, chunks, disconnects = false }: RawRequest): Promise<number | null> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  let received = '';
  const responded = new Promise<void>((resolve) => {
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text;
      if (received.includes('\r\n\r\n')) resolve();
    });
    socket.once('end', resolve).once('close', resolve);
  });
  socket.write(head);
  for (const chunk of chunks) {
    if (socket.destroyed || received) break;
    if (!socket.write(chunk)) await Promise.race([responded, once(socket, 'drain').catch(() => undefined)]);
  }
  if (disconnects) socket.resetAndDestroy();
  await responded;
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1]) || null;
}

const headOf = (path: string, type: string, headers: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: localhost:3000\r\nConnection: close\r\nContent-Type: ${type}\r\n${headers}\r\n`;

test('answers 80 hostile bodies without a server error', async () => {
  const { port, lines } = await openTestServer();
  let count = 0;
  for (const [path, type] of ROUTES)
    for (const [name, body, headers = ''] of BODIES) {
      const head = headOf(path, type, `${headers}Content-Length: ${body.byteLength}\r\n`);
      const status = await sendRaw(port, { head, chunks: [body] });
      expect([path, name, status]).toEqual([path, name, expect.any(Number)]);
      expect([path, name, (status ?? 0) < 500]).toEqual([path, name, true]);
      count += 1;
    }
  expect(count).toBe(80);
  expect(lines).toEqual([]);
});

test('refuses compressed bodies without decompressing them', async () => {
  const { port } = await openTestServer();
  const body = gzipSync(Buffer.alloc(30 * MB));
  for (const path of ['/functions/v1/apply-coupon', '/auth/v1/signup', '/webhooks/stripe/connect', '/c/taller']) {
    const type = path.startsWith('/c/') ? FORM : JSON_TYPE;
    const head = headOf(path, type, `Content-Encoding: gzip\r\nContent-Length: ${body.byteLength}\r\n`);
    // The size limit of a route may come first.
    expect([path, await sendRaw(port, { head, chunks: [body] })]).toEqual([path, expect.toBeOneOf([413, 415])]);
  }
});

test('refuses 50 MB bodies before reading them, with and without Content-Length', async () => {
  const { port, lines } = await openTestServer();
  const before = process.memoryUsage().rss;
  for (const [path, type] of ROUTES) {
    const announced = headOf(path, type, `Content-Length: ${50 * MB}\r\n`);
    const chunks = Array.from({ length: 50 }, () => HUGE);
    const status = await sendRaw(port, { head: announced, chunks });
    // Authorization is checked first.
    expect([path, status]).toEqual([path, expect.toBeOneOf([401, 403, 413])]);
    const size = Buffer.from(`${HUGE.byteLength.toString(16)}\r\n`);
    const encodedChunks = chunks.flatMap((chunk) => [size, chunk, Buffer.from('\r\n')]);
    const inChunks = await sendRaw(port, {
      head: headOf(path, type, 'Transfer-Encoding: chunked\r\n'),
      chunks: encodedChunks,
    });
    expect([path, inChunks]).toEqual([path, expect.toBeOneOf([401, 403, 413])]);
  }
  expect((process.memoryUsage().rss - before) / MB).toBeLessThan(150);
  expect(lines).toEqual([]);
});

test('logs no error when a client disconnects in the middle of a body', async () => {
  const { port, lines } = await openTestServer();
  for (const [path, type] of ROUTES)
    for (const headers of ['Content-Length: 1000\r\n', 'Transfer-Encoding: chunked\r\n']) {
      const chunk = Buffer.from(headers.startsWith('T') ? 'ff\r\n{"slug":' : '{"slug":');
      await sendRaw(port, { head: headOf(path, type, headers), chunks: [chunk], disconnects: true });
    }
  expect(await sendRaw(port, { head: headOf('/healthz', JSON_TYPE, ''), chunks: [] })).not.toBeNull();
  expect(lines).toEqual([]);
});

test('refuses an unreadable request target with the common headers', async () => {
  const { port, lines } = await openTestServer();
  for (const address of ['/\\evil', 'http://[::1', 'javascript:1', '*']) {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${address} HTTP/1.1\r\nHost: localhost:3000\r\nConnection: close\r\n\r\n`);
    let response = '';
    socket.setEncoding('latin1').on('data', (text: string) => (response += text));
    await once(socket, 'close');
    expect([address, response.slice(0, 12)]).toEqual([address, 'HTTP/1.1 400']);
    expect(response.toLowerCase()).toContain('x-content-type-options: nosniff');
  }
  expect(lines).toEqual([]);
});
