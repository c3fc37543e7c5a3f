import { Search } from 'lucide-react';

import { ErrorState } from '#app/components/error-state.tsx';
import { PriceDisplay } from '#app/components/price-display.tsx';
import { Skeleton } from '#app/components/skeleton.tsx';
import { formatErrorToast } from '#app/lib/use-error-toast.ts';
import type { BuyerSubscription } from '#domain/buyer-subscription.ts';
import { MAX_SEARCH_LENGTH } from '#domain/order-filter.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import { SUBSCRIPTION_STATE_BADGES } from './order-display.ts';
import { NoResults, PageOutOfRange, ListEmptyState, ListPagination, OrdersTabs } from './order-list-elements.tsx';
import {
  toSubscriptionSearchParams,
  SUBSCRIPTION_PARAMS_CODEC,
  type SubscriptionListParams,
  FILTER_STATES,
} from './subscription-list-params.ts';
import { SubscriptionTable } from './subscription-table.tsx';
import { useListParams, type ListParamsState } from './use-list-params.ts';
import { usePolledList, type PolledList } from './use-polled-list.ts';

type Props = Pick<ListParamsState<SubscriptionListParams>, 'params' | 'searchText' | 'setSearchText' | 'change'>;

/** Search and filters of the subscription list. The URL stores all of them. */
function SubscriptionFilters({ params, searchText, setSearchText, change }: Props) {
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

const LOAD_ERROR_TITLE = 'Your buyers’ subscriptions could not be loaded';

type SubscriptionList = RpcContract['list-buyer-subscriptions']['response'];
type ListProps = {
  polledList: PolledList<SubscriptionList>;
  listParams: ListParamsState<SubscriptionListParams>;
};

const replaceRow = (list: SubscriptionList, row: BuyerSubscription): SubscriptionList => ({
  ...list,
  subscriptions: list.subscriptions.map((subscription) => (subscription.id === row.id ? row : subscription)),
});

function SubscriptionListBody({ polledList, listParams: { params, clear } }: ListProps) {
  const { list, isStale, error, refetch, retry, update: alter } = polledList;
  if (error !== null)
    return (
      <ErrorState
        title={LOAD_ERROR_TITLE}
        description={formatErrorToast(error, LOAD_ERROR_TITLE).message}
        onRetry={retry}
      />
    );
  if (!list) return null;
  if (list.count === 0) return <NoResults entryName="subscription" search={params.search} onClear={clear} />;
  if (list.subscriptions.length === 0)
    return (
      <PageOutOfRange firstPageParams={toSubscriptionSearchParams({ ...params, page: 1 })} label="To the newest" />
    );
  return (
    <>
      <SubscriptionTable
        subscriptions={list.subscriptions}
        isStale={isStale}
        onChanged={(row) => alter((previous) => replaceRow(previous, row))}
        onStale={refetch}
      />
      <div className="order-foot">
        <ListPagination
          nouns={['subscription', 'subscriptions']}
          list={list}
          shownCount={list.subscriptions.length}
          getPageParams={(page) => toSubscriptionSearchParams({ ...params, page })}
        />
      </div>
    </>
  );
}

/** Buyers' subscriptions, newest first. */
export function SubscriptionListPage() {
  const listParams = useListParams(SUBSCRIPTION_PARAMS_CODEC);
  const { search, state, page } = listParams.params;
  const polledList = usePolledList('list-buyer-subscriptions', {
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(state ? { state } : {}),
    ...(page > 1 ? { page } : {}),
  });
  const { list, isStale, error, retry } = polledList;
  const hasFilters = search !== '' || state !== null;
  return (
    <>
      <div className="ph">
        <h1 className="h1" tabIndex={-1}>
          Orders
        </h1>
      </div>
      <OrdersTabs />
      {!list && error === null && <Skeleton rows={6} />}
      {!list && error !== null && (
        <ErrorState
          title={LOAD_ERROR_TITLE}
          description={formatErrorToast(error, LOAD_ERROR_TITLE).message}
          onRetry={retry}
        />
      )}
      {list && !list.any && (
        <ListEmptyState illustration={<PriceDisplay text="0" size="2.25rem" />} title="Nobody subscribes yet">
          Set a page’s payment type to Subscription: whoever buys there stands here, with what was paid and what comes
          next.
        </ListEmptyState>
      )}
      {list?.any && (
        <div className="sheet">
          <SubscriptionFilters {...listParams} />
          <p className="vh" role="status">
            {hasFilters && !isStale && `${list.count} ${list.count === 1 ? 'subscription' : 'subscriptions'} found`}
          </p>
          <SubscriptionListBody polledList={polledList} listParams={listParams} />
        </div>
      )}
    </>
  );
}
