import { Search, TicketPercent, PanelsTopLeft, CalendarDays } from 'lucide-react';
import { type Ref, useState } from 'react';

import { DateField } from '#app/components/date-field.tsx';
import { FilterSelect } from '#app/components/filter-select.tsx';
import { formatCount } from '#app/components/utils/format.ts';
import type { ListUrlState } from '#app/lib/url-state.ts';
import { MAX_SEARCH_LENGTH, type OrderFilterState } from '#domain/order-filter.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import { type OrderListParams, getPeriodDays, PERIOD_LABELS, PERIODS } from './order-list-params.ts';

const CUSTOM = 'own';
const PERIOD_OPTIONS = [
  ...PERIODS.map((value) => ({ value: value as string, label: PERIOD_LABELS[value] })),
  { value: CUSTOM, label: 'From – to…' },
];

/** Filter for a named period or custom days. */
function PeriodFilter({ params, change }: Pick<ListUrlState<OrderListParams>, 'params' | 'change'>) {
  const { period, from, to } = params;
  const [open, setOpen] = useState(false);
  const isCustom = from !== null || to !== null || (open && period === null);
  const handleChange = (value: string) => {
    setOpen(value === CUSTOM);
    if (value === CUSTOM) return change({ period: null, ...getPeriodDays(period ?? 'this-month', new Date()) });
    const namedPeriod = PERIODS.find((candidate) => candidate === value) ?? null;
    change({ period: namedPeriod, from: null, to: null });
  };
  return (
    <>
      <FilterSelect
        label="Period"
        placeholder="Any time"
        Icon={CalendarDays}
        value={isCustom ? CUSTOM : (period ?? '')}
        options={PERIOD_OPTIONS}
        onChange={handleChange}
      />
      {isCustom && (
        <span className="date-fields" role="group" aria-label="Days of your own, in UTC">
          <DateField label="From" value={from} onChange={(day) => change({ from: day })} />
          <DateField label="to" value={to} onChange={(day) => change({ to: day })} />
        </span>
      )}
    </>
  );
}

type FilterOptions = RpcContract['list-order-choices']['response'];

/** Sorted by frequency of use. */
const STATE_FILTERS: { state: OrderFilterState; label: string }[] = [
  { state: 'paid', label: 'Paid' },
  { state: 'pending', label: 'Pending' },
  { state: 'refunded', label: 'Refunded' },
  { state: 'disputed', label: 'Disputed' },
  { state: 'failed', label: 'Failed' },
];

function StateFilter({
  params,
  change,
  totalCount,
}: Pick<ListUrlState<OrderListParams>, 'params' | 'change'> & { totalCount: number }) {
  return (
    <div className="order-filters__states" role="group" aria-label="State">
      <button
        type="button"
        className="chip"
        aria-pressed={params.state === null}
        onClick={() => change({ state: null })}
      >
        All <span className="num">{formatCount(totalCount)}</span>
      </button>
      {STATE_FILTERS.map(({ state, label }) => (
        <button
          key={state}
          type="button"
          className="chip"
          aria-pressed={params.state === state}
          onClick={() => change({ state })}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** Page and coupon filters. A value from the URL is listed even if it is unknown or not loaded yet. */
function PageAndCouponFilter({
  params,
  change,
  filterOptions,
}: Pick<ListUrlState<OrderListParams>, 'params' | 'change'> & { filterOptions: FilterOptions | null }) {
  const pages = (filterOptions?.pages ?? []).map(({ id, name }) => ({
    value: id,
    label: name || 'Untitled page',
  }));
  const coupons = (filterOptions?.coupons ?? []).map((code) => ({ value: code, label: code }));
  const withCurrentValue = (options: { value: string; label: string }[], value: string | null, label: string) =>
    value === null || options.some((option) => option.value === value) ? options : [...options, { value, label }];
  return (
    <>
      <FilterSelect
        label="Page"
        placeholder="Any page"
        Icon={PanelsTopLeft}
        value={params.pageId ?? ''}
        options={withCurrentValue(pages, params.pageId, filterOptions ? 'Another page' : '…')}
        onChange={(pageId) => change({ pageId: pageId || null })}
      />
      {(coupons.length > 0 || params.coupon !== null) && (
        <FilterSelect
          label="Coupon"
          placeholder="Any coupon"
          Icon={TicketPercent}
          value={params.coupon ?? ''}
          options={withCurrentValue(coupons, params.coupon, params.coupon ?? '')}
          onChange={(coupon) => change({ coupon: coupon || null })}
        />
      )}
    </>
  );
}

type Props = ListUrlState<OrderListParams> & {
  totalCount: number;
  filterOptions: FilterOptions | null;
  searchRef: Ref<HTMLInputElement>;
};

/** Search and filters of the order list. The URL stores all of them. */
export function OrderFilters({
  params,
  searchText,
  setSearchText,
  change,
  totalCount,
  filterOptions,
  searchRef,
}: Props) {
  return (
    <div className="order-filters" role="search">
      <div className="order-filters__search">
        <Search className="i" aria-hidden="true" />
        <input
          ref={searchRef}
          className="in"
          type="search"
          aria-label="Search orders"
          aria-keyshortcuts="/"
          placeholder="Name, email, product or number"
          value={searchText}
          maxLength={MAX_SEARCH_LENGTH}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setSearchText(event.target.value)}
        />
      </div>
      <StateFilter params={params} change={change} totalCount={totalCount} />
      <div className="order-filters__selects">
        <PageAndCouponFilter params={params} change={change} filterOptions={filterOptions} />
        <PeriodFilter params={params} change={change} />
      </div>
    </div>
  );
}
