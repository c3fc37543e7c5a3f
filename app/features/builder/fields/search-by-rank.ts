/** Lower-case text without accents, for comparison. */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/**
 * Returns the items that match a query, best first; all for an empty query. `getRank` returns 0 for the best match and
 * null for none.
 */
export function searchByRank<Item>(
  items: readonly Item[],
  query: string,
  getRank: (item: Item, query: string) => number | null,
): readonly Item[] {
  if (query === '') return items;
  const ranked = items.map((item) => ({ item, rank: getRank(item, query) ?? Infinity }));
  return ranked
    .filter(({ rank }) => rank < Infinity)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
