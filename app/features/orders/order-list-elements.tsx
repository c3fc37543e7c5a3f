import { SearchX, ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router';

import { Button, buttonVariants } from '#app/components/button.tsx';
import { formatCount } from '#app/components/utils/format.ts';
import { ORDERS_PER_PAGE } from '#domain/order.ts';

/** Tabs: orders and subscriptions. */
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

type PageLinkProps = { target: URLSearchParams | null; label: string; Icon: LucideIcon };

function PageLink({ target, label, Icon }: PageLinkProps) {
  const icon = <Icon className="i" aria-hidden="true" />;
  const linkClass = buttonVariants('plain', 'sm', 'icon');
  if (target === null)
    return (
      <span className={linkClass} role="link" aria-disabled="true" aria-label={label}>
        {icon}
      </span>
    );
  return (
    <Link className={linkClass} to={`?${target.toString()}`} aria-label={label}>
      {icon}
    </Link>
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
    <nav className="pager small" aria-label={`Pages of ${plural}`}>
      <span className="muted num">
        {pages === 1
          ? `${formatCount(count)} ${count === 1 ? singular : plural}`
          : `${formatCount(first)}–${formatCount(first + shownCount - 1)} of ${formatCount(count)}`}
        {children}
      </span>
      {pages > 1 && (
        <span className="pager-keys">
          <PageLink target={page > 1 ? getPageParams(page - 1) : null} label={`Newer ${plural}`} Icon={ChevronLeft} />
          <PageLink
            target={page < pages ? getPageParams(page + 1) : null}
            label={`Older ${plural}`}
            Icon={ChevronRight}
          />
        </span>
      )}
    </nav>
  );
}

type NoResultsProps = { entryName: string; search: string; onClear: () => void; children?: ReactNode };

/** Empty state of a search without results. `entryName`: singular noun for the list's entries. */
export function NoResults({ entryName, search, onClear, children }: NoResultsProps) {
  return (
    <div className="order-none">
      <p className="h3 order-none-title">
        <SearchX className="i" aria-hidden="true" />
        <span>
          {search ? (
            <>
              No {entryName} has words that begin with “<bdi>{search}</bdi>”
            </>
          ) : (
            `No ${entryName} is like this`
          )}
        </span>
      </p>
      {children}
      <Button size="sm" onClick={onClear}>
        Clear filters
      </Button>
    </div>
  );
}

/** Empty state for a page number beyond the end of the list. */
export function PageOutOfRange({ firstPageParams, label }: { firstPageParams: URLSearchParams; label: string }) {
  return (
    <div className="order-none">
      <h2 className="h3">Nothing on this page</h2>
      <p className="muted small">The list ends earlier.</p>
      <Link className={buttonVariants('plain', 'sm')} to={`?${firstPageParams.toString()}`}>
        {label}
      </Link>
    </div>
  );
}

/** Empty state of a list that never had entries. */
export function ListEmptyState({
  illustration,
  title,
  children,
}: {
  illustration: ReactNode;
  title: string;
  children: string;
}) {
  return (
    <div className="sheet pad blank">
      {illustration}
      <h2 className="h2">{title}</h2>
      <p className="muted">{children}</p>
      <Link className={buttonVariants('primary')} to="/pages">
        To your pages
      </Link>
    </div>
  );
}
