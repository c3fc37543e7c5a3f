/** Selected rows of a list. `anchor`: start of a range selection. */
export type Selection = { ids: ReadonlySet<string>; anchor: string | null };

export const EMPTY_SELECTION: Selection = { ids: new Set(), anchor: null };

/** Toggles one row. With `range`, all rows between the anchor and it get the same state, as in email clients. */
export function toggleSelection(
  selection: Selection,
  listedIds: readonly string[],
  id: string,
  range: boolean,
): Selection {
  const ids = new Set(selection.ids);
  const isSelected = !ids.has(id);
  const [from, to] = [listedIds.indexOf(selection.anchor ?? ''), listedIds.indexOf(id)];
  const affectedIds =
    range && from >= 0 && to >= 0 ? listedIds.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
  for (const affectedId of affectedIds) {
    if (isSelected) ids.add(affectedId);
    else ids.delete(affectedId);
  }
  return { ids, anchor: id };
}

/** Selects the whole list, or nothing if all rows are selected. */
export const toggleAll = (selection: Selection, listedIds: readonly string[]): Selection =>
  listedIds.every((id) => selection.ids.has(id))
    ? EMPTY_SELECTION
    : { ids: new Set(listedIds), anchor: selection.anchor };

/** Selected ids in list order; rows that left the list are not included. */
export const getSelectedIds = ({ ids: selectedIds }: Selection, listedIds: readonly string[]): string[] =>
  listedIds.filter((id) => selectedIds.has(id));
