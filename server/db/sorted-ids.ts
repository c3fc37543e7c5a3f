/**
 * New ids in ascending order. Rows that are written together have the same time, and are read in the order of these ids where
 * their order matters.
 */
export const createSortedIds = (count: number): string[] =>
  Array.from({ length: count }, () => crypto.randomUUID()).toSorted();
