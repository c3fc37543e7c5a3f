import { LoaderCircle } from 'lucide-react';
import type { ComponentProps } from 'react';

export type KeyKind = 'plain' | 'primary' | 'brass' | 'red' | 'bare' | 'enamel';
type Props = ComponentProps<'button'> & {
  kind?: KeyKind;
  size?: 'sm' | 'md' | 'lg';
  /** Label while an action runs, e.g. "Publishing...". Clicks are ignored meanwhile. */
  busy?: string | false;
};

/** Class names of a button, for links that are styled as one. */
export const keyClass = (kind: KeyKind = 'plain', size: 'sm' | 'md' | 'lg' = 'md', more = ''): string =>
  ['key', kind === 'plain' ? '' : kind, size === 'md' ? '' : size, more].filter(Boolean).join(' ');

/** A button. While busy it stays in the tab order, keeps its style, and ignores clicks. */
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
