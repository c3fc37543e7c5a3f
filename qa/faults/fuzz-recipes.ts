// Requests that no client sends: unusual request lines, headers and bodies.
import { gzipSync } from 'node:zlib';

import { createHostileText, type FuzzRandom } from './fuzz-values.ts';

/** The bytes to send, in one or several parts. */
type Made = string | Buffer | readonly (string | Buffer)[];
/** Recipes by name. */
export type Recipes = Readonly<Record<string, (chance: FuzzRandom, host: string) => Made>>;

const MB = 1024 * 1024;
const line = (chance: FuzzRandom) =>
  chance.pick([
    '/',
    '/pricing',
    '/healthz',
    '/c/nothing',
    '/auth/v1/user',
    '/functions/v1/check-slug',
    '/api/v1/pages',
  ]);
const get = (chance: FuzzRandom, host: string, more = ''): string =>
  `GET ${line(chance)} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${more}\r\n`;
const ENDPOINTS = [
  '/functions/v1/save-checkout-page',
  '/functions/v1/create-checkout-session',
  '/functions/v1/upload-image',
  '/auth/v1/signup',
  '/api/v1/pages',
  '/webhooks/stripe/connect',
  '/webhooks/mail',
  '/c/nothing',
  '/c/nothing/seen',
  '/purchases',
  '/uploads/nothing',
  '/api/v1/licenses/check',
  '/metrics',
  '/sandbox/clock',
  '/sandbox/pay/nothing',
];
const post = (chance: FuzzRandom, host: string, headers: string, type = 'application/json'): string =>
  `POST ${chance.pick(ENDPOINTS)} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Type: ${type}\r\n${headers}\r\n`;
const megabytes = (count: number, head: string): Buffer[] => {
  const block = Buffer.alloc(MB, 'a');
  return [Buffer.from(head), ...Array.from({ length: count }, () => block)];
};
const chunked = (chance: FuzzRandom, host: string, chunks: string): string =>
  post(chance, host, 'Transfer-Encoding: chunked\r\n') + chunks;

