import { and, count, desc, eq, gte, inArray, isNotNull, lt, lte, sql, type SQL } from 'drizzle-orm';

import type { Mode } from '#domain/mode.ts';
import { searchTextOf, type OrderFilter, type OrderFilterState } from '#domain/order-filter.ts';

import type { Db } from './client.ts';
import { orders } from './schema-money.ts';

/** Query for a seller's orders. `upTo`: the highest order number included. */
export type OrderWish = {
  sellerId: string;
  mode: Mode;
  filter: Omit<OrderFilter, 'search'>;
  upTo: number;
  /** Search words; null: no search. */
  words: Words | null;
};

/** Words matched by prefix; all must match. `common`: many of the seller's orders match them. */
type Words = { list: readonly string[]; common: boolean };

const DAY_MS = 86_400_000;
/** Maximum search words; the longest are kept, since more hardly narrow the result. */
const MOST_WORDS = 10;
/** Size of the sample of newest orders, and the matches in it that make words common. */
const SAMPLE = 200;
const COMMON_FROM = 10;

const STATES: Record<OrderFilterState, SQL | undefined> = {
  pending: eq(orders.state, 'pending'),
  failed: eq(orders.state, 'failed'),
  paid: eq(orders.state, 'paid'),
  refunded: inArray(orders.state, ['partly_refunded', 'refunded']),
  disputed: isNotNull(orders.dispute),
};

export const ofSeller = (sellerId: string, mode: Mode): SQL | undefined =>
  and(eq(orders.mode, mode), eq(orders.sellerId, sellerId));

export function matching({ sellerId, mode, filter, upTo, words }: OrderWish): SQL | undefined {
  const { state, pageId, coupon, from, to } = filter;
  return and(
    ofSeller(sellerId, mode),
    lte(orders.number, upTo),
    state && STATES[state],
    pageId === undefined ? undefined : eq(orders.pageId, pageId),
    coupon === undefined ? undefined : eq(orders.couponCode, coupon),
    from === undefined ? undefined : gte(orders.createdAt, startOf(from)),
    to === undefined ? undefined : lt(orders.createdAt, new Date(startOf(to).getTime() + DAY_MS)),
    words ? foundBy(words) : undefined,
  );
}

const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/**
 * The word index is fast for words of few orders. For common words a scan is faster, because the index also returns the
 * orders of all other sellers. Words contain letters and digits only, so they need no escaping in the tsquery.
 */
function foundBy({ list, common }: Words): SQL | undefined {
  if (list.length === 0) return sql`false`;
  if (common) return hasEach(list);
  const query = list.map((word) => `'${word}':*`).join(' & ');
  return sql`to_tsvector('simple', ${orders.search}) @@ to_tsquery('simple', ${query})`;
}

/** Avoids `like`, whose selectivity the planner underestimates: it would collect all orders before sorting. */
const hasEach = (list: readonly string[]): SQL | undefined =>
  and(...list.map((word) => sql`strpos(' ' || ${orders.search}, ${` ${word}`}) > 0`));

/** Splits the search input into words; null for a blank input. */
function wordsOf(search: string): string[] | null {
  if (search.trim() === '') return null;
  const words = [...new Set(searchTextOf(search).split(' '))].filter(Boolean);
  return words.toSorted((one, other) => other.length - one.length).slice(0, MOST_WORDS);
}

type Asked = { sellerId: string; mode: Mode; filter: OrderFilter; upTo: number };

/** Builds the query of a list; a sample of the newest orders shows whether the words are common. */
export async function orderWish(db: Db, { filter, ...whose }: Asked): Promise<OrderWish> {
  const { search = '', ...narrowed } = filter;
  const list = wordsOf(search);
  if (!list) return { ...whose, filter: narrowed, words: null };
  const common = list.length > 0 && (await areCommon(db, whose, list));
  return { ...whose, filter: narrowed, words: { list, common } };
}

async function areCommon(
  db: Db,
  { sellerId, mode }: Pick<Asked, 'sellerId' | 'mode'>,
  list: readonly string[],
): Promise<boolean> {
  const newest = db
    .select({ search: orders.search })
    .from(orders)
    .where(ofSeller(sellerId, mode))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(SAMPLE)
    .as('orders');
  const [row] = await db.select({ count: count() }).from(newest).where(hasEach(list));
  return (row?.count ?? 0) >= COMMON_FROM;
}
