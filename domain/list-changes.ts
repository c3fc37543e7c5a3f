/** Differences between two lists. Entries are paired by equality, then by `getKey`. */
export type ListChanges<T> = {
  added: T[];
  removed: T[];
  changed: [before: T, after: T][];
  /** True if entries in both lists changed their order. */
  reordered: boolean;
};

type Pair = [before: number, after: number];

/** Compares two lists. The result is empty exactly if both have equal entries in the same order. */
export function listChanges<T>(
  before: readonly T[],
  after: readonly T[],
  isSame: (one: T, other: T) => boolean,
  keyOf: (entry: T, index: number) => string | number,
): ListChanges<T> {
  const pairs: Pair[] = [];
  const pairUp = (matches: (b: number, a: number) => boolean): void => {
    for (const b of before.keys()) {
      if (pairs.some(([taken]) => taken === b)) continue;
      const a = [...after.keys()].find((at) => pairs.every(([, taken]) => taken !== at) && matches(b, at));
      if (a !== undefined) pairs.push([b, a]);
    }
  };
  const entries = (b: number, a: number) => [before[b], after[a]] as [T, T];
  pairUp((b, a) => isSame(...entries(b, a)));
  const same = pairs.length;
  pairUp((b, a) => keyOf(before[b] as T, b) === keyOf(after[a] as T, a));
  return {
    added: after.filter((_, a) => pairs.every(([, taken]) => taken !== a)),
    removed: before.filter((_, b) => pairs.every(([taken]) => taken !== b)),
    changed: pairs.slice(same).map(([b, a]) => entries(b, a)),
    reordered: isReordered(pairs),
  };
}

function isReordered(pairs: readonly Pair[]): boolean {
  const places = pairs.toSorted(([one], [other]) => one - other).map(([, after]) => after);
  return places.some((place, index) => index > 0 && place < (places[index - 1] ?? 0));
}
