import { and, eq, gte, inArray, isNotNull, lt, lte, sql, type SQL } from 'drizzle-orm';

import type { Mode } from '#domain/mode.ts';
import { searchTextOf, type OrderFilter, type OrderFilterState } from '#domain/order-filter.ts';

import { orders } from './schema-money.ts';

/** Whose orders, and which of them. `upTo`: none with a higher number. */
export type OrderWish = { sellerId: string; mode: Mode; filter: OrderFilter; upTo: number };

const DAY_MS = 86_400_000;
/** Of more words the longest count: the others hardly narrow anything any more. */
const MOST_WORDS = 10;

const STATES: Record<OrderFilterState, SQL | undefined> = {
  pending: eq(orders.state, 'pending'),
  failed: eq(orders.state, 'failed'),
  paid: eq(orders.state, 'paid'),
  refunded: inArray(orders.state, ['partly_refunded', 'refunded']),
  disputed: isNotNull(orders.dispute),
};

export const ofSeller = (sellerId: string, mode: Mode): SQL | undefined =>
  and(eq(orders.mode, mode), eq(orders.sellerId, sellerId));

export function matching({ sellerId, mode, filter, upTo }: OrderWish): SQL | undefined {
  const { search, state, pageId, coupon, from, to } = filter;
  return and(
    ofSeller(sellerId, mode),
    lte(orders.number, upTo),
    state && STATES[state],
    pageId === undefined ? undefined : eq(orders.pageId, pageId),
    coupon === undefined ? undefined : eq(orders.couponCode, coupon),
    from === undefined ? undefined : gte(orders.createdAt, startOf(from)),
    to === undefined ? undefined : lt(orders.createdAt, new Date(startOf(to).getTime() + DAY_MS)),
    search === undefined ? undefined : foundBy(search),
  );
}

const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Whether anything is looked for: blanks are not. */
export const isSearched = ({ search }: OrderFilter): boolean => search !== undefined && search.trim() !== '';

/** By the beginnings of words. What was typed is cut into words before it becomes a query: none of it is syntax. */
export function foundBy(search: string): SQL | undefined {
  if (!isSearched({ search })) return undefined;
  const words = [...new Set(searchTextOf(search).split(' '))].filter(Boolean);
  if (words.length === 0) return sql`false`;
  const longest = words.toSorted((one, other) => other.length - one.length).slice(0, MOST_WORDS);
  const query = longest.map((word) => `'${word}':*`).join(' & ');
  return sql`to_tsvector('simple', ${orders.search}) @@ to_tsquery('simple', ${query})`;
}
