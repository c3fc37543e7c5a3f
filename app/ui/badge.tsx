import type { LucideIcon } from 'lucide-react';

export type BadgeLook = { label: string; tint?: 'mint' | 'canary' | 'pink' | 'blue'; Icon: LucideIcon };

/** A status label with an icon. Color never carries the meaning alone. */
export function Badge({ label, tint, Icon }: BadgeLook) {
  return (
    <span className={tint ? `badge ${tint}` : 'badge'}>
      <Icon className="i" aria-hidden="true" />
      {label}
    </span>
  );
}
