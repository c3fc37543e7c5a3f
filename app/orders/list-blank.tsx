import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { Button, buttonVariants } from '#app/ui/key.tsx';

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
