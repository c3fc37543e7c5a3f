import { CircleAlert, RotateCw } from 'lucide-react';

import { Button } from './button.tsx';

type Props = { title: string; description: string; onRetry: () => void };

/** Shown in place of a list that failed to load: what is missing, why, and a retry button. */
export function ErrorState({ title, description, onRetry }: Props) {
  return (
    <div className="sheet pad blank" role="alert">
      <p className="h2 empty-state__title">
        <CircleAlert className="i" aria-hidden="true" />
        {title}
      </p>
      <p className="muted">{description}</p>
      <Button Icon={RotateCw} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
