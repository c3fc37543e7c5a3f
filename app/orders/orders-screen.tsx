import { Link } from 'react-router';

import { useCall } from '#app/session/use-call.ts';
import { failWords } from '#app/session/use-fail-toast.ts';
import { keyClass } from '#app/ui/key.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { PriceFlags } from '#app/ui/price-flags.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Calls } from '#domain/calls.ts';

import { OrderTable } from './order-table.tsx';
import { Pager } from './pager.tsx';

const FAILED = 'Your orders could not be loaded';

function NoOrders() {
  return (
    <div className="sheet pad blank">
      <PriceFlags text="$0.00" size="2.25rem" />
      <h2 className="h2">No sales yet</h2>
      <p className="muted">
        Share the address of your page, or try a payment yourself. It doesn’t count, but it rings.
      </p>
      <Link className={keyClass('primary')} to="/pages">
        To your pages
      </Link>
    </div>
  );
}

function NoSuchPage() {
  return (
    <div className="sheet pad blank">
      <h2 className="h2">Nothing on this page</h2>
      <p className="muted">The list ends earlier.</p>
      <Link className={keyClass()} to="/orders">
        To the newest orders
      </Link>
    </div>
  );
}

function List({ orders, page, pages, count }: Calls['list-orders']['answer']) {
  if (count === 0) return <NoOrders />;
  if (orders.length === 0) return <NoSuchPage />;
  return (
    <div className="sheet">
      <OrderTable orders={orders} />
      <Pager page={page} pages={pages} count={count} shown={orders.length} />
    </div>
  );
}

/** What was ordered, newest first. The page of the list stands in the address. */
export function OrdersScreen({ page }: { page: number }) {
  const list = useCall('list-orders', { page });
  return (
    <>
      <div className="ph">
        <h1 className="h1">Orders</h1>
      </div>
      {list.state === 'loading' && <Skeleton rows={8} />}
      {list.state === 'failed' && (
        <LoadFailure what={FAILED} why={failWords(list.error, FAILED).message} onRetry={list.retry} />
      )}
      {list.state === 'ready' && <List {...list.answer} />}
    </>
  );
}
