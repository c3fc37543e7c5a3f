import { expect, test } from 'vitest';

import { domainOrigin } from './domain-origin.ts';

test('a name of a seller’s own is reached by https', () => {
  expect(domainOrigin({ appUrl: 'http://localhost:3000' }, 'pay.example.com')).toBe(
    'https://pay.example.com',
  );
  expect(domainOrigin({ appUrl: 'https://shop.example:8443' }, 'pay.example.com')).toBe(
    'https://pay.example.com',
  );
});

test('a name of this machine is reached as the shop itself is', () => {
  expect(domainOrigin({ appUrl: 'http://localhost:3000' }, 'pay.localhost')).toBe(
    'http://pay.localhost:3000',
  );
  expect(domainOrigin({ appUrl: 'https://localhost' }, 'pay.localhost')).toBe('https://pay.localhost');
});
