/** Selected rows of a list. `anchor`: start of a range selection. */
export type Picked = { ids: ReadonlySet<string>; anchor: string | null };

export const NOTHING_PICKED: Picked = { ids: new Set(), anchor: null };

/** Toggles one row. With `range`, all rows between the anchor and it get the same state, as in email clients. */
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

/** Selects the whole list, or nothing if all rows are selected. */
export const pickAll = (picked: Picked, list: readonly string[]): Picked =>
  list.every((id) => picked.ids.has(id)) ? NOTHING_PICKED : { ids: new Set(list), anchor: picked.anchor };

/** Selected ids in list order; rows that left the list are not included. */
export const pickedIn = ({ ids }: Picked, list: readonly string[]): string[] =>
  list.filter((id) => ids.has(id));
