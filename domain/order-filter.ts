/** What a list of orders can be narrowed to; `disputed` is a flag beside the states. */
export const ORDER_FILTER_STATES = ['pending', 'failed', 'paid', 'refunded', 'disputed'] as const;
export type OrderFilterState = (typeof ORDER_FILTER_STATES)[number];

/** `refunded` takes in what was given back in part. Days are UTC (`2026-11-20`), both ends included. */
export type OrderFilter = {
  /** Beginnings of words of name, address, product, or the order's number. */
  search?: string;
  state?: OrderFilterState;
  pageId?: string;
  coupon?: string;
  from?: string;
  to?: string;
};

export const MAX_SEARCH_LENGTH = 200;

/** The words of an order, or of what was typed, without marks and capitals: what is kept and what is looked for alike. */
export const searchTextOf = (...parts: readonly (string | number | null)[]): string =>
  parts
    .filter((part) => part !== null)
    .join(' ')
    .normalize('NFKC')
    .toLowerCase()
    // Small letters may be made of other parts than large ones.
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
