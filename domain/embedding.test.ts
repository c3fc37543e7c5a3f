import { expect, test } from 'vitest';

import {
  validateEmbedding,
  MAX_EMBED_ORIGINS,
  parseOrigin,
  validateOrigin,
  parseReturnUrl,
  normalizeEmbedding,
} from './embedding.ts';

test.for([
  ['https://shop.example', 'https://shop.example'],
  ['  https://Shop.Example/a/page?x=1#y ', 'https://shop.example'],
  ['shop.example', 'https://shop.example'],
  ['www.shop.example/about', 'https://www.shop.example'],
  ['https://shop.example:8443/', 'https://shop.example:8443'],
  ['https://shop.example:443', 'https://shop.example'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['http://localhost:4000/test', 'http://localhost:4000'],
  ['http://blog.localhost', 'http://blog.localhost'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
] as const)('reads %s as %s', ([input, origin]) => {
  expect(parseOrigin(input)).toBe(origin);
  expect(validateOrigin(input)).toBeNull();
});

test.for([
  ['http://shop.example', 'must use https://'],
  ['http://localhost.example', 'must use https://'],
  ['https://*.example.com', 'Enter each website separately'],
  ['*', 'Enter each website separately'],
  ['', 'Enter a website'],
  ['null', null],
  ['ftp://shop.example', 'Enter a website'],
  ['javascript:alert(1)', 'Enter a website'],
  ['file:///etc/passwd', 'Enter a website'],
  ['https://user:password@shop.example', 'Enter a website'],
  ['https://shop.example; script-src', 'Enter a website'],
  ["https://shop.example' 'unsafe-inline", 'Enter a website'],
  ['https://a_b.example', 'Enter a website'],
  ['https://192.168.1.7', 'Enter a website'],
  ['https://[::1]', 'Enter a website'],
  ['https://', 'Enter a website'],
] as const)('rejects %s: %s', ([input, message]) => {
  if (message === null) expect(validateOrigin(input)).toBeNull();
  else expect(validateOrigin(input)).toContain(message);
  expect(parseOrigin(input) === null).toBe(message !== null);
});

test('produces origins that fit a content security policy', () => {
  for (const input of ['https://a.example;x', 'https://a.example,b', 'https://a.example%3b', 'https://a.example b'])
    expect(parseOrigin(input) ?? 'https://none').toMatch(/^https?:\/\/[a-z0-9.-]+(:\d+)?$/);
});

test('publishes each site once and reports an invalid entry by its index', () => {
  const normalized = normalizeEmbedding({
    origins: ['shop.example/a', ' ', 'https://shop.example', 'nonsense here'],
  });
  expect(normalized.origins).toEqual(['https://shop.example', 'nonsense here']);
  expect(validateEmbedding(normalized).filter(([, error]) => error)).toEqual([
    ['embedding.1', 'Enter a website, like https://www.example.com'],
  ]);
  expect(normalizeEmbedding(normalized)).toEqual(normalized);
});

test('limits the length of the list', () => {
  const origins = Array.from({ length: MAX_EMBED_ORIGINS + 1 }, (_, index) => `https://s${index}.example`);
  expect(validateEmbedding({ origins })[0]).toEqual(['embedding', 'You can add at most 20 websites']);
  expect(validateEmbedding({ origins: origins.slice(1) }).every(([, error]) => error === null)).toBe(true);
});

test.for([
  ['https://shop.example/post?x=1#part', 'https://shop.example/post?x=1'],
  ['https://shop.example', 'https://shop.example/'],
  ['https://shop.example.evil.example/', null],
  ['https://evil.example/https://shop.example', null],
  ['https://shop.example:8443/', null],
  ['http://shop.example/', null],
  ['https://shop.example@evil.example/', null],
  ['//shop.example/', null],
  ['javascript:alert(1)//https://shop.example', null],
  ['https://shop.example/\njavascript:', null],
  [`https://shop.example/${'x'.repeat(2048)}`, null],
  ['', null],
] as const)('returns a buyer from %s to %s', ([text, address]) => {
  expect(parseReturnUrl(['https://shop.example'], text)).toBe(address);
  expect(parseReturnUrl([], text)).toBeNull();
});
