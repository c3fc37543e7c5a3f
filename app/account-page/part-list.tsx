import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';

import { Key } from '#app/ui/key.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';

import type { Reading } from './use-reading.ts';

type Props<T> = {
  reading: Reading<T> & { retry: () => void };
  /** Names the data in the error message: "Your sessions". */
  what: string;
  rows: number;
  children: (value: T) => ReactNode;
};

/** Renders a query of a section: skeleton, error with retry, or data. */
export function PartList<T>({ reading, what, rows, children }: Props<T>) {
  if (reading.state === 'loading') return <Skeleton rows={rows} />;
  if (reading.state === 'ready') return children(reading.value);
  return (
    <div className="sheet acc-failed" role="alert">
      <CircleAlert className="i" aria-hidden="true" />
      <p>{what} could not be loaded.</p>
      <Key size="sm" onClick={reading.retry}>
        <RotateCw className="i" aria-hidden="true" />
        Try again
      </Key>
    </div>
  );
}
