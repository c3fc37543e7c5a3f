import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { keyClass } from '#app/ui/key.tsx';
import { ORDERS_PER_PAGE } from '#domain/order.ts';

import { countText } from '#app/ui/count-text.ts';

type StepProps = { to: URLSearchParams | null; label: string; Icon: LucideIcon };

function Step({ to, label, Icon }: StepProps) {
  const icon = <Icon className="i" aria-hidden="true" />;
  const look = keyClass('plain', 'sm', 'icon');
  if (to === null)
    return (
      <span className={look} role="link" aria-disabled="true" aria-label={label}>
        {icon}
      </span>
    );
  return (
    <Link className={look} to={`?${to.toString()}`} aria-label={label}>
      {icon}
    </Link>
  );
}

type Props = {
  /** Noun for the list's entries, singular and plural. */
  words: readonly [one: string, many: string];
  list: { page: number; pages: number; count: number };
  shown: number;
  /** Search params of another page. */
  pageAt: (page: number) => URLSearchParams;
  /** Shown after the count. */
  children?: ReactNode;
};

/** Pagination of a list: shown range and links to the neighboring pages. */
export function ListPager({
  words: [one, many],
  list: { page, pages, count },
  shown,
  pageAt,
  children,
}: Props) {
  const first = (page - 1) * ORDERS_PER_PAGE + 1;
  return (
    <nav className="pager small" aria-label={`Pages of ${many}`}>
      <span className="muted num">
        {pages === 1
          ? `${countText(count)} ${count === 1 ? one : many}`
          : `${countText(first)}–${countText(first + shown - 1)} of ${countText(count)}`}
        {children}
      </span>
      {pages > 1 && (
        <span className="pager-keys">
          <Step to={page > 1 ? pageAt(page - 1) : null} label={`Newer ${many}`} Icon={ChevronLeft} />
          <Step to={page < pages ? pageAt(page + 1) : null} label={`Older ${many}`} Icon={ChevronRight} />
        </span>
      )}
    </nav>
  );
}
