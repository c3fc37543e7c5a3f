import { expect, test } from 'vitest';

import { buyerKeyOf } from './buyer-key.ts';

test.for([
  ['ada@example.com', 'ada@example.com'],
  [' Ada@EXAMPLE.com ', 'ada@example.com'],
  ['ada+one@example.com', 'ada@example.com'],
  ['ADA+one+two@example.com', 'ada@example.com'],
  ['a.d.a@example.com', 'a.d.a@example.com'],
  ['+49@example.com', '+49@example.com'],
  ['ａｄａ@example.com', 'ada@example.com'],
  ['ada@sub+domain.example', 'ada@sub+domain.example'],
] as const)('normalizes %j to %s', ([typed, key]) => {
  expect(buyerKeyOf(typed)).toBe(key);
});

test('treats addresses that differ otherwise as different buyers', () => {
  const typed = ['ada@example.com', 'bob@example.com', 'ada@example.org', 'adaone@example.com', 'ada'];
  expect(new Set(typed.map(buyerKeyOf)).size).toBe(typed.length);
});
