import { useEffect, useRef, useState } from 'react';

import { useCall } from '#app/session/use-call.ts';
import { failWords } from '#app/session/use-fail-toast.ts';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';

import { countText } from './count-text.ts';
import { ExportKey } from './export-key.tsx';
import { OrderFilters } from './order-filters.tsx';
import { OrderSums } from './order-sums.tsx';
import { OrderTable } from './order-table.tsx';
import { addressOf, changed, filterOf, isNarrowed } from './order-wish.ts';
import { NoMatch, NoOrders, NoSuchPage } from './orders-blank.tsx';
import { OrdersTabs } from './orders-tabs.tsx';
import { Pager } from './pager.tsx';
import { useListKeys } from './use-list-keys.ts';
import { useOrderWish, type Wishing } from './use-order-wish.ts';
import { useOrders, type ListedOrders } from './use-orders.ts';

const FAILED = 'Your orders could not be loaded';

type ListProps = { list: ListedOrders; late: boolean; wishing: Wishing };

function List({ list, late, wishing: { wish, clear } }: ListProps) {
  if (list.count === 0) return <NoMatch search={wish.search} onClear={clear} />;
  if (list.orders.length === 0) return <NoSuchPage first={`?${addressOf(changed(wish, {})).toString()}`} />;
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

/** Says once how many there are, when what is looked for has changed. */
function Found({ list, late, said }: { list: ListedOrders; late: boolean; said: boolean }) {
  const text = `${countText(list.count)} ${list.count === 1 ? 'order' : 'orders'} found`;
  return (
    <p className="vh" role="status">
      {said && !late && text}
    </p>
  );
}

/** What was ordered, newest first. What it is narrowed to, and its page, stand in the address. */
export function OrdersScreen() {
  const wishing = useOrderWish();
  const { wish, clear } = wishing;
  const [opened] = useState(() => new Date());
  const filter = filterOf(wish, opened);
  const list = useOrders({
    ...filter,
    ...(wish.page > 1 ? { page: wish.page } : {}),
    ...(wish.upTo === null ? {} : { upTo: wish.upTo }),
  });
  const choices = useCall('list-order-choices', {});
  const search = useRef<HTMLInputElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  useListKeys({ search, list: sheet, onClear: clear });
  const [all, setAll] = useState<number | null>(null);
  const last = list.state === 'ready' ? list.answer.last : null;
  if (last !== null && last !== all) setAll(last);
  useEffect(() => {
    // A page further on begins at its top.
    if (wish.page > 1) sheet.current?.scrollIntoView({ block: 'nearest' });
  }, [wish.page]);
  const none = list.state === 'ready' && list.answer.last === 0;
  return (
    <>
      <div className="ph">
        <h1 className="h1" tabIndex={-1}>
          Orders
        </h1>
        {list.state === 'ready' && !none && <ExportKey filter={filter} count={list.answer.count} />}
      </div>
      <OrdersTabs />
      {none && <NoOrders />}
      {all === null && list.state === 'loading' && <Skeleton rows={8} />}
      {all === null && list.state === 'failed' && (
        <LoadFailure what={FAILED} why={failWords(list.error, FAILED).message} onRetry={list.retry} />
      )}
      {all !== null && !none && (
        <div className="sheet" ref={sheet}>
          <OrderFilters
            {...wishing}
            all={all}
            choices={choices.state === 'ready' ? choices.answer : null}
            searchRef={search}
          />
          {list.state === 'ready' && (
            <>
              <Found list={list.answer} late={list.late} said={isNarrowed(wish)} />
              <List list={list.answer} late={list.late} wishing={wishing} />
            </>
          )}
          {list.state === 'failed' && (
            <LoadFailure what={FAILED} why={failWords(list.error, FAILED).message} onRetry={list.retry} />
          )}
        </div>
      )}
    </>
  );
}
