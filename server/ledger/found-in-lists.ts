/** One page of a Stripe list, newest first. */
export type Page<T> = { data: T[]; has_more: boolean };

export type FetchPage<T> = (cursor: { limit: number; starting_after?: string }) => Promise<Page<T>>;

/** A list page is requested only while it replaces at least this many single requests, since it takes as long as they do. */
export const MIN_HITS_PER_PAGE = 8;
export const PAGE_SIZE = 100;

/**
 * Finds objects among the newest of an account, page by page, as long as each page yields enough of them.
 * Objects that are not found may still exist and must be requested by id.
 */
export async function findInLists<T extends { id: string }>(
  ids: ReadonlySet<string>,
  fetchPage: FetchPage<T>,
): Promise<Map<string, T>> {
  const foundById = new Map<string, T>();
  let lastId: string | undefined;
  while (ids.size - foundById.size >= MIN_HITS_PER_PAGE) {
    const previousCount = foundById.size;
    const { data, has_more } = await fetchPage({
      limit: PAGE_SIZE,
      ...(lastId && { starting_after: lastId }),
    });
    for (const object of data) if (ids.has(object.id)) foundById.set(object.id, object);
    lastId = data.at(-1)?.id;
    if (!has_more || !lastId || foundById.size - previousCount < MIN_HITS_PER_PAGE) break;
  }
  return foundById;
}

/** Reads all pages of a list. Returns null if the list has more than `maxPages` pages. */
export async function listAll<T extends { id: string }>(fetchPage: FetchPage<T>, maxPages = 50): Promise<T[] | null> {
  const all: T[] = [];
  for (let pages = 0; pages < maxPages; pages++) {
    const lastId = all.at(-1)?.id;
    const { data, has_more } = await fetchPage({
      limit: PAGE_SIZE,
      ...(lastId && { starting_after: lastId }),
    });
    all.push(...data);
    if (!has_more || data.length === 0) return all;
  }
  return null;
}
