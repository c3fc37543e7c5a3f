/** Returns the columns whose values differ. */
export function differingKeys<T extends object>(before: T, after: T): string[] {
  const values = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).flatMap(([key, value]) => (isSame(values.get(key), value) ? [] : [key]));
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (one instanceof Date && other instanceof Date && one.getTime() === other.getTime());

/** Returns the previous row if nothing but `updatedAt` has changed. */
export const unlessSame = <T extends object>(before: T, after: T): T =>
  differingKeys(before, after).every((key) => key === 'updatedAt') ? before : after;
