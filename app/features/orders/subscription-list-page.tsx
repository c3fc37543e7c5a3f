import { useState } from 'react';
import { Link } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { SearchField, StateFilter } from '#app/components/list-filters.tsx';
import { PageHeader } from '#app/components/page-header.tsx';
import { PriceDisplay } from '#app/components/price-display.tsx';
import { Table, type TableColumn } from '#app/components/table.tsx';
import { formatCount } from '#app/components/utils/reader-formats.ts';
import { formatMoney } from '#app/lib/format-money.ts';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import {
  choiceParam,
  createUrlCodec,
  PAGE_PARAM,
  urlParam,
  useListUrlState,
  type ListUrlState,
  type UrlStateCodec,
} from '#app/lib/url-state.ts';
import { orderMessages, subscriptionMessages } from '#content/messages/orders.ts';
import type { BuyerSubscriptionState, BuyerSubscription } from '#domain/buyer-subscription.ts';
import { MAX_SEARCH_LENGTH } from '#domain/order-filter.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import {
  SUBSCRIPTION_STATE_BADGES,
  getBuyerName,
  getUnnamedBuyerLabel,
  BILLING_SUFFIXES,
  describeNextStep,
  describePayments,
} from './order-display.ts';
import { NoResults, PageOutOfRange, ListEmptyState, ListPagination, OrdersTabs } from './order-list-elements.tsx';
import { SubscriptionActions } from './subscription-actions.tsx';

const messages = subscriptionMessages.list;

function Buyer({ subscription }: { subscription: BuyerSubscription }) {
  const { orderId, orderNumber, buyerName, email } = subscription;
  const name = getBuyerName(subscription) ?? getUnnamedBuyerLabel({ anonymized: orderId !== null });
  return (
    <>
      {orderId ? (
        <Link to={`/orders/${orderId}`} dir="auto">
          {name}
          {orderNumber !== null && <span className="vh">{orderMessages.linkSuffix({ number: orderNumber })}</span>}
        </Link>
      ) : (
        <span dir="auto">{name}</span>
      )}
      {buyerName && email && <div className="order-table__email small faint">{email}</div>}
    </>
  );
}

const COLUMNS: TableColumn<BuyerSubscription>[] = [
  {
    header: messages.columns.buyer,
    className: 'subscription-table__buyer',
    render: (subscription) => <Buyer subscription={subscription} />,
  },
  {
    header: messages.columns.product,
    className: 'subscription-table__product',
    render: ({ productName }) => <span dir="auto">{productName}</span>,
  },
  {
    header: messages.columns.state,
    className: 'subscription-table__state',
    render: ({ state }) => <Badge {...SUBSCRIPTION_STATE_BADGES[state]} />,
  },
  {
    header: messages.columns.nextStep,
    className: 'subscription-table__next',
    render: (subscription) => {
      const { first, after } = describeNextStep(subscription);
      return (
        <>
          {first}
          {after && <div className="small faint">{after}</div>}
        </>
      );
    },
  },
  {
    header: messages.columns.amount,
    align: 'right',
    className: 'subscription-table__amount amt',
    render: ({ amount, currency, billing }) => (
      <>
        {formatMoney(amount, currency)}
        <div className="small faint">{BILLING_SUFFIXES[billing]}</div>
      </>
    ),
  },
  {
    header: messages.columns.net,
    align: 'right',
    className: 'subscription-table__paid amt',
    render: (subscription) => {
      const { net, count } = describePayments(subscription);
      return (
        <>
          {net}
          <div className="small faint">{count}</div>
        </>
      );
    },
  },
  {
    header: messages.columns.actions,
    isHeaderHidden: true,
    className: 'subscription-table__actions',
    render: (subscription) => <SubscriptionActions subscription={subscription} />,
  },
];

const FILTER_STATES = ['active', 'ending', 'overdue', 'ended'] as const satisfies readonly BuyerSubscriptionState[];

const STATE_OPTIONS = [
  { value: null, label: messages.allStates },
  ...FILTER_STATES.map((value) => ({ value, label: SUBSCRIPTION_STATE_BADGES[value].label })),
];

