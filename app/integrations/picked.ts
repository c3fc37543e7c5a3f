/** Which rows of a list are picked. `anchor`: where a range begins. */
export type Picked = { ids: ReadonlySet<string>; anchor: string | null };

export const NOTHING_PICKED: Picked = { ids: new Set(), anchor: null };

/** Picks or drops one. With `range` all between the anchor and it become what it becomes, as in lists of mail. */
export function pick(picked: Picked, list: readonly string[], id: string, range: boolean): Picked {
  const ids = new Set(picked.ids);
  const isIn = !ids.has(id);
  const [from, to] = [list.indexOf(picked.anchor ?? ''), list.indexOf(id)];
  const between =
    range && from >= 0 && to >= 0 ? list.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
  for (const one of between) {
    if (isIn) ids.add(one);
    else ids.delete(one);
  }
  return { ids, anchor: id };
}

/** All of the list, or none where all are picked already. */
export const pickAll = (picked: Picked, list: readonly string[]): Picked =>
  list.every((id) => picked.ids.has(id)) ? NOTHING_PICKED : { ids: new Set(list), anchor: picked.anchor };

/** What is picked of this list, in its order: what has left it is not picked any more. */
export const pickedIn = ({ ids }: Picked, list: readonly string[]): string[] =>
  list.filter((id) => ids.has(id));
