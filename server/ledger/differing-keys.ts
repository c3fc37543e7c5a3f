/** Returns the columns whose values differ. */
export function changedKeys<T extends object>(before: T, after: T): string[] {
  const values = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).flatMap(([key, value]) => (isEqual(values.get(key), value) ? [] : [key]));
}

const isEqual = (a: unknown, b: unknown): boolean =>
  a === b || (a instanceof Date && b instanceof Date && a.getTime() === b.getTime());

/** Returns the previous row if nothing but `updatedAt` has changed. */
export const keepIfUnchanged = <T extends object>(before: T, after: T): T =>
  changedKeys(before, after).every((key) => key === 'updatedAt') ? before : after;
