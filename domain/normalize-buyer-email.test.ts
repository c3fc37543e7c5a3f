import { expect, test } from 'vitest';

import { normalizeBuyerEmail } from './mask-email.ts';

test.for([
  ['ada@example.com', 'ada@example.com'],
  [' Ada@EXAMPLE.com ', 'ada@example.com'],
  ['ada+one@example.com', 'ada@example.com'],
  ['ADA+one+two@example.com', 'ada@example.com'],
  ['a.d.a@example.com', 'a.d.a@example.com'],
  ['+49@example.com', '+49@example.com'],
  ['ａｄａ@example.com', 'ada@example.com'],
  ['ada@sub+domain.example', 'ada@sub+domain.example'],
] as const)('normalizes %j to %s', ([input, key]) => {
  expect(normalizeBuyerEmail(input)).toBe(key);
});

test('treats addresses that differ otherwise as different buyers', () => {
  const input = ['ada@example.com', 'bob@example.com', 'ada@example.org', 'adaone@example.com', 'ada'];
  expect(new Set(input.map(normalizeBuyerEmail)).size).toBe(input.length);
});
