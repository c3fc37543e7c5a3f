import { pageDefaultMessages } from '#content/messages/page-defaults.ts';

import { cleanLine, validateLength } from './text.ts';

export const MAX_PAGE_NAME_LENGTH = 120;

const COPY_SUFFIX = pageDefaultMessages.copySuffix;

/** Cleans the seller's name for a page for storage; null if it is empty, then the product name is used. */
export const normalizePageName = (input: string): string | null => cleanLine(input) || null;

/** Name of a page for display. */
export const getPageName = ({ name }: { name: string }): string => name.trim() || pageDefaultMessages.name;

/** Validates a cleaned name; returns an error message or null. */
export const validatePageName = (name: string | null): string | null =>
  validateLength(name ?? '', MAX_PAGE_NAME_LENGTH, pageDefaultMessages.nameTooLong);

/** Name of a copied page, truncated to the maximum; null if the page has none. */
export function getCopyName(name: string): string | null {
  if (name === '') return null;
  return Array.from(name)
    .slice(0, MAX_PAGE_NAME_LENGTH - COPY_SUFFIX.length)
    .join('')
    .trimEnd()
    .concat(COPY_SUFFIX);
}
