import { gzipSync } from 'node:zlib';

import { chunked, get, MB, megabytes, post, type Recipe } from './fuzz-recipe-parts.ts';
import { createHostileText } from './fuzz-values.ts';

/** Recipes for requests with unusual bodies or proxy headers. */
export const BODY_RECIPES: readonly Recipe[] = [
  [
    'a compressed body',
    (c, host) => {
      const body = gzipSync('{"slug":"a"}');
      return [
        post(
          c,
          host,
          `Content-Encoding: ${c.pick(['gzip', 'br', 'deflate', 'x'])}\r\nContent-Length: ${body.byteLength}\r\n`,
        ),
        body,
      ];
    },
  ],
  [
    'a decompression bomb of zeros',
    (c, host) => {
      const body = gzipSync(Buffer.alloc(20 * MB));
      return [post(c, host, `Content-Encoding: gzip\r\nContent-Length: ${body.byteLength}\r\n`), body];
    },
  ],
  ['a body without a length', (c, host) => `${post(c, host, '')}{"slug":"a"}`],
  ['a body with a GET', (c, host) => `${get(c, host, 'Content-Length: 5\r\nContent-Type: application/json\r\n')}hello`],
  [
    'a body of form parts',
    (c, host) => {
      const body = `--x\r\nContent-Disposition: form-data; name="intent"\r\n\r\npay\r\n${c.pick(['--x--', '--x', ''])}`;
      return (
        post(
          c,
          host,
          `Content-Length: ${body.length}\r\n`,
          c.pick(['multipart/form-data; boundary=x', 'multipart/form-data', 'multipart/form-data; boundary=']),
        ) + body
      );
    },
  ],
  [
    'an expectation',
    (c, host) => `${post(c, host, `Expect: ${c.pick(['100-continue', 'a miracle'])}\r\nContent-Length: 2\r\n`)}{}`,
  ],
  [
    'an upgrade',
    (c, host) =>
      get(
        c,
        host,
        `Upgrade: ${c.pick(['websocket', 'h2c', 'TLS/1.0'])}\r\nConnection: Upgrade\r\nSec-WebSocket-Key: eA==\r\nSec-WebSocket-Version: 13\r\n`,
      ),
  ],
  [
    'proxy headers',
    (c, host) =>
      get(
        c,
        host,
        `X-Forwarded-For: ${createHostileText(c)
          .slice(0, 200)
          .replaceAll(
            /[^\x20-\x7e]/g,
            '?',
          )}\r\nForwarded: for="[::1]"\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: gopher\r\n`,
      ),
  ],
  ['a request that stops in its headers', (c, host) => get(c, host).slice(0, -c.pick([1, 2, 8, 30])), false],
  ['a body that stops', (c, host) => `${post(c, host, 'Content-Length: 1000\r\n')}{"slug":`, false],
  ['a chunk that stops', (c, host) => chunked(c, host, 'ff\r\n{"slug":'), false],
  ['an endless chunk', (c, host) => chunked(c, host, '2\r\n{}\r\n'), false],
];

/** Fifty megabytes, with a length and in chunks; rare, because they take long. */
export const LARGE_RECIPES: readonly Recipe[] = [
  ['50 MB with a length', (c, host) => megabytes(50, post(c, host, `Content-Length: ${50 * MB}\r\n`))],
  [
    '50 MB in chunks',
    (c, host) =>
      megabytes(50, post(c, host, 'Transfer-Encoding: chunked\r\n')).flatMap((part, at) =>
        at === 0 ? [part] : [Buffer.from(`${MB.toString(16)}\r\n`), part, Buffer.from('\r\n')],
      ),
  ],
  ['50 MB in one header line', (_, host) => megabytes(50, `GET / HTTP/1.1\r\nHost: ${host}\r\nX: `)],
];
