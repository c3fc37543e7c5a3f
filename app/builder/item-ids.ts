const ids = new WeakMap<object, string>();

/**
 * A stable id for an entry of a list whose entries have none of their own. Entries are immutable, and Undo brings back
 * the same objects, so an id stays with its entry wherever the entry moves. An edited entry is a new object.
 */
export function itemIdOf(item: object): string {
  const id = ids.get(item) ?? crypto.randomUUID();
  ids.set(item, id);
  return id;
}
