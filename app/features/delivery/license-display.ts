import { Check, CircleDashed, Clock, Pause, Replace, X } from 'lucide-react';

import type { BadgeProps } from '#app/components/badge.tsx';
import { licenseMessages } from '#content/messages/licenses.ts';
import type { CurrentLicenseState } from '#domain/entitlement.ts';

const { states } = licenseMessages;

export const LICENSE_BADGES: Record<CurrentLicenseState, BadgeProps> = {
  unused: { label: states.unused, Icon: CircleDashed },
  active: { label: states.active, variant: 'mint', Icon: Check },
  paused: { label: states.paused, variant: 'canary', Icon: Pause },
  expired: { label: states.expired, Icon: Clock },
  ended: { label: states.ended, Icon: X },
  replaced: { label: states.replaced, Icon: Replace },
};
