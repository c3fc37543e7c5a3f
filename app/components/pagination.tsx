import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { buttonVariants } from './button.tsx';

/** A neighboring page: its name and its URL, or null where the list ends. */
type PageTarget = { label: string; to: string | null };

type Props = {
  /** Accessible name of the navigation. */
  label: string;
  /** What is shown: `51–100 of 230 orders`. */
  children?: ReactNode;
  previous: PageTarget;
  next: PageTarget;
  /** Shows the names beside the arrows and hides links where the list ends. */
  showLabels?: boolean;
  /** Keeps the scroll position when the page changes. */
  preventScrollReset?: boolean;
};

/** Links to the neighboring pages of a list. Without pages in both directions, it shows only `children`. */
export function Pagination({ label, children, previous, next, showLabels = false, preventScrollReset = false }: Props) {
  const linkProps = { showLabels, preventScrollReset };
  const hasPages = previous.to !== null || next.to !== null;
  return (
    <nav className="pager small" aria-label={label}>
      {children && <span className="muted num">{children}</span>}
      {hasPages && (
        <span className="pager-keys">
          <PageLink {...previous} {...linkProps} Icon={ChevronLeft} />
          <PageLink {...next} {...linkProps} Icon={ChevronRight} isIconLast />
        </span>
      )}
    </nav>
  );
}

type PageLinkProps = PageTarget &
  Required<Pick<Props, 'showLabels' | 'preventScrollReset'>> & { Icon: LucideIcon; isIconLast?: boolean };

function PageLink({ label, to, Icon, isIconLast = false, showLabels, preventScrollReset }: PageLinkProps) {
  const icon = <Icon className="i" aria-hidden="true" />;
  if (showLabels)
    return to === null ? null : (
      <Link className={buttonVariants('plain', 'sm')} to={to} preventScrollReset={preventScrollReset}>
        {!isIconLast && icon}
        {label}
        {isIconLast && icon}
      </Link>
    );
  const className = buttonVariants('plain', 'sm', 'icon');
  if (to === null)
    return (
      <span className={className} role="link" aria-disabled="true" aria-label={label}>
        {icon}
      </span>
    );
  return (
    <Link className={className} to={to} aria-label={label} preventScrollReset={preventScrollReset}>
      {icon}
    </Link>
  );
}
