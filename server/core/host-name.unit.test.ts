import { expect, test } from 'vitest';

import { parseHostName } from './host-name.ts';

test('parses a host into a lower-case name without port and trailing dot', () => {
  for (const [input, name] of [
    ['pay.example.com', 'pay.example.com'],
    ['PAY.Example.COM', 'pay.example.com'],
    ['pay.example.com.', 'pay.example.com'],
    ['pay.example.com:443', 'pay.example.com'],
    ['pay.example.com.:8080', 'pay.example.com'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['localhost:3000', 'localhost'],
    ['127.0.0.1:3000', '127.0.0.1'],
    ['[::1]:3000', '[::1]'],
    [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
  ])
    expect(parseHostName(input ?? '')).toBe(name);
});

test('returns null for an invalid host', () => {
  for (const input of [
    '',
    '.',
    '..',
    'pay..example.com',
    'pay.example.com..',
    '.example.com',
    '-pay.example.com',
    'pay-.example.com',
    'pay_now.example.com',
    'pay.example.com:',
    'pay.example.com:80:80',
    'pay.example.com:123456',
    'pay.example.com:80@shop',
    'a@b.example',
    'pay.example.com/',
    'pay example.com',
    'pay.example.com\t',
    ' pay.example.com',
    'pay%2eexample.com',
    'bücher.example',
    'pay.example.com\u0000',
    '*.example.com',
    '[::1',
    '::1',
    `${'a'.repeat(64)}.example`,
    'a.'.repeat(128),
    'a'.repeat(100_000),
  ])
    expect([input.slice(0, 40), parseHostName(input)]).toEqual([input.slice(0, 40), null]);
});