/** Recipes for requests with unusual request lines or headers. */
const HEAD_RECIPES: Recipes = {
  'an odd request line': (c, host) =>
    `${c.pick(['', ' ', 'GET', 'GET /', 'GET  /  HTTP/1.1', 'get / HTTP/1.1', '\0 / HTTP/1.1', 'GET\t/\tHTTP/1.1', 'GET / HTTP/1.1 HTTP/1.1'])}\r\nHost: ${host}\r\n\r\n`,
  'an odd method': (c, host) =>
    `${c.pick(['TRACE', 'TRACK', 'CONNECT', 'PROPFIND', 'QUERY', 'PRI', 'FOO', 'SOURCE', 'x'.repeat(5000)])} ${line(c)} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  'an odd version': (c, host) =>
    `GET / ${c.pick(['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/3', 'HTTP/1.10', 'HTTP/', 'http/1.1', 'RTSP/1.0', ''])}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  'the preface of HTTP/2': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0',
  'a handshake of TLS': (c) =>
    Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3, ...Array.from({ length: 200 }, () => c.below(256))]),
  noise: (c) => [Buffer.from(Array.from({ length: 1 + c.below(3000) }, () => c.below(256))), '\r\n\r\n'],
  'a flood of headers': (c, host) =>
    get(c, host, Array.from({ length: c.pick([150, 900, 4000]) }, (_, at) => `X-${at}: ${at}\r\n`).join('')),
  'a long header': (c, host) => get(c, host, `X-Long: ${'x'.repeat(c.pick([8000, 16_000, 17_000, 200_000]))}\r\n`),
  'a folded header': (c, host) => get(c, host, 'X-Folded: one\r\n two\r\n\tthree\r\n'),
  'a header without a name, a colon or a value': (c, host) =>
    get(
      c,
      host,
      c.pick([': x\r\n', 'nothing\r\n', 'X:\r\n', 'X Y: z\r\n', 'X : z\r\n', '\x7f: a\r\n', 'X: \0\r\n', 'Ü: x\r\n']),
    ),
  'header values of arbitrary bytes': (c, host) => [
    get(c, host).slice(0, -2),
    'User-Agent: ',
    Buffer.from(Array.from({ length: 40 }, () => 128 + c.below(128))),
    '\r\n\r\n',
  ],
  'an unusual Host': (c) =>
    `GET ${line(c)} HTTP/1.1\r\n${c.pick(['', 'Host:\r\n', 'Host: a\r\nHost: b\r\n', 'Host: [::1\r\n', 'Host: a b\r\n', 'Host: localhost:99999\r\n', 'Host: 127.0.0.1@evil.example\r\n', `Host: ${'a'.repeat(5000)}\r\n`, 'Host: ..\r\n', 'Host: %00\r\n', 'Host: ünï\r\n'])}Connection: close\r\n\r\n`,
  'both a length and chunks': (c, host) =>
    `${post(c, host, 'Content-Length: 6\r\nTransfer-Encoding: chunked\r\n')}0\r\n\r\nGET /x`,
  'two lengths': (c, host) =>
    `${post(c, host, `Content-Length: 2\r\nContent-Length: ${c.pick(['2', '3', '0', '-1'])}\r\n`)}{}`,
  'a length that is not a number': (c, host) =>
    `${post(c, host, `Content-Length: ${c.pick(['-1', '+2', '2,2', '0x2', '1e1', '', ' ', '99999999999999999999', '2;a'])}\r\n`)}{}`,
  'another transfer encoding': (c, host) =>
    `${post(c, host, `Transfer-Encoding: ${c.pick(['gzip', 'gzip, chunked', 'chunked, gzip', 'identity', 'chunked, chunked', 'xchunked', ' chunked', '\x0bchunked', 'CHUNKED'])}\r\n`)}2\r\n{}\r\n0\r\n\r\n`,
  'chunk extensions': (c, host) => chunked(c, host, `2;${'a=b;'.repeat(c.pick([1, 2000, 20_000]))}\r\n{}\r\n0\r\n\r\n`),
  'unusual chunk sizes': (c, host) =>
    chunked(c, host, `${c.pick(['-1', 'g', '', '0x2', '2 ', '00000000000000002', '1'])}\r\n{}\r\n0\r\n\r\n`),
  trailers: (c, host) =>
    chunked(c, host, `2\r\n{}\r\n0\r\nX-Trailer: ${'a'.repeat(c.pick([1, 20_000]))}\r\nContent-Length: 5\r\n\r\n`),
  'an unusual request target': (c, host) =>
    `GET ${c.pick([`http://${host}/`, 'http://evil.example/', 'https://evil.example:443/x', 'evil.example:443', '*', 'http:///', 'http://[::1', '//evil.example/', '/\\evil', 'ftp://x/', '?a', '#a', 'javascript:1', 'http://a:b@localhost/'])} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  'invalid escapes': (c, host) =>
    `GET ${c.pick(['/%', '/%zz', '/%c0%af', '/%ff%fe', '/c/%00', '/c/%ed%a0%80', '/%u0041', '/c/a%0d%0aX:y', '/..%2f..%2fetc', '/%2e%2e/%2e%2e/', '/assets/..%5c..', '/media/%', '/blog/%E0%A4%A'])}${c.pick(['', '?a=%', '?%ff=%00'])} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  'a target of arbitrary bytes': (c, host) => [
    Buffer.from('GET /c/'),
    Buffer.from(Array.from({ length: 30 }, () => 128 + c.below(128))),
    ` HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  ],
  'a long target': (c, host) =>
    `GET ${c.pick(['/', '/c/', '/?q=', '/assets/'])}${'a'.repeat(c.pick([3000, 12_000, 70_000]))} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  'pipelined requests': (c, host) =>
    `${`GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(c.pick([2, 20, 300]))}${get(c, host)}`,
  'a request after garbage': (c, host) =>
    `${get(c, host).replace('Connection: close\r\n', '')}${createHostileText(c)}\r\n\r\n`,
  'a request smuggled in a body': (c, host) =>
    `${post(c, host, 'Content-Length: 4\r\n')}{}\r\nGET /metrics HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  'other line endings': (c, host) => get(c, host).replaceAll('\r\n', c.pick(['\n', '\r', '\n\r', '\r\r\n', '\r\n\n'])),
  'leading blank lines': (c, host) => '\r\n'.repeat(c.pick([1, 100, 10_000])) + get(c, host),
};

/** Recipes for requests with unusual bodies or proxy headers. */
const BODY_RECIPES: Recipes = {
  'a compressed body': (c, host) => {
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
  'a decompression bomb of zeros': (c, host) => {
    const body = gzipSync(Buffer.alloc(20 * MB));
    return [post(c, host, `Content-Encoding: gzip\r\nContent-Length: ${body.byteLength}\r\n`), body];
  },
  'a body without a length': (c, host) => `${post(c, host, '')}{"slug":"a"}`,
  'a body with a GET': (c, host) => `${get(c, host, 'Content-Length: 5\r\nContent-Type: application/json\r\n')}hello`,
  'a body of form parts': (c, host) => {
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
  'an expectation': (c, host) =>
    `${post(c, host, `Expect: ${c.pick(['100-continue', 'a miracle'])}\r\nContent-Length: 2\r\n`)}{}`,
  'an upgrade': (c, host) =>
    get(
      c,
      host,
      `Upgrade: ${c.pick(['websocket', 'h2c', 'TLS/1.0'])}\r\nConnection: Upgrade\r\nSec-WebSocket-Key: eA==\r\nSec-WebSocket-Version: 13\r\n`,
    ),
  'proxy headers': (c, host) =>
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
};

/** Requests that end before they are complete. */
export const INCOMPLETE_RECIPES: Recipes = {
  'a request that stops in its headers': (c, host) => get(c, host).slice(0, -c.pick([1, 2, 8, 30])),
  'a body that stops': (c, host) => `${post(c, host, 'Content-Length: 1000\r\n')}{"slug":`,
  'a chunk that stops': (c, host) => chunked(c, host, 'ff\r\n{"slug":'),
  'an endless chunk': (c, host) => chunked(c, host, '2\r\n{}\r\n'),
};

/** Fifty megabytes, with a length and in chunks; rare, because they take long. */
export const LARGE_RECIPES: Recipes = {
  '50 MB with a length': (c, host) => megabytes(50, post(c, host, `Content-Length: ${50 * MB}\r\n`)),
  '50 MB in chunks': (c, host) =>
    megabytes(50, post(c, host, 'Transfer-Encoding: chunked\r\n')).flatMap((part, at) =>
      at === 0 ? [part] : [Buffer.from(`${MB.toString(16)}\r\n`), part, Buffer.from('\r\n')],
    ),
  '50 MB in one header line': (_, host) => megabytes(50, `GET / HTTP/1.1\r\nHost: ${host}\r\nX: `),
};

export const COMPLETE_RECIPES: Recipes = { ...HEAD_RECIPES, ...BODY_RECIPES };
