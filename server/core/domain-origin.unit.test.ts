import { expect, test } from 'vitest';

import { domainOrigin } from './site.ts';

test('uses https for a seller’s domain', () => {
  expect(domainOrigin({ appUrl: 'http://localhost:3000' }, 'pay.example.com')).toBe('https://pay.example.com');
  expect(domainOrigin({ appUrl: 'https://shop.example:8443' }, 'pay.example.com')).toBe('https://pay.example.com');
});

test('uses the protocol and port of the app for a local name', () => {
  expect(domainOrigin({ appUrl: 'http://localhost:3000' }, 'pay.localhost')).toBe('http://pay.localhost:3000');
  expect(domainOrigin({ appUrl: 'https://localhost' }, 'pay.localhost')).toBe('https://pay.localhost');
});
