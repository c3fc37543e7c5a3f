import type { CheckoutPageConfig } from './checkout-page.ts';
import type { DeliverableSettings } from './deliverable.ts';

const MAX_FILE_NAME_LENGTH = 80;
/** Characters that file systems reject or interpret. */
const INVALID_CHARACTERS = /[\p{Cc}\p{Cf}"*/:<>?\\|]+/gu;

/** File name of an exported page: `Throwing Taller.tillwright.json`. */
export function getPageFileName(name: string): string {
  const cleaned = name.replace(INVALID_CHARACTERS, ' ').replace(/\s+/g, ' ').trim();
  const truncated = Array.from(cleaned).slice(0, MAX_FILE_NAME_LENGTH).join('');
  const trimmed = truncated.replace(/^[\s.]+|[\s.]+$/g, '');
  return `${trimmed || 'page'}.tillwright.json`;
}

export const PAGE_FILE_FORMAT = 'tillwright-page';
/** Version of the file format; the config's own version is `schema`. */
export const PAGE_FILE_VERSION = 1;
/** Maximum size of a file, including its images. */
export const MAX_PAGE_FILE_BYTES = 8 * 1024 * 1024;

/** A deliverable in a page file, whose config names it by its `id`. Its file's bytes and its license keys are not in it. */
export type PageFileDeliverable = {
  id: string;
  name: string;
  settings: DeliverableSettings;
  /** The version that buyers get. `sha256`: hex. */
  file: { fileName: string; bytes: number; sha256: string } | null;
};

/** An exported page: its draft with images as data URLs. Documented in docs/page-file.md; `schema`: see `parseStoredConfig`. */
export type PageFile = {
  format: typeof PAGE_FILE_FORMAT;
  version: typeof PAGE_FILE_VERSION;
  schema: number;
  name: string | null;
  config: CheckoutPageConfig;
  deliverables: PageFileDeliverable[];
  /** The products of a bundle; missing: the page is none. `config` has none of them then. */
  bundleItems?: BundleFileItem[] | undefined;
};

/** A product of a bundle in a file. `slug`: null if the page was never published; `name` is for people. */
export type BundleFileItem = { slug: string | null; name: string; optionId: string };
