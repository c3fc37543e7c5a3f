import { Search } from 'lucide-react';

import { MAX_SEARCH_LENGTH } from '#domain/order-filter.ts';

import { SUBSCRIPTION_STATE_BADGES } from './subscription-look.ts';
import { FILTER_STATES } from './subscription-wish.ts';
import type { SubscriptionListParams } from './subscription-wish.ts';
import type { ListParamsState } from './use-list-wish.ts';

type Props = Pick<ListParamsState<SubscriptionListParams>, 'params' | 'searchText' | 'setSearchText' | 'change'>;

/** Search and filters of the subscription list. The URL stores all of them. */
export function SubscriptionFilters({ params, searchText, setSearchText, change }: Props) {
  return (
    <div className="order-filters" role="search">
      <div className="order-search">
        <Search className="i" aria-hidden="true" />
        <input
          className="in"
          type="search"
          aria-label="Search subscriptions"
          placeholder="Name, email, product or order"
          value={searchText}
          maxLength={MAX_SEARCH_LENGTH}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setSearchText(event.target.value)}
        />
      </div>
      <div className="order-chips" role="group" aria-label="State">
        {([null, ...FILTER_STATES] as const).map((state) => (
          <button
            key={state ?? 'all'}
            type="button"
            className="chip"
            aria-pressed={params.state === state}
            onClick={() => change({ state })}
          >
            {state ? SUBSCRIPTION_STATE_BADGES[state].label : 'All'}
          </button>
        ))}
      </div>
    </div>
  );
}