const URL_CODEC = createUrlCodec({
  search: urlParam('q', '', (text) => text.slice(0, MAX_SEARCH_LENGTH)),
  state: choiceParam('state', FILTER_STATES, null),
  page: PAGE_PARAM,
});

type SubscriptionListParams = typeof URL_CODEC.defaults;

const LIST_CODEC: UrlStateCodec<SubscriptionListParams> & typeof URL_CODEC = {
  ...URL_CODEC,
  withChange: (params, change) => ({ ...params, page: 1, ...change }),
};

type Props = Pick<ListUrlState<SubscriptionListParams>, 'params' | 'searchText' | 'setSearchText' | 'change'>;

/** Search and filters of the subscription list. The URL stores all of them. */
const SubscriptionFilters = ({ params, searchText, setSearchText, change }: Props) => (
  <div className="order-filters" role="search">
    <SearchField
      className="order-filters__search"
      aria-label={messages.search.label}
      placeholder={messages.search.placeholder}
      maxLength={MAX_SEARCH_LENGTH}
      value={searchText}
      onValueChange={setSearchText}
    />
    <StateFilter
      className="order-filters__states"
      options={STATE_OPTIONS}
      value={params.state}
      onChange={(state) => change({ state })}
    />
  </div>
);

type ListBodyProps = {
  list: RpcContract['list-buyer-subscriptions']['response'];
  isStale: boolean;
  listParams: ListUrlState<SubscriptionListParams>;
};

function SubscriptionListBody({ list, isStale, listParams: { params, clear } }: ListBodyProps) {
  if (list.count === 0) return <NoResults messages={messages.noMatches} search={params.search} onClear={clear} />;
  if (list.subscriptions.length === 0)
    return (
      <PageOutOfRange
        messages={messages.beyondEnd}
        firstPageParams={URL_CODEC.toSearchParams({ ...params, page: 1 })}
      />
    );
  return (
    <>
      <Table
        caption={messages.caption}
        className="subs"
        columns={COLUMNS}
        rows={list.subscriptions}
        getKey={({ id }) => id}
        isStale={isStale}
      />
      <div className="order-list__footer">
        <ListPagination
          messages={messages.pagination}
          list={list}
          shownCount={list.subscriptions.length}
          getPageParams={(page) => URL_CODEC.toSearchParams({ ...params, page })}
        />
      </div>
    </>
  );
}

const POLL_INTERVAL_MS = 30_000;

/** Buyers' subscriptions, newest first. */
export function SubscriptionListPage() {
  const listParams = useListUrlState(LIST_CODEC);
  const { search, state, page } = listParams.params;
  const query = useRpcQuery(
    'list-buyer-subscriptions',
    {
      ...(search.trim() ? { search: search.trim() } : {}),
      ...(state ? { state } : {}),
      ...(page > 1 ? { page } : {}),
    },
    { refetchInterval: POLL_INTERVAL_MS },
  );
  const { data, isPlaceholderData } = query;
  // Stays while another list loads or fails to load, so that the filters stay on the screen.
  const [hasSubscriptions, setHasSubscriptions] = useState<boolean | null>(null);
  if (data && data.any !== hasSubscriptions) setHasSubscriptions(data.any);
  const hasFilters = search !== '' || state !== null;
  const list = (
    <QueryBoundary query={query} errorTitle={messages.loadError} rows={6}>
      {(loadedList) => <SubscriptionListBody list={loadedList} isStale={isPlaceholderData} listParams={listParams} />}
    </QueryBoundary>
  );
  return (
    <>
      <PageHeader title={messages.title} />
      <OrdersTabs />
      {hasSubscriptions === null && list}
      {hasSubscriptions === false && (
        <ListEmptyState messages={messages.empty} illustration={<PriceDisplay text="0" size="2.25rem" />} />
      )}
      {hasSubscriptions && (
        <div className="sheet">
          <SubscriptionFilters {...listParams} />
          <p className="vh" role="status">
            {hasFilters &&
              data &&
              !isPlaceholderData &&
              messages.found({ count: data.count, text: formatCount(data.count) })}
          </p>
          {list}
        </div>
      )}
    </>
  );
}
