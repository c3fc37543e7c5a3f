import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { parseSolution, getHashInput } from '#domain/proof-of-work.ts';

import { hashPrefix, solve } from './solve.ts';

const nodeHashPrefix = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0);

test('hashes texts of every valid length like SHA-256', () => {
  for (let length = 0; length <= 55; length++) {
    const text = 'abcdefghijklmnopqrstuvwxyz0123456789.-_'.repeat(2).slice(0, length);
    expect([text, hashPrefix(text)]).toEqual([text, nodeHashPrefix(text)]);
  }
});

test('finds a valid number for each part of the challenge', async () => {
  const question = 'bm9uY2Utb2YtYS1wdXp6.later.signature';
  const proof = await solve({ question, parts: 4, bits: 10 });
  const read = parseSolution(proof);
  expect(read?.challenge).toBe(question);
  const prefixes = read?.numbers.map(
    (number, index) => nodeHashPrefix(getHashInput('bm9uY2Utb2YtYS1wdXp6', index, number)) >>> 22,
  );
  expect(prefixes).toEqual([0, 0, 0, 0]);
});
