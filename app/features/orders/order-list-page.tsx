import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';

import { ErrorState } from '#app/components/error-state.tsx';
import { PriceDisplay } from '#app/components/price-display.tsx';
import { Skeleton } from '#app/components/skeleton.tsx';
import { formatCount } from '#app/components/utils/format.ts';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { formatErrorToast } from '#app/lib/use-error-toast.ts';
import { SINGLE_KEY_SHORTCUTS_OFF, useStoredFlag } from '#app/lib/use-stored-flag.ts';
import { formatMoney } from '#domain/money.ts';
import type { OrderTotals } from '#domain/order.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import { ExportOrdersButton } from './export-orders-button.tsx';
import { OrderFilters } from './order-filters.tsx';
import { NoResults, PageOutOfRange, ListEmptyState, ListPagination, OrdersTabs } from './order-list-elements.tsx';
import {
  toOrderSearchParams,
  changeOrderParams,
  toOrderFilter,
  hasFilters,
  ORDER_PARAMS_CODEC,
  type OrderListParams,
} from './order-list-params.ts';
import { OrderTable } from './order-table.tsx';
import { useListParams, type ListParamsState } from './use-list-params.ts';
import { useListShortcuts } from './use-list-shortcuts.ts';
import { usePolledList } from './use-polled-list.ts';

function TotalItem({
  label,
  amount,
  currency,
  isDeduction,
}: {
  label: string;
  amount: number;
  currency: string;
  isDeduction?: boolean;
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={isDeduction && amount > 0 ? 'num neg' : 'num'}>
        {formatMoney(isDeduction ? -amount : amount, currency)}
      </dd>
    </div>
  );
}

/** Totals of the filtered orders across all pages, per currency. */
function OrderTotalsList({ totals }: { totals: readonly OrderTotals[] }) {
  return (
    <ul className="order-sums small" aria-label="What these orders come to">
      {totals.map(({ currency, count, received, refunded, lost, net }) => (
        <li key={currency}>
          <span className="muted num">
            {formatCount(count)} {count === 1 ? 'order' : 'orders'} in {currency}
          </span>
          <dl>
            <TotalItem label="Received" amount={received} currency={currency} />
            <TotalItem label="Refunded" amount={refunded} currency={currency} isDeduction />
            {lost > 0 && <TotalItem label="Lost to disputes" amount={lost} currency={currency} isDeduction />}
            <TotalItem label="Net" amount={net} currency={currency} />
          </dl>
        </li>
      ))}
    </ul>
  );
}

type Props = { params: OrderListParams; list: RpcContract['list-orders']['response'] };

/** Pagination of orders. Later pages stay stable: they exclude orders that are newer than `upTo`. */
function OrderPagination({ params, list }: Props) {
  const { orders, page, pages, totals, last } = list;
  const upTo = params.upTo ?? last;
  const newerCount = page > 1 ? last - upTo : 0;
  // The totals already show the count.
  if (pages === 1 && page === 1 && totals.length === 1) return null;
  const getPageParams = (targetPage: number) =>
    toOrderSearchParams({ ...params, page: targetPage, upTo: targetPage > 1 ? upTo : null });
  return (
    <ListPagination nouns={['order', 'orders']} list={list} shownCount={orders.length} getPageParams={getPageParams}>
      {newerCount > 0 && (
        <>
          {' · '}
          <Link className="link" to={`?${getPageParams(1).toString()}`}>
            {formatCount(newerCount)} newer {newerCount === 1 ? 'order' : 'orders'} since
          </Link>
        </>
      )}
    </ListPagination>
  );
}

const LOAD_ERROR_TITLE = 'Your orders could not be loaded';

type OrderList = RpcContract['list-orders']['response'];
type ListProps = { list: OrderList; isStale: boolean; listParams: ListParamsState<OrderListParams> };

