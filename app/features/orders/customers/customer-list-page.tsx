import { ArrowDownWideNarrow, Repeat2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { SearchField } from '#app/components/list-filters.tsx';
import { PageHeader } from '#app/components/page-header.tsx';
import { PriceDisplay } from '#app/components/price-display.tsx';
import { FilterSelect } from '#app/components/select.tsx';
import { Table, type TableColumn } from '#app/components/table.tsx';
import { formatCount, formatDay } from '#app/components/utils/reader-formats.ts';
import { formatMoney } from '#app/lib/format-money.ts';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import {
  choiceParam,
  createUrlCodec,
  optionalParam,
  PAGE_PARAM,
  urlParam,
  useListUrlState,
  type ListUrlState,
  type UrlStateCodec,
} from '#app/lib/url-state.ts';
import { customerMessages } from '#content/messages/customers.ts';
import { CUSTOMER_SORTS, type Customer } from '#domain/customer.ts';
import { MAX_SEARCH_LENGTH } from '#domain/order-filter.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import { getCountryName } from '../order-display.ts';
import { ListEmptyState, ListPagination, NoResults, PageOutOfRange } from '../order-list-elements.tsx';
import { ExportCustomersButton } from './export-customers-button.tsx';

const messages = customerMessages.list;

/** The link covers the whole row. */
function CustomerLink({ customer: { id, name, email } }: { customer: Customer }) {
  const { search } = useLocation();
  return (
    <>
      <Link className="order-table__link" to={`/customers/${id}`} state={{ list: search }} dir="auto">
        {name ?? email}
      </Link>
      {name && <div className="order-table__email small faint">{email}</div>}
    </>
  );
}

function OrderCount({ customer: { orderCount, activeSubscriptions } }: { customer: Customer }) {
  return (
    <div className="order-badges">
      <span className="num">{messages.orders({ count: orderCount, text: formatCount(orderCount) })}</span>
      {activeSubscriptions > 0 && (
        <Badge
          variant="mint"
          Icon={Repeat2}
          label={messages.subscriptions({ count: activeSubscriptions, text: formatCount(activeSubscriptions) })}
        />
      )}
    </div>
  );
}

const COLUMNS: TableColumn<Customer>[] = [
  {
    header: messages.columns.customer,
    className: 'customer-table__customer',
    render: (customer) => <CustomerLink customer={customer} />,
  },
  {
    header: messages.columns.country,
    className: 'customer-table__country',
    render: ({ country }) => country && getCountryName(country),
  },
  {
    header: messages.columns.orders,
    className: 'customer-table__orders',
    render: (customer) => <OrderCount customer={customer} />,
  },
  {
    header: messages.columns.first,
    className: 'customer-table__first',
    render: ({ firstOrderAt }) => <time dateTime={firstOrderAt}>{formatDay(firstOrderAt)}</time>,
  },
  {
    header: messages.columns.last,
    className: 'customer-table__last',
    render: ({ lastOrderAt }) => <time dateTime={lastOrderAt}>{formatDay(lastOrderAt)}</time>,
  },
  {
    header: messages.columns.spent,
    align: 'right',
    className: 'customer-table__spent amt',
    render: ({ totals }) => totals.map(({ currency, net }) => <div key={currency}>{formatMoney(net, currency)}</div>),
  },
];

const URL_CODEC = createUrlCodec({
  search: urlParam('q', '', (text) => text.slice(0, MAX_SEARCH_LENGTH)),
  sort: choiceParam('sort', CUSTOMER_SORTS, 'recent'),
  page: PAGE_PARAM,
  /** Number of the newest order when the seller left the first page; null on the first page. */
  upTo: optionalParam('upto', (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)),
});

type CustomerListParams = typeof URL_CODEC.defaults;

/** Changes return to the first page. */
const LIST_CODEC: UrlStateCodec<CustomerListParams> & typeof URL_CODEC = {
  ...URL_CODEC,
  withChange: (params, change) => ({ ...params, page: 1, upTo: null, ...change }),
};

const SORT_OPTIONS = CUSTOMER_SORTS.map((value) => ({ value: value as string, label: messages.sort.options[value] }));

type FilterProps = Pick<ListUrlState<CustomerListParams>, 'params' | 'searchText' | 'setSearchText' | 'change'>;

/** Search and sort order of the list. The URL stores both. */
const CustomerFilters = ({ params, searchText, setSearchText, change }: FilterProps) => (
  <div className="order-filters" role="search">
    <SearchField
      className="order-filters__search"
      aria-label={messages.search.label}
      placeholder={messages.search.placeholder}
      maxLength={MAX_SEARCH_LENGTH}
      value={searchText}
      onValueChange={setSearchText}
    />
    <div className="order-filters__selects">
      <FilterSelect
        label={messages.sort.label}
        Icon={ArrowDownWideNarrow}
        value={params.sort}
        options={SORT_OPTIONS}
        onChange={(sort) => change({ sort: CUSTOMER_SORTS.find((candidate) => candidate === sort) ?? 'recent' })}
      />
    </div>
  </div>
);

type ListBodyProps = {
  list: RpcContract['list-customers']['response'];
  isStale: boolean;
  listParams: ListUrlState<CustomerListParams>;
};

function CustomerListBody({ list, isStale, listParams: { params, clear } }: ListBodyProps) {
  if (list.count === 0) return <NoResults messages={messages.noMatches} search={params.search} onClear={clear} />;
  // Later pages stay stable: they exclude orders that are newer than `upTo`.
  const getPageParams = (page: number) =>
    URL_CODEC.toSearchParams({ ...params, page, upTo: page > 1 ? list.upTo : null });
  if (list.customers.length === 0)
    return <PageOutOfRange messages={messages.beyondEnd} firstPageParams={getPageParams(1)} />;
  return (
    <>
      <Table
        caption={messages.caption}
        className="orders customers"
        columns={COLUMNS}
        rows={list.customers}
        getKey={({ id }) => id}
        isStale={isStale}
      />
      <div className="order-list__footer">
        <ListPagination
          messages={messages.pagination}
          list={list}
          shownCount={list.customers.length}
          getPageParams={getPageParams}
        />
      </div>
    </>
  );
}

const POLL_INTERVAL_MS = 30_000;

/** The seller's customers. The URL stores search, sort order and page. */
export function CustomerListPage() {
  const listParams = useListUrlState(LIST_CODEC);
  const { sort, page, upTo } = listParams.params;
  const search = listParams.params.search.trim();
  const query = useRpcQuery(
    'list-customers',
    {
      ...(search ? { search } : {}),
      ...(sort === 'recent' ? {} : { sort }),
      ...(page > 1 ? { page } : {}),
      ...(upTo === null ? {} : { upTo }),
    },
    { refetchInterval: POLL_INTERVAL_MS },
  );
  const { data, isPlaceholderData } = query;
  // Stays while another list loads or fails to load, so that the filters stay on the screen.
  const [hasCustomers, setHasCustomers] = useState<boolean | null>(null);
  if (data && data.any !== hasCustomers) setHasCustomers(data.any);
  const list = (
    <QueryBoundary query={query} errorTitle={messages.loadError} rows={8}>
      {(loadedList) => <CustomerListBody list={loadedList} isStale={isPlaceholderData} listParams={listParams} />}
    </QueryBoundary>
  );
  return (
    <>
      <PageHeader title={messages.title}>
        {data?.any && <ExportCustomersButton search={search} count={data.count} />}
      </PageHeader>
      {hasCustomers === null && list}
      {hasCustomers === false && (
        <ListEmptyState messages={messages.empty} illustration={<PriceDisplay text="0" size="2.25rem" />} />
      )}
      {hasCustomers && (
        <div className="sheet">
          <CustomerFilters {...listParams} />
          <p className="vh" role="status">
            {search !== '' &&
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
