import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');
const text = readFileSync(path.join(ROOT, 'docs/asvs.md'), 'utf8');

/** Number of requirements at levels 1 and 2 per chapter of the standard (5.0.0). */
const REQUIREMENTS: Record<number, readonly [number, number]> = {
  1: [8, 19],
  2: [4, 7],
  3: [8, 11],
  4: [2, 8],
  5: [4, 5],
  6: [13, 22],
  7: [6, 12],
  8: [4, 3],
  9: [4, 3],
  10: [5, 24],
  11: [3, 11],
  12: [3, 6],
  13: [1, 12],
  14: [2, 7],
  15: [3, 10],
  16: [0, 16],
  17: [0, 7],
};

type Requirement = { id: string; level: number; here: string; shown: string };

const lines: Requirement[] = [
  ...text.matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| [^|]+ \| (yes|no|—) \| ([^|]+) \|$/gm),
].map(([, id = '', level = '', here = '', shown = '']) => ({ id, level: Number(level), here, shown }));
const count = (level: number, ...here: string[]) =>
  lines.filter((line) => line.level === level && here.includes(line.here)).length;

test('lists every requirement of both levels once', () => {
  const counted = Object.fromEntries(
    Object.keys(REQUIREMENTS).map((chapter) => {
      const ownLines = lines.filter(({ id }) => id.startsWith(`${chapter}.`));
      return [
        chapter,
        [ownLines.filter(({ level }) => level === 1).length, ownLines.filter(({ level }) => level === 2).length],
      ];
    }),
  );
  expect(counted).toEqual(REQUIREMENTS);
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
});

test('names existing evidence for fulfilled requirements and a reason for others', () => {
  const files = lines.flatMap(({ id, shown }) =>
    [...shown.matchAll(/`([\w./-]+\/[\w./-]+|[\w-]+\.(?:mjs|json))`/g)].map(([, file = '']) => ({
      id,
      file,
    })),
  );
  expect(files.filter(({ file }) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  expect(lines.filter(({ shown }) => shown.trim().length < 4)).toEqual([]);
});

test('summarizes the list correctly; level 1 lacks only the stated ones, level 2 reaches 88%', () => {
  for (const level of [1, 2]) {
    const [apply, fulfilled] = [count(level, 'yes', 'no'), count(level, 'yes')];
    expect(text).toContain(`| ${level} | ${apply} | ${fulfilled} | ${apply - fulfilled} |`);
  }
  expect(lines.filter(({ level, here }) => level === 1 && here === 'no').map(({ id }) => id)).toEqual([
    '6.2.1',
    '6.2.3',
  ]);
  expect(count(2, 'yes') / count(2, 'yes', 'no')).toBeGreaterThanOrEqual(0.88);
});
