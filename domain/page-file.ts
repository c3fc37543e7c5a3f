import type { CheckoutPageConfig } from './checkout-page.ts';

export const PAGE_FILE_FORMAT = 'tillwright-page';
/** Grows with every change of the file's own shape; the config's shape has its own number, `schema`. */
export const PAGE_FILE_VERSION = 1;
/** A whole file, its images included. */
export const MAX_PAGE_FILE_BYTES = 8 * 1024 * 1024;

/** A page as one file: its draft, with its images inside as data URLs. Documented in docs/page-file.md. */
export type PageFile = {
  format: typeof PAGE_FILE_FORMAT;
  version: typeof PAGE_FILE_VERSION;
  /** The number of the config's shape; see `configFromStored`. */
  schema: number;
  name: string | null;
  config: CheckoutPageConfig;
};
