/** Lower-case text without accents, for comparison. */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/** Returns the items that match, best first. `getRank` returns 0 for the best match and null for none. */
export function searchByRank<Item>(items: readonly Item[], getRank: (item: Item) => number | null): Item[] {
  const ranked = items.map((item) => ({ item, rank: getRank(item) ?? Infinity }));
  return ranked
    .filter(({ rank }) => rank < Infinity)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
