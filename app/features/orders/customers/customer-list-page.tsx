import { ArrowDownWideNarrow, Repeat2 } from 'lucide-react';
import { Link, useLocation } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { SearchField } from '#app/components/list-filters.tsx';
import { PageHeader } from '#app/components/page-header.tsx';
import { PriceDisplay } from '#app/components/price-display.tsx';
import { FilterSelect } from '#app/components/select.tsx';
import type { TableColumn } from '#app/components/table.tsx';
import { formatCount, formatDay } from '#app/components/utils/reader-formats.ts';
import { formatMoney } from '#app/lib/format-money.ts';
import { LIST_POLL_INTERVAL_MS, ListPage } from '#app/lib/list-page.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import {
  choiceParam,
  createUrlCodec,
  optionalParam,
  PAGE_PARAM,
  urlParam,
  useListUrlState,
  type ListUrlState,
} from '#app/lib/url-state.ts';
import { customerMessages } from '#content/messages/customers.ts';
import { CUSTOMER_SORTS, type Customer } from '#domain/customer.ts';
import { MAX_SEARCH_LENGTH } from '#domain/order-filter.ts';

import { getCountryName } from '../order-display.ts';
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

const URL_CODEC = createUrlCodec(
  {
    search: urlParam('q', '', (text) => text.slice(0, MAX_SEARCH_LENGTH)),
    sort: choiceParam('sort', CUSTOMER_SORTS, 'recent'),
    page: PAGE_PARAM,
    /** Number of the newest order when the seller left the first page; null on the first page. */
    upTo: optionalParam('upto', (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)),
  },
  { page: 1, upTo: null },
);

type CustomerListParams = typeof URL_CODEC.defaults;

const SORT_OPTIONS = CUSTOMER_SORTS.map((value) => ({ value: value as string, label: messages.sort.options[value] }));

type FilterProps = Pick<ListUrlState<CustomerListParams>, 'params' | 'searchText' | 'setSearchText' | 'change'>;

/** Search and sort order of the list. The URL stores both. */
const CustomerFilters = ({ params, searchText, setSearchText, change }: FilterProps) => (
  <div className="list-filters" role="search">
    <SearchField
      className="list-filters__search"
      aria-label={messages.search.label}
      placeholder={messages.search.placeholder}
      maxLength={MAX_SEARCH_LENGTH}
      value={searchText}
      onValueChange={setSearchText}
    />
    <div className="list-filters__selects">
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

/** The seller's customers. The URL stores search, sort order and page. */
export function CustomerListPage() {
  const listParams = useListUrlState(URL_CODEC);
  const { params, clear } = listParams;
  const { sort, page, upTo } = params;
  const search = params.search.trim();
  const query = useRpcQuery(
    'list-customers',
    {
      ...(search ? { search } : {}),
      ...(sort === 'recent' ? {} : { sort }),
      ...(page > 1 ? { page } : {}),
      ...(upTo === null ? {} : { upTo }),
    },
    { refetchInterval: LIST_POLL_INTERVAL_MS },
  );
  const { data } = query;
  return (
    <>
      <PageHeader title={messages.title}>
        {data?.any && <ExportCustomersButton search={search} count={data.count} />}
      </PageHeader>
      <ListPage
        messages={messages}
        query={query}
        skeletonRows={8}
        hasEntries={({ any }) => any}
        illustration={<PriceDisplay text="0" size="2.25rem" />}
        filters={() => <CustomerFilters {...listParams} />}
        hasFilters={search !== ''}
        search={params.search}
        onClearFilters={clear}
        table={{
          className: 'orders customers',
          columns: COLUMNS,
          getRows: ({ customers }) => customers,
          getKey: ({ id }) => id,
        }}
        // Later pages stay stable: they exclude orders that are newer than `upTo`.
        getPageParams={(target, list) =>
          URL_CODEC.toSearchParams({ ...params, page: target, upTo: target > 1 ? list.upTo : null })
        }
      />
    </>
  );
}
