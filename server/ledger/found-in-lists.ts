/** A page of one of the provider's lists, newest first. */
export type Page<T> = { data: T[]; has_more: boolean };

export type AskForPage<T> = (place: { limit: number; starting_after?: string }) => Promise<Page<T>>;

/** What a list must save, at the least, to be asked for: it takes as long as so many single questions. */
export const WORTH_A_LIST = 8;
export const PER_PAGE = 100;

/**
 * Those of the objects that stand among an account's newest: page after page, as long as each gives more than it costs.
 * What is not found is not missing; it has to be asked for by itself.
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

/** A whole list; null when it has more than so many pages. */
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
