export const MAX_IMPORT_FILE_BYTES = 2 * 1024 * 1024;
/** Products of one file. */
export const MAX_IMPORT_PRODUCTS = 2000;
export const IMPORT_FILE_TOO_LARGE =
  'This file is larger than 2 MB. Export a shorter period, and import that file.';
/** Each may bring a picture along, which takes seconds to fetch. */
export const MAX_IMPORTED_AT_ONCE = 10;

/** A product of another system that can become the draft of a page. */
export type ImportableProduct = {
  /** Its id there; of a file without ids, its name. */
  key: string;
  name: string;
  priceText: string;
  /** What could not be taken over as it is, in words; empty: nothing. */
  remarks: string[];
  /** The page that was made from it earlier. */
  pageId: string | null;
};

export type ImportSource = { source: 'stripe' } | { source: 'gumroad'; csv: string };

/** The functions that bring products along, among all of `Calls`. */
export type ImportCalls = {
  'find-products': { body: ImportSource; answer: { products: ImportableProduct[] } };
  /** A draft for each that is named, also where there is one from before. `remarks`: what is to be looked at in it. */
  'import-products': {
    body: ImportSource & { keys: string[] };
    answer: {
      pages: { key: string; pageId: string; remarks: string[] }[];
      failed: { key: string; problem: string }[];
    };
  };
};
