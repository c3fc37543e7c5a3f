import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';

import { keyClass } from '#app/ui/key.tsx';

import { addressOf, type DeliveryWish } from './delivery-wish.ts';

/** Links to older and to the newest deliveries. Each page of the log has a URL. */
export function DeliveryPager({ wish, next }: { wish: DeliveryWish; next: string | null }) {
  if (next === null && wish.cursor === null) return null;
  const at = (cursor: string | null) => `?${addressOf({ ...wish, open: null, cursor }).toString()}`;
  return (
    <nav className="hook-pager" aria-label="Pages of the log">
      {wish.cursor !== null && (
        <Link className={keyClass('plain', 'sm')} to={at(null)} preventScrollReset>
          <ChevronLeft className="i" aria-hidden="true" />
          Newest
        </Link>
      )}
      {next !== null && (
        <Link className={keyClass('plain', 'sm')} to={at(next)} preventScrollReset>
          Older
          <ChevronRight className="i" aria-hidden="true" />
        </Link>
      )}
    </nav>
  );
}
