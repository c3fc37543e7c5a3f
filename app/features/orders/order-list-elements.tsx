import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router';

import { Button, buttonVariants } from '#app/components/button.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { Pagination } from '#app/components/pagination.tsx';
import { formatCount } from '#app/components/utils/format.ts';
import { ORDERS_PER_PAGE } from '#domain/order.ts';

export function OrdersTabs() {
  return (
    <nav className="tabs orders-tabs" aria-label="Orders">
      <NavLink to="/orders" end>
        Orders
      </NavLink>
      <NavLink to="/orders/subscriptions">Subscriptions</NavLink>
    </nav>
  );
}

type Props = {
  /** Noun for the list's entries, singular and plural. */
  nouns: readonly [one: string, many: string];
  list: { page: number; pages: number; count: number };
  shownCount: number;
  /** Search params of another page. */
  getPageParams: (page: number) => URLSearchParams;
  /** Shown after the count. */
  children?: ReactNode;
};

/** Pagination of a list: shown range and links to the neighboring pages. */
export function ListPagination({
  nouns: [singular, plural],
  list: { page, pages, count },
  shownCount,
  getPageParams,
  children,
}: Props) {
  const first = (page - 1) * ORDERS_PER_PAGE + 1;
  return (
    <Pagination
      label={`Pages of ${plural}`}
      previous={{ label: `Newer ${plural}`, to: page > 1 ? `?${getPageParams(page - 1).toString()}` : null }}
      next={{ label: `Older ${plural}`, to: page < pages ? `?${getPageParams(page + 1).toString()}` : null }}
    >
      {pages === 1
        ? `${formatCount(count)} ${count === 1 ? singular : plural}`
        : `${formatCount(first)}–${formatCount(first + shownCount - 1)} of ${formatCount(count)}`}
      {children}
    </Pagination>
  );
}

type NoResultsProps = { entryName: string; search: string; onClear: () => void; children?: ReactNode };

/** Empty state of a search without results. `entryName`: singular noun for the list's entries. */
export const NoResults = ({ entryName, search, onClear, children }: NoResultsProps) => (
  <EmptyState
    variant="inline"
    Icon={SearchX}
    title={
      search ? (
        <>
          No {entryName} has words that begin with “<bdi>{search}</bdi>”
        </>
      ) : (
        `No ${entryName} is like this`
      )
    }
  >
    {children}
    <Button size="sm" onClick={onClear}>
      Clear filters
    </Button>
  </EmptyState>
);

/** Empty state for a page number beyond the end of the list. */
export const PageOutOfRange = ({ firstPageParams, label }: { firstPageParams: URLSearchParams; label: string }) => (
  <EmptyState variant="inline" title="Nothing on this page">
    <p className="muted small">The list ends earlier.</p>
    <Link className={buttonVariants('plain', 'sm')} to={`?${firstPageParams.toString()}`}>
      {label}
    </Link>
  </EmptyState>
);

type ListEmptyStateProps = { illustration: ReactNode; title: string; children: string };

/** Empty state of a list that never had entries. */
export const ListEmptyState = ({ illustration, title, children }: ListEmptyStateProps) => (
  <EmptyState illustration={illustration} title={title}>
    <p className="muted">{children}</p>
    <Link className={buttonVariants('primary')} to="/pages">
      To your pages
    </Link>
  </EmptyState>
);
