import { Search, TicketPercent, PanelsTopLeft } from 'lucide-react';
import type { Ref } from 'react';

import { MAX_SEARCH_LENGTH, type OrderFilterState } from '#domain/order-filter.ts';
import type { Calls } from '#domain/calls.ts';

import { ChipSelect } from '#app/ui/chip-select.tsx';
import { countText } from '#app/ui/count-text.ts';
import { PeriodChoice } from './period-choice.tsx';
import type { OrderWish } from './order-wish.ts';
import type { Wishing } from './use-list-wish.ts';

type Choices = Calls['list-order-choices']['answer'];

/** Sorted by frequency of use. */
const CHIPS: { state: OrderFilterState; label: string }[] = [
  { state: 'paid', label: 'Paid' },
  { state: 'pending', label: 'Pending' },
  { state: 'refunded', label: 'Refunded' },
  { state: 'disputed', label: 'Disputed' },
  { state: 'failed', label: 'Failed' },
];

function Chips({ wish, change, all }: Pick<Wishing<OrderWish>, 'wish' | 'change'> & { all: number }) {
  return (
    <div className="order-chips" role="group" aria-label="State">
      <button
        type="button"
        className="chip"
        aria-pressed={wish.state === null}
        onClick={() => change({ state: null })}
      >
        All <span className="num">{countText(all)}</span>
      </button>
      {CHIPS.map(({ state, label }) => (
        <button
          key={state}
          type="button"
          className="chip"
          aria-pressed={wish.state === state}
          onClick={() => change({ state })}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** Page and coupon filters. A value from the URL is listed even if it is unknown or not loaded yet. */
function Choosers({
  wish,
  change,
  choices,
}: Pick<Wishing<OrderWish>, 'wish' | 'change'> & { choices: Choices | null }) {
  const pages = (choices?.pages ?? []).map(({ id, name }) => ({ value: id, label: name || 'Untitled page' }));
  const coupons = (choices?.coupons ?? []).map((code) => ({ value: code, label: code }));
  const known = (list: { value: string; label: string }[], value: string | null, label: string) =>
    value === null || list.some((one) => one.value === value) ? list : [...list, { value, label }];
  return (
    <>
      <ChipSelect
        label="Page"
        any="Any page"
        Icon={PanelsTopLeft}
        value={wish.pageId ?? ''}
        options={known(pages, wish.pageId, choices ? 'Another page' : '…')}
        onChange={(pageId) => change({ pageId: pageId || null })}
      />
      {(coupons.length > 0 || wish.coupon !== null) && (
        <ChipSelect
          label="Coupon"
          any="Any coupon"
          Icon={TicketPercent}
          value={wish.coupon ?? ''}
          options={known(coupons, wish.coupon, wish.coupon ?? '')}
          onChange={(coupon) => change({ coupon: coupon || null })}
        />
      )}
    </>
  );
}

type Props = Wishing<OrderWish> & { all: number; choices: Choices | null; searchRef: Ref<HTMLInputElement> };

/** Search and filters of the order list. The URL stores all of them. */
export function OrderFilters({ wish, typed, setTyped, change, all, choices, searchRef }: Props) {
  return (
    <div className="order-filters" role="search">
      <div className="order-search">
        <Search className="i" aria-hidden="true" />
        <input
          ref={searchRef}
          className="in"
          type="search"
          aria-label="Search orders"
          aria-keyshortcuts="/"
          placeholder="Name, email, product or number"
          value={typed}
          maxLength={MAX_SEARCH_LENGTH}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <Chips wish={wish} change={change} all={all} />
      <div className="order-choosers">
        <Choosers wish={wish} change={change} choices={choices} />
        <PeriodChoice wish={wish} change={change} />
      </div>
    </div>
  );
}
