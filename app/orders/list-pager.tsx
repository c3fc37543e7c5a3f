import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { buttonVariants } from '#app/ui/key.tsx';
import { ORDERS_PER_PAGE } from '#domain/order.ts';

import { formatCount } from '#app/ui/count-text.ts';

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
