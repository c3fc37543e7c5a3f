import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { Key, keyClass } from '#app/ui/key.tsx';

type NoMatchProps = { one: string; search: string; onClear: () => void; children?: ReactNode };

/** Empty state of a search without results. `entryName`: singular noun for the list's entries. */
export function NoMatch({ one, search, onClear, children }: NoMatchProps) {
  return (
    <div className="order-none">
      <p className="h3 order-none-title">
        <SearchX className="i" aria-hidden="true" />
        <span>
          {search ? (
            <>
              No {one} has words that begin with “<bdi>{search}</bdi>”
            </>
          ) : (
            `No ${one} is like this`
          )}
        </span>
      </p>
      {children}
      <Key size="sm" onClick={onClear}>
        Clear filters
      </Key>
    </div>
  );
}

/** Empty state for a page number beyond the end of the list. */
export function NoSuchPage({ first, label }: { first: URLSearchParams; label: string }) {
  return (
    <div className="order-none">
      <h2 className="h3">Nothing on this page</h2>
      <p className="muted small">The list ends earlier.</p>
      <Link className={keyClass('plain', 'sm')} to={`?${first.toString()}`}>
        {label}
      </Link>
    </div>
  );
}

/** Empty state of a list that never had entries. */
export function NothingYet({
  flags,
  title,
  children,
}: {
  flags: ReactNode;
  title: string;
  children: string;
}) {
  return (
    <div className="sheet pad blank">
      {flags}
      <h2 className="h2">{title}</h2>
      <p className="muted">{children}</p>
      <Link className={keyClass('primary')} to="/pages">
        To your pages
      </Link>
    </div>
  );
}