function OrderListBody({ list, isStale, listParams: { params, clear } }: ListProps) {
  if (list.count === 0)
    return (
      <NoResults entryName="order" search={params.search} onClear={clear}>
        <p className="muted small">
          Searched are name, email, product and number of the orders that the other choices leave.
        </p>
      </NoResults>
    );
  if (list.orders.length === 0)
    return (
      <PageOutOfRange
        firstPageParams={toOrderSearchParams(changeOrderParams(params, {}))}
        label="To the newest orders"
      />
    );
  return (
    <>
      <OrderTable orders={list.orders} isStale={isStale} />
      <div className="order-foot">
        <OrderTotalsList totals={list.totals} />
        <OrderPagination params={params} list={list} />
      </div>
    </>
  );
}

/** Announces the number of results after the filters change. */
function ResultCountAnnouncement({
  list,
  isStale,
  isAnnounced,
}: {
  list: OrderList;
  isStale: boolean;
  isAnnounced: boolean;
}) {
  const text = `${formatCount(list.count)} ${list.count === 1 ? 'order' : 'orders'} found`;
  return (
    <p className="vh" role="status">
      {isAnnounced && !isStale && text}
    </p>
  );
}

/** Order list, newest first. The URL stores filters and page. */
export function OrderListPage() {
  const listParams = useListParams(ORDER_PARAMS_CODEC);
  const { params, clear } = listParams;
  const [openedAt] = useState(() => new Date());
  const filter = toOrderFilter(params, openedAt);
  const { list, isStale, error, retry } = usePolledList('list-orders', {
    ...filter,
    ...(params.page > 1 ? { page: params.page } : {}),
    ...(params.upTo === null ? {} : { upTo: params.upTo }),
  });
  const filterOptions = useRpcQuery('list-order-choices', {});
  const searchRef = useRef<HTMLInputElement>(null);
  const listRef = useRef<HTMLDivElement>(null);
  const [shortcutsDisabled, setShortcutsDisabled] = useStoredFlag(SINGLE_KEY_SHORTCUTS_OFF);
  useListShortcuts({
    singleKeysEnabled: shortcutsDisabled === false,
    search: searchRef,
    list: listRef,
    onClear: clear,
  });
  const [totalCount, setTotalCount] = useState<number | null>(null);
  const isLoaded = list !== null && error === null;
  const lastNumber = isLoaded ? list.last : null;
  if (lastNumber !== null && lastNumber !== totalCount) setTotalCount(lastNumber);
  useEffect(() => {
    // Later pages start at the top of the list.
    if (params.page > 1) listRef.current?.scrollIntoView({ block: 'nearest' });
  }, [params.page]);
  const hasNoOrders = lastNumber === 0;
  const errorState = (
    <ErrorState
      title={LOAD_ERROR_TITLE}
      description={formatErrorToast(error, LOAD_ERROR_TITLE).message}
      onRetry={retry}
    />
  );
  return (
    <>
      <div className="ph">
        <h1 className="h1" tabIndex={-1}>
          Orders
        </h1>
        {isLoaded && !hasNoOrders && <ExportOrdersButton filter={filter} count={list.count} />}
      </div>
      <OrdersTabs />
      {hasNoOrders && (
        <ListEmptyState illustration={<PriceDisplay text="$0.00" size="2.25rem" />} title="No sales yet">
          Share the address of your page, or try a payment yourself. It doesn’t count, but it rings.
        </ListEmptyState>
      )}
      {totalCount === null && list === null && error === null && <Skeleton rows={8} />}
      {totalCount === null && error !== null && errorState}
      {totalCount !== null && !hasNoOrders && (
        <div className="sheet" ref={listRef}>
          <OrderFilters
            {...listParams}
            totalCount={totalCount}
            filterOptions={filterOptions.status === 'ready' ? filterOptions.data : null}
            searchRef={searchRef}
          />
          {isLoaded && (
            <>
              <ResultCountAnnouncement list={list} isStale={isStale} isAnnounced={hasFilters(params)} />
              <OrderListBody list={list} isStale={isStale} listParams={listParams} />
            </>
          )}
          {error !== null && errorState}
          <label className="checkrow order-shortcuts">
            <input
              type="checkbox"
              checked={shortcutsDisabled !== true}
              onChange={(event) => setShortcutsDisabled(!event.target.checked)}
            />
            <span>Single-key shortcuts: / to search, J and K to move through the list</span>
          </label>
        </div>
      )}
    </>
  );
}
