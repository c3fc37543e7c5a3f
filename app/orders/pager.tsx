import { Link } from 'react-router';

import type { RpcContract } from '#domain/calls.ts';

import { formatCount } from '#app/ui/count-text.ts';
import { ListPagination } from './list-pager.tsx';
import { toOrderSearchParams, type OrderListParams } from './order-wish.ts';

type Props = { params: OrderListParams; list: RpcContract['list-orders']['response'] };

/** Pagination of orders. Later pages stay stable: they exclude orders that are newer than `upTo`. */
export function OrderPagination({ params, list }: Props) {
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
