/** A product of another system that can become the draft of a page. */
export type ImportableProduct = {
  /** Its id there; of a file, the number of its line. */
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
  /** A draft for each; what was imported before is made again only when it is named. */
  'import-products': {
    body: ImportSource & { keys: string[] };
    answer: { pages: { key: string; pageId: string }[]; failed: { key: string; problem: string }[] };
  };
};
