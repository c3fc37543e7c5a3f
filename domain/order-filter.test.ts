import fc from 'fast-check';
import { expect, test } from 'vitest';

import { normalizeSearchText } from './order-filter.ts';

test.for([
  [[1045, 'Aiko.Lindqvist@post.example', null, 'Throwing Taller'], '1045 aiko lindqvist post example throwing taller'],
  [['ÅSA Ödegård'], 'åsa ödegård'],
  [['Ｆｕｌｌ　ｗｉｄｔｈ', '①'], 'full width 1'],
  [["'); drop table orders;--", 'a:*&!b'], 'drop table orders a b'],
  [['\u0130\u0327'], 'i\u0327\u0307'],
  [['  ', null], ''],
] as const)('%j is found by “%s”', ([fields, normalized]) => {
  expect(normalizeSearchText(...fields)).toBe(normalized);
});

test('normalizes stored and searched text alike: idempotent and without marks', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const normalized = normalizeSearchText(text);
      expect(normalizeSearchText(normalized)).toBe(normalized);
      expect(normalized).toMatch(/^(?:[\p{L}\p{M}\p{N}]+(?: [\p{L}\p{M}\p{N}]+)*)?$/u);
    }),
  );
});
