import fc from 'fast-check';
import { expect, test } from 'vitest';

import { listChanges } from './list-changes.ts';
import { propertyRuns } from './testing/property-runs.ts';

/** `a1`: the entry with key `a` and value `1`. */
type Entry = string;
const keyOf = (entry: Entry): string => entry.slice(0, 1);

/** Compares lists written as words; entries are paired by their letter. */
const changes = (
  before: readonly Entry[],
  after: readonly Entry[],
  key: (one: Entry, at: number) => string | number = keyOf,
) => listChanges(before, after, (one, other) => one === other, key);
const parseWords = (text: string): Entry[] => text.split(' ').filter(Boolean);

/** Few distinct entries, so that lists share, repeat and change some. */
const entry = fc.constantFrom<Entry[]>('a1', 'a2', 'b1', 'b2', 'c1', 'c2');
const list = fc.array(entry, { maxLength: 6 });

const none = { added: [], removed: [], changed: [], reordered: false };

test.for<[string, string, Partial<ReturnType<typeof changes>>]>([
  ['a1 b1', 'a1 b1', {}],
  ['', '', {}],
  ['a1', 'a1 b1', { added: ['b1'] }],
  ['a1 b1', 'b1', { removed: ['a1'] }],
  ['a1 b1', 'c1 a1 b1', { added: ['c1'] }],
  ['a1 b1', 'a1 b2', { changed: [['b1', 'b2']] }],
  ['a1 b1', 'a2 b1', { changed: [['a1', 'a2']] }],
  ['a1 b1', 'b1 a1', { reordered: true }],
  ['a1 b1', 'b2 a1', { changed: [['b1', 'b2']], reordered: true }],
  ['a1', 'c1', { added: ['c1'], removed: ['a1'] }],
  ['a1 a1', 'a1', { removed: ['a1'] }],
  ['a1 b1 a1', 'a1 a1 b1', { reordered: true }],
  ['a1 a2', 'a2', { removed: ['a1'] }],
])('from “%s” to “%s”', ([before, after, reported]) => {
  expect(changes(parseWords(before), parseWords(after))).toEqual({ ...none, ...reported });
});

test('reports a change at an index for lists paired by index', () => {
  const byIndex = (before: string, after: string) => changes(parseWords(before), parseWords(after), (_, at) => at);
  expect(byIndex('a1 b1', 'a1 c1')).toEqual({ ...none, changed: [['b1', 'c1']] });
  expect(byIndex('a1 b1', 'b1')).toEqual({ ...none, removed: ['a1'] });
  expect(byIndex('a1 b1', 'c1 a1')).toEqual({ ...none, added: ['c1'], removed: ['b1'] });
  expect(byIndex('a1 b1', 'c1 a1 b1')).toEqual({ ...none, added: ['c1'] });
});

test('reports no changes exactly if both lists are equal', () => {
  fc.assert(
    fc.property(list, list, (before, after) => {
      const isEqual = before.join(' ') === after.join(' ');
      const reported = changes(before, after);
      expect(JSON.stringify(reported) === JSON.stringify(none)).toBe(isEqual);
      expect(changes(before, [...before])).toEqual(none);
    }),
    { numRuns: propertyRuns(2000) },
  );
});

test('reports changes that turn the old list into the entries of the new one', () => {
  fc.assert(
    fc.property(list, list, (before, after) => {
      const { added, removed, changed } = changes(before, after);
      const rest = [...before];
      for (const removedEntries of [...removed, ...changed.map(([old]) => old)]) {
        expect(rest).toContain(removedEntries);
        rest.splice(rest.indexOf(removedEntries), 1);
      }
      const made = [...rest, ...added, ...changed.map(([, now]) => now)];
      expect(made.toSorted()).toEqual(after.toSorted());
    }),
    { numRuns: propertyRuns(2000) },
  );
});

test('never reports one change as a removal and an addition', () => {
  fc.assert(
    fc.property(list, list, (before, after) => {
      const { added, removed, changed } = changes(before, after);
      const removedEntries = removed.map(keyOf);
      expect(added.filter((one) => removedEntries.includes(keyOf(one)))).toEqual([]);
      for (const [old, now] of changed) {
        expect(keyOf(now)).toBe(keyOf(old));
        expect(now).not.toBe(old);
      }
    }),
    { numRuns: propertyRuns(2000) },
  );
});

test('keeps the order of the others if entries were only added or removed', () => {
  const entries = fc.uniqueArray(entry);
  fc.assert(
    fc.property(entries, fc.func(fc.boolean()), (before, isIncluded) => {
      const after = before.filter((one) => isIncluded(one));
      expect(changes(before, after).reordered).toBe(false);
      expect(changes(after, before).reordered).toBe(false);
    }),
  );
});
