import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';

import { buttonVariants } from '#app/ui/key.tsx';

import { toDeliverySearchParams, type DeliveryListParams } from './delivery-wish.ts';

/** Links to older and to the newest deliveries. Each page of the log has a URL. */
export function DeliveryPagination({ params, next }: { params: DeliveryListParams; next: string | null }) {
  if (next === null && params.cursor === null) return null;
  const getHref = (cursor: string | null) =>
    `?${toDeliverySearchParams({ ...params, openId: null, cursor }).toString()}`;
  return (
    <nav className="hook-pager" aria-label="Pages of the log">
      {params.cursor !== null && (
        <Link className={buttonVariants('plain', 'sm')} to={getHref(null)} preventScrollReset>
          <ChevronLeft className="i" aria-hidden="true" />
          Newest
        </Link>
      )}
      {next !== null && (
        <Link className={buttonVariants('plain', 'sm')} to={getHref(next)} preventScrollReset>
          Older
          <ChevronRight className="i" aria-hidden="true" />
        </Link>
      )}
    </nav>
  );
}
