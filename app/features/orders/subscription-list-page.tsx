import { Link } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { SearchField, StateFilter } from '#app/components/list-filters.tsx';
import { PageHeader } from '#app/components/page-header.tsx';
import { PriceDisplay } from '#app/components/price-display.tsx';
import type { TableColumn } from '#app/components/table.tsx';
import { getBuyerName, getUnnamedBuyerLabel } from '#app/lib/buyer-name.ts';
import { formatMoney } from '#app/lib/format-money.ts';
import { LIST_POLL_INTERVAL_MS, ListPage } from '#app/lib/list-page.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import {
  choiceParam,
  createUrlCodec,
  PAGE_PARAM,
  urlParam,
  useListUrlState,
  type ListUrlState,
} from '#app/lib/url-state.ts';
import { getItemName } from '#content/messages/item-name.ts';
import { orderMessages } from '#content/messages/orders.ts';
import { subscriptionListMessages } from '#content/messages/subscription-list.ts';
import type { BuyerSubscriptionState, BuyerSubscription } from '#domain/buyer-subscription.ts';
import { MAX_SEARCH_LENGTH } from '#domain/order-filter.ts';

import {
  SUBSCRIPTION_STATE_BADGES,
  BILLING_SUFFIXES,
  describeNextStep,
  describePayments,
  getSubscriptionBadge,
} from './order-display.ts';
import { OrdersTabs } from './orders-tabs.tsx';
import { SubscriptionActions } from './subscription-actions.tsx';

const messages = subscriptionListMessages;

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
    render: ({ productName: name, quantity }) => <span dir="auto">{getItemName({ name, quantity })}</span>,
  },
  {
    header: messages.columns.state,
    className: 'subscription-table__state',
    render: (subscription) => <Badge {...getSubscriptionBadge(subscription)} />,
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

const FILTER_STATES = [
  'trialing',
  'active',
  'ending',
  'overdue',
  'ended',
] as const satisfies readonly BuyerSubscriptionState[];

const STATE_OPTIONS = [
  { value: null, label: messages.allStates },
  ...FILTER_STATES.map((value) => ({ value, label: SUBSCRIPTION_STATE_BADGES[value].label })),
];

const URL_CODEC = createUrlCodec(
  {
    search: urlParam('q', '', (text) => text.slice(0, MAX_SEARCH_LENGTH)),
    state: choiceParam('state', FILTER_STATES, null),
    page: PAGE_PARAM,
  },
  { page: 1 },
);

type SubscriptionListParams = typeof URL_CODEC.defaults;

type Props = Pick<ListUrlState<SubscriptionListParams>, 'params' | 'searchText' | 'setSearchText' | 'change'>;

/** Search and filters of the subscription list. The URL stores all of them. */
const SubscriptionFilters = ({ params, searchText, setSearchText, change }: Props) => (
  <div className="list-filters" role="search">
    <SearchField
      className="list-filters__search"
      aria-label={messages.search.label}
      placeholder={messages.search.placeholder}
      maxLength={MAX_SEARCH_LENGTH}
      value={searchText}
      onValueChange={setSearchText}
    />
    <StateFilter
      className="list-filters__states"
      options={STATE_OPTIONS}
      value={params.state}
      onChange={(state) => change({ state })}
    />
  </div>
);

/** Buyers' subscriptions, newest first. */
export function SubscriptionListPage() {
  const listParams = useListUrlState(URL_CODEC);
  const { params, clear } = listParams;
  const search = params.search.trim();
  const query = useRpcQuery(
    'list-buyer-subscriptions',
    {
      ...(search ? { search } : {}),
      ...(params.state ? { state: params.state } : {}),
      ...(params.page > 1 ? { page: params.page } : {}),
    },
    { refetchInterval: LIST_POLL_INTERVAL_MS },
  );
  return (
    <>
      <PageHeader title={messages.title} />
      <OrdersTabs />
      <ListPage
        messages={messages}
        query={query}
        skeletonRows={6}
        hasEntries={({ any }) => any}
        illustration={<PriceDisplay text="0" size="2.25rem" />}
        filters={() => <SubscriptionFilters {...listParams} />}
        hasFilters={search !== '' || params.state !== null}
        search={params.search}
        onClearFilters={clear}
        table={{
          className: 'subs',
          columns: COLUMNS,
          getRows: ({ subscriptions }) => subscriptions,
          getKey: ({ id }) => id,
        }}
        getPageParams={(page) => URL_CODEC.toSearchParams({ ...params, page })}
      />
    </>
  );
}
