import { cleanLine, lengthOf } from './text.ts';

export const MAX_PAGE_NAME = 120;

const COPY = ' (copy)';

/** The seller's own name for a page as it is stored; null when there is nothing to see: the product's name stands for it. */
export const pageNameFrom = (typed: string): string | null => cleanLine(typed) || null;

/** What is wrong with a cleaned name; null when nothing is. */
export function pageNameProblem(name: string | null): string | null {
  const length = lengthOf(name ?? '');
  return length > MAX_PAGE_NAME
    ? `The page’s name can have at most ${MAX_PAGE_NAME} characters; this one has ${length}`
    : null;
}

/** The name of a page's copy, cut to the length that is allowed; null for a page without one. */
export function copyNameOf(name: string): string | null {
  if (name === '') return null;
  return Array.from(name)
    .slice(0, MAX_PAGE_NAME - COPY.length)
    .join('')
    .trimEnd()
    .concat(COPY);
}
