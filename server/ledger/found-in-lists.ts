/** One page of a Stripe list, newest first. */
export type Page<T> = { data: T[]; has_more: boolean };

export type AskForPage<T> = (place: { limit: number; starting_after?: string }) => Promise<Page<T>>;

/** A list page is requested only while it replaces at least this many single requests, since it takes as long as they do. */
export const WORTH_A_LIST = 8;
export const PER_PAGE = 100;

/**
 * Finds objects among the newest of an account, page by page, as long as each page yields enough of them.
 * Objects that are not found may still exist and must be requested by id.
 */
export async function foundInLists<T extends { id: string }>(
  ids: ReadonlySet<string>,
  askFor: AskForPage<T>,
): Promise<Map<string, T>> {
  const found = new Map<string, T>();
  let after: string | undefined;
  while (ids.size - found.size >= WORTH_A_LIST) {
    const before = found.size;
    const { data, has_more } = await askFor({ limit: PER_PAGE, ...(after && { starting_after: after }) });
    for (const object of data) if (ids.has(object.id)) found.set(object.id, object);
    after = data.at(-1)?.id;
    if (!has_more || !after || found.size - before < WORTH_A_LIST) break;
  }
  return found;
}

/** Reads all pages of a list. Returns null if the list has more than `maxPages` pages. */
export async function wholeList<T extends { id: string }>(
  askFor: AskForPage<T>,
  mostPages = 50,
): Promise<T[] | null> {
  const all: T[] = [];
  for (let pages = 0; pages < mostPages; pages++) {
    const after = all.at(-1)?.id;
    const { data, has_more } = await askFor({ limit: PER_PAGE, ...(after && { starting_after: after }) });
    all.push(...data);
    if (!has_more || data.length === 0) return all;
  }
  return null;
}
