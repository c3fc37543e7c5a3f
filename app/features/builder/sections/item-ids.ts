const ids = new WeakMap<object, string>();

/**
 * Returns a stable id for a list entry without one. Entries are immutable and Undo restores the same objects, so the id
 * stays with its entry. An edited entry is a new object with a new id.
 */
export function getItemId(item: object): string {
  const id = ids.get(item) ?? crypto.randomUUID();
  ids.set(item, id);
  return id;
}
