import { Repeat2, TicketPercent } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { Link, useLocation } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { PageHeader } from '#app/components/page-header.tsx';
import { PriceDisplay } from '#app/components/price-display.tsx';
import type { TableColumn } from '#app/components/table.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { formatCount } from '#app/components/utils/reader-formats.ts';
import { getBuyerName, getUnnamedBuyerLabel } from '#app/lib/buyer-name.ts';
import { formatMoney } from '#app/lib/format-money.ts';
import { LIST_POLL_INTERVAL_MS, ListPage } from '#app/lib/list-page.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { useListUrlState } from '#app/lib/url-state.ts';
import { SINGLE_KEY_SHORTCUTS_OFF, useStoredFlag } from '#app/lib/use-stored-flag.ts';
import { getItemName } from '#content/messages/item-name.ts';
import { orderListMessages } from '#content/messages/order-list.ts';
import { orderMessages } from '#content/messages/orders.ts';
import type { OrderRow, OrderTotals } from '#domain/order.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import { ExportOrdersButtons } from './export-orders-button.tsx';
import { getAmountDisplay, BILLING_LABELS, DISPUTE_BADGES, ORDER_STATE_BADGES } from './order-display.ts';
import { OrderFilters } from './order-filters.tsx';
import { toOrderSearchParams, toOrderFilter, hasFilters, ORDER_PARAMS_CODEC } from './order-list-params.ts';
import { OrdersTabs } from './orders-tabs.tsx';

const messages = orderListMessages.list;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');

const getRowLinks = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('a.order-table__link') ?? []),
];

const STEP_BY_KEY: Record<string, 1 | -1> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** Link to focus next. Arrow keys work only inside the list, letters from anywhere. */
function nextLink(list: HTMLElement | null, key: string): HTMLElement | null {
  const step = STEP_BY_KEY[key];
  if (!step) return null;
  const links = getRowLinks(list);
  const index = links.findIndex((link) => link === document.activeElement);
  if (index < 0) return key.length === 1 ? (links[step > 0 ? 0 : links.length - 1] ?? null) : null;
  return links[index + step] ?? null;
}

type ListShortcutOptions = {
  /** True if the single-key shortcuts `/`, `j` and `k` are enabled. */
  singleKeysEnabled: boolean;
  search: RefObject<HTMLInputElement | null>;
  list: RefObject<HTMLElement | null>;
  onClear: () => void;
};

/** `/` focuses the search field, arrows, `j` and `k` move through the list, Escape in the search field clears all filters. */
function useListShortcuts({ singleKeysEnabled, search, list, onClear }: ListShortcutOptions): void {
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const inSearch = event.target === search.current;
      if (event.key === 'Escape' && inSearch) return onClear();
      if (inSearch && event.key === 'ArrowDown') {
        event.preventDefault();
        getRowLinks(list.current)[0]?.focus();
        return;
      }
      if (isTyping(event.target) || (!singleKeysEnabled && event.key.length === 1)) return;
      if (event.key === '/') {
        event.preventDefault();
        search.current?.focus();
        search.current?.select();
        return;
      }
      const next = nextLink(list.current, event.key);
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [singleKeysEnabled, search, list, onClear]);
}

type TotalItemProps = { label: string; amount: number; currency: string };

/** Negative amounts are red. */
const TotalItem = ({ label, amount, currency }: TotalItemProps) => (
  <div>
    <dt>{label}</dt>
    <dd className={amount < 0 ? 'num neg' : 'num'}>{formatMoney(amount, currency)}</dd>
  </div>
);

