import type { LucideIcon } from 'lucide-react';

export type BadgeLook = { label: string; tint?: 'mint' | 'canary' | 'pink' | 'blue'; Icon: LucideIcon };

/** A state: icon, word and tint, never the tint alone. */
export function Badge({ label, tint, Icon }: BadgeLook) {
  return (
    <span className={tint ? `badge ${tint}` : 'badge'}>
      <Icon className="i" aria-hidden="true" />
      {label}
    </span>
  );
}
