import { expect, test } from 'vitest';

import { nameOf } from './host-name.ts';

test('a host is known by its name in lower case, whatever its port and the dot at its end', () => {
  for (const [typed, name] of [
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
    expect(nameOf(typed ?? '')).toBe(name);
});

test('what nobody’s name can be is none', () => {
  for (const typed of [
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
    expect([typed.slice(0, 40), nameOf(typed)]).toEqual([typed.slice(0, 40), null]);
});
