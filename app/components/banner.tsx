import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = {
  variant?: 'blue' | 'canary' | 'pink' | 'mint' | 'plain';
  Icon?: LucideIcon;
  /** Makes the banner a landmark with this name. */
  label?: string;
  /** `status`: announced when it appears. */
  role?: 'status' | 'alert';
  className?: string;
  children: ReactNode;
};

/** A message about the whole screen, with what can be done about it. */
export function Banner({ variant = 'blue', Icon, label, role, className, children }: Props) {
  const Element = label === undefined ? 'div' : 'aside';
  const classes = ['banner', variant !== 'blue' && variant, className].filter(Boolean).join(' ');
  return (
    <Element aria-label={label} role={role} className={classes}>
      {Icon && <Icon className="i" aria-hidden="true" />}
      {children}
    </Element>
  );
}
