import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

export type ButtonVariant = 'plain' | 'primary' | 'brass' | 'red' | 'bare' | 'enamel';
type Props = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: 'sm' | 'md' | 'lg';
  /** Icon before the label. A button without a label needs an `aria-label`. */
  Icon?: LucideIcon;
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
export function Button({ variant, size, Icon, busyLabel = false, className, onClick, children, ...props }: Props) {
  const CurrentIcon = busyLabel ? LoaderCircle : Icon;
  const classes = [Icon && children === undefined && 'icon', className].filter(Boolean).join(' ');
  return (
    <button
      type="button"
      {...props}
      className={buttonVariants(variant, size, classes)}
      aria-busy={busyLabel ? true : undefined}
      onClick={busyLabel ? (event) => event.preventDefault() : onClick}
    >
      {CurrentIcon && <CurrentIcon className="i" aria-hidden="true" />}
      {busyLabel || children}
    </button>
  );
}
