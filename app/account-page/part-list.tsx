import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '#app/ui/key.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';

import type { QueryState } from './use-reading.ts';

type SectionQueryProps<T> = {
  query: QueryState<T> & { retry: () => void };
  /** Names the data in the error message: "Your sessions". */
  subject: string;
  rows: number;
  children: (value: T) => ReactNode;
};

/** Renders a query of a section: skeleton, error with retry, or data. */
export function SectionQuery<T>({ query, subject, rows, children }: SectionQueryProps<T>) {
  if (query.status === 'loading') return <Skeleton rows={rows} />;
  if (query.status === 'ready') return children(query.data);
  return (
    <div className="sheet acc-failed" role="alert">
      <CircleAlert className="i" aria-hidden="true" />
      <p>{subject} could not be loaded.</p>
      <Button size="sm" onClick={query.retry}>
        <RotateCw className="i" aria-hidden="true" />
        Try again
      </Button>
    </div>
  );
}
