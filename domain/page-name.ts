import { cleanLine, lengthOf } from './text.ts';

export const MAX_PAGE_NAME = 120;

const COPY = ' (copy)';

/** Cleans the seller's name for a page for storage; null if it is empty, then the product name is used. */
export const pageNameFrom = (typed: string): string | null => cleanLine(typed) || null;

/** Validates a cleaned name; returns an error message or null. */
export function pageNameProblem(name: string | null): string | null {
  const length = lengthOf(name ?? '');
  return length > MAX_PAGE_NAME
    ? `The page’s name can have at most ${MAX_PAGE_NAME} characters; this one has ${length}`
    : null;
}

/** Name of a copied page, truncated to the maximum; null if the page has none. */
export function copyNameOf(name: string): string | null {
  if (name === '') return null;
  return Array.from(name)
    .slice(0, MAX_PAGE_NAME - COPY.length)
    .join('')
    .trimEnd()
    .concat(COPY);
}
