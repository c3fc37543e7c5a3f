import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { readProof, textOfTry } from '#domain/puzzle.ts';

import { hashBegin } from './sha256.ts';
import { solve } from './solve.ts';

const begin = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0);

test('hashes texts of every valid length like SHA-256', () => {
  for (let length = 0; length <= 55; length++) {
    const text = 'abcdefghijklmnopqrstuvwxyz0123456789.-_'.repeat(2).slice(0, length);
    expect([text, hashBegin(text)]).toEqual([text, begin(text)]);
  }
});

test('finds a valid number for each part of the challenge', async () => {
  const question = 'bm9uY2Utb2YtYS1wdXp6.later.signature';
  const proof = await solve({ question, parts: 4, bits: 10 });
  const read = readProof(proof);
  expect(read?.question).toBe(question);
  const begins = read?.numbers.map(
    (number, part) => begin(textOfTry('bm9uY2Utb2YtYS1wdXp6', part, number)) >>> 22,
  );
  expect(begins).toEqual([0, 0, 0, 0]);
});
