import { expect, test } from 'vitest';

import { pathOf } from './site.ts';

test('encodes any slug into a path that is valid in a header', () => {
  const site = { origin: 'http://localhost:3000', tenantDomain: null };
  expect(pathOf(site, 'taller')).toBe('/c/taller');
  expect(pathOf(site, '\u202eright')).toBe('/c/%E2%80%AEright');
  expect(pathOf(site, 'a/b\r\nX: y')).toBe('/c/a%2Fb%0D%0AX%3A%20y');
});
