import { Search } from 'lucide-react';

import { MAX_SEARCH_LENGTH } from '#domain/order-filter.ts';

import { SUBSCRIPTION_LOOKS } from './subscription-look.ts';
import { SHOWN_STATES } from './subscription-wish.ts';
import type { SubscriptionWish } from './subscription-wish.ts';
import type { Wishing } from './use-list-wish.ts';

type Props = Pick<Wishing<SubscriptionWish>, 'wish' | 'typed' | 'setTyped' | 'change'>;

/** Search and filters of the subscription list. The URL stores all of them. */
export function SubscriptionFilters({ wish, typed, setTyped, change }: Props) {
  return (
    <div className="order-filters" role="search">
      <div className="order-search">
        <Search className="i" aria-hidden="true" />
        <input
          className="in"
          type="search"
          aria-label="Search subscriptions"
          placeholder="Name, email, product or order"
          value={typed}
          maxLength={MAX_SEARCH_LENGTH}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <div className="order-chips" role="group" aria-label="State">
        {([null, ...SHOWN_STATES] as const).map((state) => (
          <button
            key={state ?? 'all'}
            type="button"
            className="chip"
            aria-pressed={wish.state === state}
            onClick={() => change({ state })}
          >
            {state ? SUBSCRIPTION_LOOKS[state].label : 'All'}
          </button>
        ))}
      </div>
    </div>
  );
}