/** Totals of the filtered orders across all pages, per currency. */
function OrderTotalsList({ totals }: { totals: readonly OrderTotals[] }) {
  const { label, count: countMessage, ...labels } = orderListMessages.totals;
  return (
    <ul className="order-totals small" aria-label={label}>
      {totals.map(({ currency, count, received, refunded, lost, net }) => (
        <li key={currency}>
          <span className="muted num">{countMessage({ count, text: formatCount(count), currency })}</span>
          <dl>
            <TotalItem label={labels.received} amount={received} currency={currency} />
            <TotalItem label={labels.refunded} amount={-refunded} currency={currency} />
            {lost > 0 && <TotalItem label={labels.lost} amount={-lost} currency={currency} />}
            <TotalItem label={labels.net} amount={net} currency={currency} />
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** The link covers the whole row. */
function OrderBuyerLink({ order }: { order: OrderRow }) {
  const { search } = useLocation();
  const name = getBuyerName(order);
  return (
    <>
      <Link
        className="order-table__link"
        prefetch="intent"
        to={`/orders/${order.id}`}
        state={{ list: search }}
        dir="auto"
      >
        {name ?? getUnnamedBuyerLabel(order)}
        <span className="vh">{orderMessages.linkSuffix({ number: order.number })}</span>
      </Link>
      {order.buyerName && order.email && <div className="order-table__email small faint">{order.email}</div>}
    </>
  );
}

function OrderProduct({ order }: { order: OrderRow }) {
  return (
    <div className="order-table__product-line">
      <span dir="auto">{getItemName({ name: order.productName, quantity: order.quantity })}</span>
      {order.paymentPlan && (
        <span className="small faint">{messages.paymentPlan[order.paymentPlan.state](order.paymentPlan)}</span>
      )}
      {order.extras > 0 && <span className="small faint">{messages.extras({ count: order.extras })}</span>}
      {order.billing && <Badge label={BILLING_LABELS[order.billing]} Icon={Repeat2} />}
      {order.couponCode && <Badge label={order.couponCode} Icon={TicketPercent} />}
    </div>
  );
}

const COLUMNS: TableColumn<OrderRow>[] = [
  { header: messages.columns.number, className: 'order-table__number', render: ({ number }) => number },
  {
    header: messages.columns.buyer,
    className: 'order-table__buyer',
    render: (order) => <OrderBuyerLink order={order} />,
  },
  {
    header: messages.columns.product,
    className: 'order-table__product',
    render: (order) => <OrderProduct order={order} />,
  },
  {
    header: messages.columns.date,
    className: 'order-table__date',
    render: ({ createdAt }) => <UtcTime iso={createdAt} />,
  },
  {
    header: messages.columns.state,
    className: 'order-table__state',
    render: ({ state, dispute }) => (
      <div className="order-badges">
        <Badge {...ORDER_STATE_BADGES[state]} />
        {dispute && <Badge {...DISPUTE_BADGES[dispute]} />}
      </div>
    ),
  },
  {
    header: messages.columns.amount,
    align: 'right',
    className: (order) => `order-table__amount amt ${getAmountDisplay(order).tone}`,
    render: (order) => {
      const { text, netText } = getAmountDisplay(order);
      return (
        <>
          {text}
          {netText && <div className="order-table__net small faint">{orderMessages.net({ amount: netText })}</div>}
        </>
      );
    },
  },
];

type OrderList = RpcContract['list-orders']['response'];

/** Order list, newest first. The URL stores filters and page. */
export function OrderListPage() {
  const listParams = useListUrlState(ORDER_PARAMS_CODEC);
  const { params, clear } = listParams;
  const [openedAt] = useState(() => new Date());
  const filter = toOrderFilter(params, openedAt);
  const query = useRpcQuery(
    'list-orders',
    {
      ...filter,
      ...(params.page > 1 ? { page: params.page } : {}),
      ...(params.upTo === null ? {} : { upTo: params.upTo }),
    },
    { refetchInterval: LIST_POLL_INTERVAL_MS },
  );
  const { data: orders } = query;
  const { data: filterOptions = null } = useRpcQuery('list-order-choices', {});
  const searchRef = useRef<HTMLInputElement>(null);
  const listRef = useRef<HTMLDivElement>(null);
  const [shortcutsDisabled, setShortcutsDisabled] = useStoredFlag(SINGLE_KEY_SHORTCUTS_OFF);
  useListShortcuts({
    singleKeysEnabled: shortcutsDisabled === false,
    search: searchRef,
    list: listRef,
    onClear: clear,
  });
  useEffect(() => {
    // Later pages start at the top of the list.
    if (params.page > 1) listRef.current?.scrollIntoView({ block: 'nearest' });
  }, [params.page]);
  // Later pages stay stable: they exclude orders that are newer than `upTo`.
  const getPageParams = (page: number, { last }: OrderList) =>
    toOrderSearchParams({ ...params, page, upTo: page > 1 ? (params.upTo ?? last) : null });
  const renderNewOrdersLink = (list: OrderList) => {
    const count = list.page > 1 ? list.last - (params.upTo ?? list.last) : 0;
    if (count === 0) return null;
    return (
      <>
        {' · '}
        <Link className="link" to={`?${getPageParams(1, list).toString()}`}>
          {messages.pagination.newer({ count, text: formatCount(count) })}
        </Link>
      </>
    );
  };
  return (
    <>
      <PageHeader title={messages.title}>
        {orders && orders.last > 0 && (
          <ExportOrdersButtons
            filter={filter}
            count={orders.count}
            hasExtras={(filterOptions?.extras.length ?? 0) > 0}
          />
        )}
      </PageHeader>
      <OrdersTabs />
      <ListPage
        ref={listRef}
        messages={messages}
        query={query}
        skeletonRows={8}
        hasEntries={({ last }) => last > 0}
        illustration={<PriceDisplay text="$0.00" size="2.25rem" />}
        filters={({ last }) => (
          <OrderFilters {...listParams} totalCount={last} filterOptions={filterOptions} searchRef={searchRef} />
        )}
        hasFilters={hasFilters(params)}
        search={params.search}
        onClearFilters={clear}
        hint={<p className="muted small">{messages.noMatches.hint}</p>}
        table={{ className: 'orders', columns: COLUMNS, getRows: (list) => list.orders, getKey: ({ id }) => id }}
        getPageParams={getPageParams}
        totals={({ hasMore, count, totals }) =>
          hasMore ? (
            <p className="order-totals small">{orderListMessages.tooMany({ text: formatCount(count) })}</p>
          ) : (
            <OrderTotalsList totals={totals} />
          )
        }
        // The totals of one currency already show the count.
        isPaginated={({ page, pages, totals }) => pages > 1 || page > 1 || totals.length > 1}
        note={renderNewOrdersLink}
      >
        <label className="checkrow order-list__shortcuts">
          <input
            type="checkbox"
            checked={shortcutsDisabled !== true}
            onChange={(event) => setShortcutsDisabled(!event.target.checked)}
          />
          <span>{messages.shortcuts}</span>
        </label>
      </ListPage>
    </>
  );
}
