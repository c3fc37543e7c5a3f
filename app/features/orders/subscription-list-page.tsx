import { Search } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { PriceDisplay } from '#app/components/price-display.tsx';
import { Skeleton } from '#app/components/skeleton.tsx';
import { Table, type TableColumn } from '#app/components/table.tsx';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { useListUrlState, type ListUrlState, parsePageNumber, type UrlStateCodec } from '#app/lib/url-state.ts';
import type { BuyerSubscriptionState, BuyerSubscription } from '#domain/buyer-subscription.ts';
import { formatMoney } from '#domain/money.ts';
import { MAX_SEARCH_LENGTH } from '#domain/order-filter.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import {
  SUBSCRIPTION_STATE_BADGES,
  getBuyerName,
  BILLING_SUFFIXES,
  describeNextStep,
  describePayments,
} from './order-display.ts';
import { NoResults, PageOutOfRange, ListEmptyState, ListPagination, OrdersTabs } from './order-list-elements.tsx';
import { SubscriptionActions } from './subscription-actions.tsx';

function Buyer({ subscription }: { subscription: BuyerSubscription }) {
  const { orderId, orderNumber, buyerName, email } = subscription;
  const name = getBuyerName(subscription) ?? 'No email yet';
  return (
    <>
      {orderId ? (
        <Link to={`/orders/${orderId}`} dir="auto">
          {name}
          <span className="vh">, order {orderNumber}</span>
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
    header: 'Buyer',
    className: 'subscription-table__buyer',
    render: (subscription) => <Buyer subscription={subscription} />,
  },
  {
    header: 'Product',
    className: 'subscription-table__product',
    render: ({ productName }) => <span dir="auto">{productName}</span>,
  },
  {
    header: 'State',
    className: 'subscription-table__state',
    render: ({ state }) => <Badge {...SUBSCRIPTION_STATE_BADGES[state]} />,
  },
  {
    header: 'Next',
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
    header: 'Amount',
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
    header: 'Kept so far',
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
    header: 'What can be done',
    isHeaderHidden: true,
    className: 'subscription-table__actions',
    render: (subscription) => <SubscriptionActions subscription={subscription} />,
  },
];

type SubscriptionTableProps = { subscriptions: readonly BuyerSubscription[]; isStale: boolean };

const SubscriptionTable = ({ subscriptions, isStale }: SubscriptionTableProps) => (
  <Table
    caption="Buyers’ subscriptions, newest first"
    className="subs"
    columns={COLUMNS}
    rows={subscriptions}
    getKey={({ id }) => id}
    isStale={isStale}
  />
);

const FILTER_STATES = ['active', 'ending', 'overdue', 'ended'] as const satisfies readonly BuyerSubscriptionState[];

/** List params in the URL. Unknown values are ignored, so every URL works. */
type SubscriptionListParams = { search: string; state: BuyerSubscriptionState | null; page: number };

const NO_SUBSCRIPTION_PARAMS: SubscriptionListParams = { search: '', state: null, page: 1 };

const parseSubscriptionListParams = (searchParams: URLSearchParams): SubscriptionListParams => ({
  search: (searchParams.get('q') ?? '').slice(0, MAX_SEARCH_LENGTH),
  state: FILTER_STATES.find((state) => state === searchParams.get('state')) ?? null,
  page: parsePageNumber(searchParams.get('page')),
});

function toSubscriptionSearchParams({ search, state, page }: SubscriptionListParams): URLSearchParams {
  const searchParams = new URLSearchParams();
  if (search) searchParams.set('q', search);
  if (state) searchParams.set('state', state);
  if (page > 1) searchParams.set('page', String(page));
  return searchParams;
}

const SUBSCRIPTION_PARAMS_CODEC: UrlStateCodec<SubscriptionListParams> & { defaults: SubscriptionListParams } = {
  parse: parseSubscriptionListParams,
  toSearchParams: toSubscriptionSearchParams,
  withChange: (params, change) => ({ ...params, page: 1, ...change }),
  defaults: NO_SUBSCRIPTION_PARAMS,
};

type Props = Pick<ListUrlState<SubscriptionListParams>, 'params' | 'searchText' | 'setSearchText' | 'change'>;

/** Search and filters of the subscription list. The URL stores all of them. */
function SubscriptionFilters({ params, searchText, setSearchText, change }: Props) {
  return (
    <div className="order-filters" role="search">
      <div className="order-filters__search">
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
      <div className="order-filters__states" role="group" aria-label="State">
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

type ListBodyProps = {
  list: RpcContract['list-buyer-subscriptions']['response'];
  isStale: boolean;
  listParams: ListUrlState<SubscriptionListParams>;
};

function SubscriptionListBody({ list, isStale, listParams: { params, clear } }: ListBodyProps) {
  if (list.count === 0) return <NoResults entryName="subscription" search={params.search} onClear={clear} />;
  if (list.subscriptions.length === 0)
    return (
      <PageOutOfRange firstPageParams={toSubscriptionSearchParams({ ...params, page: 1 })} label="To the newest" />
    );
  return (
    <>
      <SubscriptionTable subscriptions={list.subscriptions} isStale={isStale} />
      <div className="order-list__footer">
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

const POLL_INTERVAL_MS = 30_000;

/** Buyers' subscriptions, newest first. */
export function SubscriptionListPage() {
  const listParams = useListUrlState(SUBSCRIPTION_PARAMS_CODEC);
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
    <QueryBoundary
      query={query}
      errorTitle="Your buyers’ subscriptions could not be loaded"
      skeleton={<Skeleton rows={6} />}
    >
      {(loadedList) => <SubscriptionListBody list={loadedList} isStale={isPlaceholderData} listParams={listParams} />}
    </QueryBoundary>
  );
  return (
    <>
      <div className="ph">
        <h1 className="h1" tabIndex={-1}>
          Orders
        </h1>
      </div>
      <OrdersTabs />
      {hasSubscriptions === null && list}
      {hasSubscriptions === false && (
        <ListEmptyState illustration={<PriceDisplay text="0" size="2.25rem" />} title="No subscriptions yet">
          Set a page’s payment type to Subscription. Each buyer’s subscription is listed here, with its payments and the
          next renewal.
        </ListEmptyState>
      )}
      {hasSubscriptions && (
        <div className="sheet">
          <SubscriptionFilters {...listParams} />
          <p className="vh" role="status">
            {hasFilters &&
              data &&
              !isPlaceholderData &&
              `${data.count} ${data.count === 1 ? 'subscription' : 'subscriptions'} found`}
          </p>
          {list}
        </div>
      )}
    </>
  );
}
