import { LoaderCircle } from 'lucide-react';
import type { ComponentProps } from 'react';

export type ButtonVariant = 'plain' | 'primary' | 'brass' | 'red' | 'bare' | 'enamel';
type Props = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: 'sm' | 'md' | 'lg';
  /** Label while an action runs, e.g. "Publishing...". Clicks are ignored meanwhile. */
  busyLabel?: string | false;
};

/** Class names of a button, for links that are styled as one. */
export const buttonVariants = (
  variant: ButtonVariant = 'plain',
  size: 'sm' | 'md' | 'lg' = 'md',
  extraClassName = '',
): string =>
  ['key', variant === 'plain' ? '' : variant, size === 'md' ? '' : size, extraClassName].filter(Boolean).join(' ');

/** A button. While busy it stays in the tab order, keeps its style, and ignores clicks. */
export function Button({ variant, size, busyLabel = false, className, onClick, children, ...buttonProps }: Props) {
  return (
    <button
      type="button"
      {...buttonProps}
      className={buttonVariants(variant, size, className)}
      aria-busy={busyLabel ? true : undefined}
      onClick={busyLabel ? (event) => event.preventDefault() : onClick}
    >
      {busyLabel ? (
        <>
          <LoaderCircle className="i" aria-hidden="true" />
          {busyLabel}
        </>
      ) : (
        children
      )}
    </button>
  );
}
