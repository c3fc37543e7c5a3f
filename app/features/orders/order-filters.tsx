import { CreditCard, TicketPercent, PanelsTopLeft, CalendarDays, SquarePlus } from 'lucide-react';
import { type Ref, useState } from 'react';

import { DateField } from '#app/components/date-field.tsx';
import { SearchField, StateFilter } from '#app/components/list-filters.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { FilterSelect } from '#app/components/select.tsx';
import { formatCount } from '#app/components/utils/reader-formats.ts';
import type { ListUrlState } from '#app/lib/url-state.ts';
import { orderListMessages } from '#content/messages/order-list.ts';
import { MAX_SEARCH_LENGTH, type OrderFilterState } from '#domain/order-filter.ts';
import { getPageName } from '#domain/page-name.ts';
import { getPaymentMethod } from '#domain/payment-methods.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import { type OrderListParams, getPeriodDays, PERIODS } from './order-list-params.ts';

const messages = orderListMessages.filters;

const CUSTOM = 'own';
const PERIOD_OPTIONS = [
  ...PERIODS.map((value) => ({ value: value as string, label: messages.period[value] })),
  { value: CUSTOM, label: messages.period.custom },
];

type ParamsProps = Pick<ListUrlState<OrderListParams>, 'params' | 'change'>;

/** Filter for a named period or custom days. */
function PeriodFilter({ params, change }: ParamsProps) {
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
        label={messages.period.label}
        placeholder={messages.period.any}
        Icon={CalendarDays}
        value={isCustom ? CUSTOM : (period ?? '')}
        options={PERIOD_OPTIONS}
        onChange={handleChange}
      />
      {isCustom && (
        <span className="date-fields" role="group" aria-label={messages.days.label}>
          <DateField label={messages.days.from} value={from} onChange={(day) => change({ from: day })} />
          <DateField label={messages.days.to} value={to} onChange={(day) => change({ to: day })} />
        </span>
      )}
    </>
  );
}

type FilterOptions = RpcContract['list-order-choices']['response'];

/** Sorted by frequency of use. */
const STATES: OrderFilterState[] = ['paid', 'pending', 'refunded', 'disputed', 'failed'];
const STATE_OPTIONS = STATES.map((value) => ({ value, label: messages.states[value] }));

/** Filter for the extras that were sold, if there are any. */
function ExtraFilter({ params, change, filterOptions }: ParamsProps & { filterOptions: FilterOptions | null }) {
  const extras = (filterOptions?.extras ?? []).map(({ id, name }) => ({ value: id, label: name }));
  if (extras.length === 0 && params.bump === null) return null;
  return (
    <FilterSelect
      label={messages.extra.label}
      placeholder={messages.extra.any}
      Icon={SquarePlus}
      value={params.bump ?? ''}
      options={extras}
      unknownLabel={messages.extra.unknown}
      onChange={(bump) => change({ bump: bump || null })}
    />
  );
}

/** Page, coupon and payment method filters. A value from the URL is listed even if it is unknown or not loaded yet. */
function ChoiceFilters({ params, change, filterOptions }: ParamsProps & { filterOptions: FilterOptions | null }) {
  const pages = (filterOptions?.pages ?? []).map((page) => ({ value: page.id, label: getPageName(page) }));
  const methods = (filterOptions?.paymentMethods ?? []).map((value) => ({
    value,
    label: getPaymentMethod(value).name,
  }));
  const coupons = (filterOptions?.coupons ?? []).map((code) => ({ value: code, label: code }));
  return (
    <>
      <FilterSelect
        label={messages.page.label}
        placeholder={messages.page.any}
        Icon={PanelsTopLeft}
        value={params.pageId ?? ''}
        options={pages}
        unknownLabel={filterOptions ? messages.page.unknown : messages.page.loading}
        onChange={(pageId) => change({ pageId: pageId || null })}
      />
      {(coupons.length > 0 || params.coupon !== null) && (
        <FilterSelect
          label={messages.coupon.label}
          placeholder={messages.coupon.any}
          Icon={TicketPercent}
          value={params.coupon ?? ''}
          options={coupons}
          unknownLabel={params.coupon ?? ''}
          onChange={(coupon) => change({ coupon: coupon || null })}
        />
      )}
      {(methods.length > 1 || params.paymentMethod !== null) && (
        <FilterSelect
          label={messages.paymentMethod.label}
          placeholder={messages.paymentMethod.any}
          Icon={CreditCard}
          value={params.paymentMethod ?? ''}
          options={methods}
          unknownLabel={getPaymentMethod(params.paymentMethod ?? '').name}
          onChange={(paymentMethod) => change({ paymentMethod: paymentMethod || null })}
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
  const allLabel = (
    <RichText text={messages.all} tags={{ count: () => <span className="num">{formatCount(totalCount)}</span> }} />
  );
  return (
    <div className="list-filters" role="search">
      <SearchField
        ref={searchRef}
        className="list-filters__search"
        aria-label={messages.search.label}
        aria-keyshortcuts="/"
        placeholder={messages.search.placeholder}
        maxLength={MAX_SEARCH_LENGTH}
        value={searchText}
        onValueChange={setSearchText}
      />
      <StateFilter
        className="list-filters__states"
        options={[{ value: null, label: allLabel }, ...STATE_OPTIONS]}
        value={params.state}
        onChange={(state) => change({ state })}
      />
      <div className="list-filters__selects">
        <ChoiceFilters params={params} change={change} filterOptions={filterOptions} />
        <ExtraFilter params={params} change={change} filterOptions={filterOptions} />
        <PeriodFilter params={params} change={change} />
      </div>
    </div>
  );
}
