import fc from 'fast-check';
import { expect, test } from 'vitest';

import { searchTextOf } from './order-filter.ts';

test.for([
  [
    [1045, 'Aiko.Lindqvist@post.example', null, 'Throwing Taller'],
    '1045 aiko lindqvist post example throwing taller',
  ],
  [['ÅSA Ödegård'], 'åsa ödegård'],
  [['Ｆｕｌｌ　ｗｉｄｔｈ', '①'], 'full width 1'],
  [["'); drop table orders;--", 'a:*&!b'], 'drop table orders a b'],
  [['\u0130\u0327'], 'i\u0327\u0307'],
  [['  ', null], ''],
] as const)('%j is found by “%s”', ([parts, words]) => {
  expect(searchTextOf(...parts)).toBe(words);
});

test('normalizes stored and searched text alike: idempotent and without marks', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const words = searchTextOf(text);
      expect(searchTextOf(words)).toBe(words);
      expect(words).toMatch(/^(?:[\p{L}\p{M}\p{N}]+(?: [\p{L}\p{M}\p{N}]+)*)?$/u);
    }),
  );
});
