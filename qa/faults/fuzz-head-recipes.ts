import { chunked, get, line, post, type Recipe } from './fuzz-recipe-parts.ts';
import { createHostileText } from './fuzz-values.ts';

/** Recipes for requests with unusual request lines or headers. */
export const HEAD_RECIPES: readonly Recipe[] = [
  [
    'an odd request line',
    (c, host) =>
      `${c.pick(['', ' ', 'GET', 'GET /', 'GET  /  HTTP/1.1', 'get / HTTP/1.1', '\0 / HTTP/1.1', 'GET\t/\tHTTP/1.1', 'GET / HTTP/1.1 HTTP/1.1'])}\r\nHost: ${host}\r\n\r\n`,
  ],
  [
    'an odd method',
    (c, host) =>
      `${c.pick(['TRACE', 'TRACK', 'CONNECT', 'PROPFIND', 'QUERY', 'PRI', 'FOO', 'SOURCE', 'x'.repeat(5000)])} ${line(c)} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  ],
  [
    'an odd version',
    (c, host) =>
      `GET / ${c.pick(['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/3', 'HTTP/1.10', 'HTTP/', 'http/1.1', 'RTSP/1.0', ''])}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  ],
  ['the preface of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0'],
  [
    'a handshake of TLS',
    (c) => Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3, ...Array.from({ length: 200 }, () => c.below(256))]),
  ],
  ['noise', (c) => [Buffer.from(Array.from({ length: 1 + c.below(3000) }, () => c.below(256))), '\r\n\r\n']],
  [
    'a flood of headers',
    (c, host) =>
      get(c, host, Array.from({ length: c.pick([150, 900, 4000]) }, (_, at) => `X-${at}: ${at}\r\n`).join('')),
  ],
  ['a long header', (c, host) => get(c, host, `X-Long: ${'x'.repeat(c.pick([8000, 16_000, 17_000, 200_000]))}\r\n`)],
  ['a folded header', (c, host) => get(c, host, 'X-Folded: one\r\n two\r\n\tthree\r\n')],
  [
    'a header without a name, a colon or a value',
    (c, host) =>
      get(
        c,
        host,
        c.pick([': x\r\n', 'nothing\r\n', 'X:\r\n', 'X Y: z\r\n', 'X : z\r\n', '\x7f: a\r\n', 'X: \0\r\n', 'Ü: x\r\n']),
      ),
  ],
  [
    'header values of arbitrary bytes',
    (c, host) => [
      get(c, host).slice(0, -2),
      'User-Agent: ',
      Buffer.from(Array.from({ length: 40 }, () => 128 + c.below(128))),
      '\r\n\r\n',
    ],
  ],
  [
    'an unusual Host',
    (c) =>
      `GET ${line(c)} HTTP/1.1\r\n${c.pick(['', 'Host:\r\n', 'Host: a\r\nHost: b\r\n', 'Host: [::1\r\n', 'Host: a b\r\n', 'Host: localhost:99999\r\n', 'Host: 127.0.0.1@evil.example\r\n', `Host: ${'a'.repeat(5000)}\r\n`, 'Host: ..\r\n', 'Host: %00\r\n', 'Host: ünï\r\n'])}Connection: close\r\n\r\n`,
  ],
  [
    'both a length and chunks',
    (c, host) => `${post(c, host, 'Content-Length: 6\r\nTransfer-Encoding: chunked\r\n')}0\r\n\r\nGET /x`,
  ],
  [
    'two lengths',
    (c, host) => `${post(c, host, `Content-Length: 2\r\nContent-Length: ${c.pick(['2', '3', '0', '-1'])}\r\n`)}{}`,
  ],
  [
    'a length that is not a number',
    (c, host) =>
      `${post(c, host, `Content-Length: ${c.pick(['-1', '+2', '2,2', '0x2', '1e1', '', ' ', '99999999999999999999', '2;a'])}\r\n`)}{}`,
  ],
  [
    'another transfer encoding',
    (c, host) =>
      `${post(c, host, `Transfer-Encoding: ${c.pick(['gzip', 'gzip, chunked', 'chunked, gzip', 'identity', 'chunked, chunked', 'xchunked', ' chunked', '\x0bchunked', 'CHUNKED'])}\r\n`)}2\r\n{}\r\n0\r\n\r\n`,
  ],
  [
    'chunk extensions',
    (c, host) => chunked(c, host, `2;${'a=b;'.repeat(c.pick([1, 2000, 20_000]))}\r\n{}\r\n0\r\n\r\n`),
  ],
  [
    'unusual chunk sizes',
    (c, host) =>
      chunked(c, host, `${c.pick(['-1', 'g', '', '0x2', '2 ', '00000000000000002', '1'])}\r\n{}\r\n0\r\n\r\n`),
  ],
  [
    'trailers',
    (c, host) =>
      chunked(c, host, `2\r\n{}\r\n0\r\nX-Trailer: ${'a'.repeat(c.pick([1, 20_000]))}\r\nContent-Length: 5\r\n\r\n`),
  ],
  [
    'an unusual request target',
    (c, host) =>
      `GET ${c.pick([`http://${host}/`, 'http://evil.example/', 'https://evil.example:443/x', 'evil.example:443', '*', 'http:///', 'http://[::1', '//evil.example/', '/\\evil', 'ftp://x/', '?a', '#a', 'javascript:1', 'http://a:b@localhost/'])} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  ],
  [
    'invalid escapes',
    (c, host) =>
      `GET ${c.pick(['/%', '/%zz', '/%c0%af', '/%ff%fe', '/c/%00', '/c/%ed%a0%80', '/%u0041', '/c/a%0d%0aX:y', '/..%2f..%2fetc', '/%2e%2e/%2e%2e/', '/assets/..%5c..', '/media/%', '/blog/%E0%A4%A'])}${c.pick(['', '?a=%', '?%ff=%00'])} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  ],
  [
    'a target of arbitrary bytes',
    (c, host) => [
      Buffer.from('GET /c/'),
      Buffer.from(Array.from({ length: 30 }, () => 128 + c.below(128))),
      ` HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    ],
  ],
  [
    'a long target',
    (c, host) =>
      `GET ${c.pick(['/', '/c/', '/?q=', '/assets/'])}${'a'.repeat(c.pick([3000, 12_000, 70_000]))} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  ],
  [
    'pipelined requests',
    (c, host) => `${`GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(c.pick([2, 20, 300]))}${get(c, host)}`,
  ],
  [
    'a request after garbage',
    (c, host) => `${get(c, host).replace('Connection: close\r\n', '')}${createHostileText(c)}\r\n\r\n`,
  ],
  [
    'a request smuggled in a body',
    (c, host) => `${post(c, host, 'Content-Length: 4\r\n')}{}\r\nGET /metrics HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  ],
  [
    'other line endings',
    (c, host) => get(c, host).replaceAll('\r\n', c.pick(['\n', '\r', '\n\r', '\r\r\n', '\r\n\n'])),
  ],
  ['leading blank lines', (c, host) => '\r\n'.repeat(c.pick([1, 100, 10_000])) + get(c, host)],
];
