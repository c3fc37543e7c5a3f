import type { BuyerSubscriptionState } from '#domain/buyer-subscription.ts';
import { MAX_SEARCH_LENGTH } from '#domain/order-filter.ts';

import { pageNumberFrom } from './page-number.ts';
import type { WishWays } from './use-list-wish.ts';

export const SHOWN_STATES = [
  'active',
  'ending',
  'overdue',
  'ended',
] as const satisfies readonly BuyerSubscriptionState[];

/** List params in the URL. Unknown values are ignored, so every URL works. */
export type SubscriptionWish = { search: string; state: BuyerSubscriptionState | null; page: number };

export const NO_WISH: SubscriptionWish = { search: '', state: null, page: 1 };

export const subscriptionWishFrom = (address: URLSearchParams): SubscriptionWish => ({
  search: (address.get('q') ?? '').slice(0, MAX_SEARCH_LENGTH),
  state: SHOWN_STATES.find((state) => state === address.get('state')) ?? null,
  page: pageNumberFrom(address.get('page')),
});

export function addressOfWish({ search, state, page }: SubscriptionWish): URLSearchParams {
  const address = new URLSearchParams();
  if (search) address.set('q', search);
  if (state) address.set('state', state);
  if (page > 1) address.set('page', String(page));
  return address;
}

export const SUBSCRIPTION_WISH: WishWays<SubscriptionWish> = {
  from: subscriptionWishFrom,
  addressOf: addressOfWish,
  changed: (wish, change) => ({ ...wish, page: 1, ...change }),
  none: NO_WISH,
};
