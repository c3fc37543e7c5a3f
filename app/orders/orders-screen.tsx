import { useEffect, useRef, useState } from 'react';

import { useCall } from '#app/session/use-call.ts';
import { failWords } from '#app/session/use-fail-toast.ts';
import { SINGLE_KEYS_OFF, useNote } from '#app/session/use-note.ts';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { PriceFlags } from '#app/ui/price-flags.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Calls } from '#domain/calls.ts';

import { countText } from '#app/ui/count-text.ts';
import { ExportKey } from './export-key.tsx';
import { NoMatch, NoSuchPage, NothingYet } from './list-blank.tsx';
import { OrderFilters } from './order-filters.tsx';
import { OrderSums } from './order-sums.tsx';
import { OrderTable } from './order-table.tsx';
import { addressOf, changed, filterOf, isNarrowed, ORDER_WISH, type OrderWish } from './order-wish.ts';
import { OrdersTabs } from './orders-tabs.tsx';
import { Pager } from './pager.tsx';
import { useAskedList } from './use-asked-list.ts';
import { useListKeys } from './use-list-keys.ts';
import { useListWish, type Wishing } from './use-list-wish.ts';

const FAILED = 'Your orders could not be loaded';

type ListedOrders = Calls['list-orders']['answer'];
type ListProps = { list: ListedOrders; late: boolean; wishing: Wishing<OrderWish> };

function List({ list, late, wishing: { wish, clear } }: ListProps) {
  if (list.count === 0)
    return (
      <NoMatch one="order" search={wish.search} onClear={clear}>
        <p className="muted small">
          Searched are name, email, product and number of the orders that the other choices leave.
        </p>
      </NoMatch>
    );
  if (list.orders.length === 0)
    return <NoSuchPage first={addressOf(changed(wish, {}))} label="To the newest orders" />;
  return (
    <>
      <OrderTable orders={list.orders} late={late} />
      <div className="order-foot">
        <OrderSums totals={list.totals} />
        <Pager wish={wish} list={list} />
      </div>
    </>
  );
}

/** Announces the number of results after the filters change. */
function Found({ list, late, said }: { list: ListedOrders; late: boolean; said: boolean }) {
  const text = `${countText(list.count)} ${list.count === 1 ? 'order' : 'orders'} found`;
  return (
    <p className="vh" role="status">
      {said && !late && text}
    </p>
  );
}

/** Order list, newest first. The URL stores filters and page. */
export function OrdersScreen() {
  const wishing = useListWish(ORDER_WISH);
  const { wish, clear } = wishing;
  const [opened] = useState(() => new Date());
  const filter = filterOf(wish, opened);
  const { list, late, error, retry } = useAskedList('list-orders', {
    ...filter,
    ...(wish.page > 1 ? { page: wish.page } : {}),
    ...(wish.upTo === null ? {} : { upTo: wish.upTo }),
  });
  const choices = useCall('list-order-choices', {});
  const search = useRef<HTMLInputElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const [singlesOff, setSinglesOff] = useNote(SINGLE_KEYS_OFF);
  useListKeys({ singles: singlesOff === false, search, list: sheet, onClear: clear });
  const [all, setAll] = useState<number | null>(null);
  const isThere = list !== null && error === null;
  const last = isThere ? list.last : null;
  if (last !== null && last !== all) setAll(last);
  useEffect(() => {
    // Later pages start at the top of the list.
    if (wish.page > 1) sheet.current?.scrollIntoView({ block: 'nearest' });
  }, [wish.page]);
  const none = last === 0;
  const failure = <LoadFailure what={FAILED} why={failWords(error, FAILED).message} onRetry={retry} />;
  return (
    <>
      <div className="ph">
        <h1 className="h1" tabIndex={-1}>
          Orders
        </h1>
        {isThere && !none && <ExportKey filter={filter} count={list.count} />}
      </div>
      <OrdersTabs />
      {none && (
        <NothingYet flags={<PriceFlags text="$0.00" size="2.25rem" />} title="No sales yet">
          Share the address of your page, or try a payment yourself. It doesn’t count, but it rings.
        </NothingYet>
      )}
      {all === null && list === null && error === null && <Skeleton rows={8} />}
      {all === null && error !== null && failure}
      {all !== null && !none && (
        <div className="sheet" ref={sheet}>
          <OrderFilters
            {...wishing}
            all={all}
            choices={choices.state === 'ready' ? choices.answer : null}
            searchRef={search}
          />
          {isThere && (
            <>
              <Found list={list} late={late} said={isNarrowed(wish)} />
              <List list={list} late={late} wishing={wishing} />
            </>
          )}
          {error !== null && failure}
          <label className="checkrow order-shortcuts">
            <input
              type="checkbox"
              checked={singlesOff !== true}
              onChange={(event) => setSinglesOff(!event.target.checked)}
            />
            <span>Single-key shortcuts: / to search, J and K to move through the list</span>
          </label>
        </div>
      )}
    </>
  );
}
