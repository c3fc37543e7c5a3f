export const MAX_IMPORT_FILE_BYTES = 2 * 1024 * 1024;
/** Maximum number of products in one file. */
export const MAX_IMPORT_PRODUCTS = 2000;
/** Limited because each product can have an image that takes seconds to download. */
export const MAX_PRODUCTS_PER_IMPORT = 10;

/** A product from another system that can become a page draft. */
export type ImportableProduct = {
  /** Product ID in the source system; for a file without IDs, the product name. */
  key: string;
  name: string;
  priceText: string;
  /** What can't be imported as is. */
  remarks: string[];
  /** Page that was created by an earlier import of this product. */
  pageId: string | null;
};

export type ImportSource = { source: 'stripe' } | { source: 'gumroad'; csv: string };

export type ImportRpc = {
  'find-products': { body: ImportSource; response: { products: ImportableProduct[] } };
  /** Creates a draft for each key, even if one exists already. `remarks`: warnings about what to review in it. */
  'import-products': {
    body: ImportSource & { keys: string[] };
    response: {
      pages: { key: string; pageId: string; remarks: string[] }[];
      failed: { key: string; problem: string }[];
    };
  };
};
