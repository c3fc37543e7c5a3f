import type { CheckoutPageConfig } from './checkout-page.ts';

export const PAGE_FILE_FORMAT = 'tillwright-page';
/** Version of the file format; the config's own version is `schema`. */
export const PAGE_FILE_VERSION = 1;
/** Maximum size of a file, including its images. */
export const MAX_PAGE_FILE_BYTES = 8 * 1024 * 1024;

/** An exported page: its draft with images as data URLs. Documented in docs/page-file.md. */
export type PageFile = {
  format: typeof PAGE_FILE_FORMAT;
  version: typeof PAGE_FILE_VERSION;
  /** Schema number of the config; see `parseStoredConfig`. */
  schema: number;
  name: string | null;
  config: CheckoutPageConfig;
};
