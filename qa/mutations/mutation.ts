export const AREAS = ['domain', 'content', 'app', 'checkout-page', 'server', 'sandbox', 'cli'] as const;
export type Area = (typeof AREAS)[number];

/** One planted fault: `find`, which occurs exactly once in `file`, is replaced. */
export type Mutation = {
  id: string;
  area: Area;
  /** What is wrong with the product then, as a complete sentence. */
  title: string;
  /** Relative to the root of the project. */
  file: string;
  find: string;
  replace: string;
  /** The test files that are expected to find it, the cheapest first. */
  tests: string[];
};
