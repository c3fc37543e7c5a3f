import type { BuyerSubscriptionState } from '#domain/buyer-subscription.ts';
import { MAX_SEARCH_LENGTH } from '#domain/order-filter.ts';

import { parsePageNumber, type ListParamsCodec } from './use-list-params.ts';

export const FILTER_STATES = [
  'active',
  'ending',
  'overdue',
  'ended',
] as const satisfies readonly BuyerSubscriptionState[];

/** List params in the URL. Unknown values are ignored, so every URL works. */
export type SubscriptionListParams = { search: string; state: BuyerSubscriptionState | null; page: number };

export const NO_SUBSCRIPTION_PARAMS: SubscriptionListParams = { search: '', state: null, page: 1 };

export const parseSubscriptionListParams = (searchParams: URLSearchParams): SubscriptionListParams => ({
  search: (searchParams.get('q') ?? '').slice(0, MAX_SEARCH_LENGTH),
  state: FILTER_STATES.find((state) => state === searchParams.get('state')) ?? null,
  page: parsePageNumber(searchParams.get('page')),
});

export function toSubscriptionSearchParams({ search, state, page }: SubscriptionListParams): URLSearchParams {
  const searchParams = new URLSearchParams();
  if (search) searchParams.set('q', search);
  if (state) searchParams.set('state', state);
  if (page > 1) searchParams.set('page', String(page));
  return searchParams;
}

export const SUBSCRIPTION_PARAMS_CODEC: ListParamsCodec<SubscriptionListParams> = {
  parse: parseSubscriptionListParams,
  toSearchParams: toSubscriptionSearchParams,
  withChange: (params, change) => ({ ...params, page: 1, ...change }),
  defaults: NO_SUBSCRIPTION_PARAMS,
};
