import type Stripe from 'stripe';

/** Returns the id of a reference, expanded or not. */
export const idOfReference = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/** Returns the expanded object, or null if the reference is only an id. */
export const expandedObject = <T extends object>(reference: string | T | null | undefined): T | null =>
  typeof reference === 'object' ? reference : null;

export const dateOf = (seconds: number): Date => new Date(seconds * 1000);

/** When a subscription ends. Stripe reports a date or a flag, depending on how it was canceled. */
export function cancellationDate(
  { cancel_at: cancelAt, cancel_at_period_end: endsAtPeriodEnd }: Stripe.Subscription,
  periodEnd: Date | null,
): Date | null {
  if (cancelAt !== null) return dateOf(cancelAt);
  return endsAtPeriodEnd ? periodEnd : null;
}

/** Cursor of a page of a Stripe list. */
type Cursor = { limit: number; starting_after?: string };
/** One page of a Stripe list, newest first. */
type Page<T> = { data: T[]; has_more: boolean };
export type FetchPage<T> = (cursor: Cursor) => Promise<Page<T>>;

export const PAGE_SIZE = 100;

/** Yields the pages of a Stripe list one after another, at most `maxPages`. */
export async function* fetchPages<T extends { id: string }>(
  fetchPage: FetchPage<T>,
  maxPages = Infinity,
): AsyncGenerator<Page<T>> {
  let lastId: string | undefined;
  for (let pages = 0; pages < maxPages; pages++) {
    const page = await fetchPage({ limit: PAGE_SIZE, ...(lastId && { starting_after: lastId }) });
    yield page;
    lastId = page.data.at(-1)?.id;
    if (!page.has_more || !lastId) return;
  }
}

/** Ids of the products that checkouts create on a seller's account begin with this. */
export const OWN_PRODUCT_PREFIX = 'tw_';
