import type { LucideIcon } from 'lucide-react';

export type BadgeProps = { label: string; variant?: 'mint' | 'canary' | 'pink' | 'blue'; Icon: LucideIcon };

/** A status label with an icon. Color never carries the meaning alone. */
export function Badge({ label, variant, Icon }: BadgeProps) {
  return (
    <span className={variant ? `badge ${variant}` : 'badge'}>
      <Icon className="i" aria-hidden="true" />
      {label}
    </span>
  );
}
