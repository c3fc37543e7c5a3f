import { Link } from 'react-router';

import type { Calls } from '#domain/calls.ts';

import { countText } from '#app/ui/count-text.ts';
import { ListPager } from './list-pager.tsx';
import { addressOf, type OrderWish } from './order-wish.ts';

type Props = { wish: OrderWish; list: Calls['list-orders']['answer'] };

/** Pagination of orders. Later pages stay stable: they exclude orders that are newer than `upTo`. */
export function Pager({ wish, list }: Props) {
  const { orders, page, pages, totals, last } = list;
  const upTo = wish.upTo ?? last;
  const newer = page > 1 ? last - upTo : 0;
  // The totals already show the count.
  if (pages === 1 && page === 1 && totals.length === 1) return null;
  const pageAt = (to: number) => addressOf({ ...wish, page: to, upTo: to > 1 ? upTo : null });
  return (
    <ListPager words={['order', 'orders']} list={list} shown={orders.length} pageAt={pageAt}>
      {newer > 0 && (
        <>
          {' · '}
          <Link className="link" to={`?${pageAt(1).toString()}`}>
            {countText(newer)} newer {newer === 1 ? 'order' : 'orders'} since
          </Link>
        </>
      )}
    </ListPager>
  );
}
