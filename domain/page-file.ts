import type { CheckoutPageConfig } from './checkout-page.ts';

export const PAGE_FILE_FORMAT = 'tillwright-page';
export const PAGE_FILE_VERSION = 1;

/** A page as one file: its draft, with its images inside as data URLs. Documented in docs/page-file.md. */
export type PageFile = {
  format: typeof PAGE_FILE_FORMAT;
  version: typeof PAGE_FILE_VERSION;
  /** The number of the config's shape; see `configFromStored`. */
  schema: number;
  name: string | null;
  config: CheckoutPageConfig;
};
