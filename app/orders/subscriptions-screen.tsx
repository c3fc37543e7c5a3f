import { formatErrorToast } from '#app/session/use-fail-toast.ts';
import { ErrorState } from '#app/ui/load-failure.tsx';
import { PriceDisplay } from '#app/ui/price-flags.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { BuyerSubscription } from '#domain/buyer-subscription.ts';
import type { RpcContract } from '#domain/calls.ts';

import { NoResults, PageOutOfRange, ListEmptyState } from './list-blank.tsx';
import { ListPagination } from './list-pager.tsx';
import { OrdersTabs } from './orders-tabs.tsx';
import { SubscriptionFilters } from './subscription-filters.tsx';
import { SubscriptionTable } from './subscription-table.tsx';
import {
  toSubscriptionSearchParams,
  SUBSCRIPTION_PARAMS_CODEC,
  type SubscriptionListParams,
} from './subscription-wish.ts';
import { usePolledList, type PolledList } from './use-asked-list.ts';
import { useListParams, type ListParamsState } from './use-list-wish.ts';

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
