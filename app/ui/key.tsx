import { LoaderCircle } from 'lucide-react';
import type { ComponentProps } from 'react';

export type KeyKind = 'plain' | 'primary' | 'brass' | 'red' | 'bare' | 'enamel';
type Props = ComponentProps<'button'> & {
  kind?: KeyKind;
  size?: 'sm' | 'md' | 'lg';
  /** What it says while it works, e.g. 'Publishing...'; presses are then ignored. */
  busy?: string | false;
};

/** The classes of a key, for links that look like one. */
export const keyClass = (kind: KeyKind = 'plain', size: 'sm' | 'md' | 'lg' = 'md', more = ''): string =>
  ['key', kind === 'plain' ? '' : kind, size === 'md' ? '' : size, more].filter(Boolean).join(' ');

/** A button. While busy it keeps its look and its place in the tab order, and does nothing. */
export function Key({ kind, size, busy = false, className, onClick, children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={keyClass(kind, size, className)}
      aria-busy={busy ? true : undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? (
        <>
          <LoaderCircle className="i" aria-hidden="true" />
          {busy}
        </>
      ) : (
        children
      )}
    </button>
  );
}
