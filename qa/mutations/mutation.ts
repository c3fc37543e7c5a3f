export const AREAS = ['domain', 'content', 'app', 'checkout-page', 'server', 'sandbox', 'cli'] as const;
type Area = (typeof AREAS)[number];

/** One mutation: replaces `find`, which occurs exactly once in `file`. */
export type Mutation = {
  id: string;
  area: Area;
  /** The resulting defect of the product, as a complete sentence. */
  title: string;
  /** Relative to the root of the project. */
  file: string;
  find: string;
  replace: string;
  /** The test files that should find the defect, the cheapest first. */
  tests: string[];
};
