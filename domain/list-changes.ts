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
  isEqual: (one: T, other: T) => boolean,
  getKey: (entry: T, index: number) => string | number,
): ListChanges<T> {
  const pairs: Pair[] = [];
  const pairMatching = (matches: (b: number, a: number) => boolean): void => {
    for (const b of before.keys()) {
      if (pairs.some(([pairedIndex]) => pairedIndex === b)) continue;
      const a = [...after.keys()].find((at) => pairs.every(([, pairedIndex]) => pairedIndex !== at) && matches(b, at));
      if (a !== undefined) pairs.push([b, a]);
    }
  };
  const entries = (b: number, a: number) => [before[b], after[a]] as [T, T];
  pairMatching((b, a) => isEqual(...entries(b, a)));
  const unchangedCount = pairs.length;
  pairMatching((b, a) => getKey(before[b] as T, b) === getKey(after[a] as T, a));
  return {
    added: after.filter((_, a) => pairs.every(([, pairedIndex]) => pairedIndex !== a)),
    removed: before.filter((_, b) => pairs.every(([pairedIndex]) => pairedIndex !== b)),
    changed: pairs.slice(unchangedCount).map(([b, a]) => entries(b, a)),
    reordered: hasNewOrder(pairs),
  };
}

function hasNewOrder(pairs: readonly Pair[]): boolean {
  const positions = pairs.toSorted(([one], [other]) => one - other).map(([, after]) => after);
  return positions.some((position, index) => index > 0 && position < (positions[index - 1] ?? 0));
}
