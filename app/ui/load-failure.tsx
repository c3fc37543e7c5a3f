import { CircleAlert, RotateCw } from 'lucide-react';

import { Key } from './key.tsx';

type Props = { what: string; why: string; onRetry: () => void };

/** Shown in place of a list that failed to load: what is missing, why, and a retry button. */
export function LoadFailure({ what, why, onRetry }: Props) {
  return (
    <div className="sheet pad blank" role="alert">
      <p className="h2 blank-title">
        <CircleAlert className="i" aria-hidden="true" />
        {what}
      </p>
      <p className="muted">{why}</p>
      <Key onClick={onRetry}>
        <RotateCw className="i" aria-hidden="true" />
        Try again
      </Key>
    </div>
  );
}
