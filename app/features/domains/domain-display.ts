import { Check, CircleOff, FilePlus2, Hourglass, Ticket, TriangleAlert } from 'lucide-react';

import type { BadgeProps } from '#app/components/badge.tsx';
import { formatDay } from '#app/components/utils/reader-formats.ts';
import { domainMessages } from '#content/messages/domains.ts';
import { MAX_FAILED_CHECKS, type DomainState, type SellerDomain } from '#domain/seller-domain.ts';

const messages = domainMessages.status;

type DomainDisplay = { badge: BadgeProps; description: string };

const DOMAIN_STATE_DISPLAYS: Record<DomainState, DomainDisplay> = {
  pending: {
    badge: { label: messages.pending.label, variant: 'canary', Icon: Hourglass },
    description: messages.pending.description,
  },
  live: {
    badge: { label: messages.live.label, variant: 'mint', Icon: Check },
    description: messages.live.description,
  },
  failing: {
    badge: { label: messages.failing.label, variant: 'pink', Icon: TriangleAlert },
    description: messages.failing.description({ limit: MAX_FAILED_CHECKS }),
  },
  off: {
    badge: { label: messages.off.label, variant: 'pink', Icon: CircleOff },
    description: messages.off.description,
  },
};

const NOT_IN_PLAN_DISPLAY: DomainDisplay = {
  badge: { label: messages.notInPlan.label, variant: 'blue', Icon: Ticket },
  description: messages.notInPlan.description,
};

const NO_PAGE_DISPLAY: DomainDisplay = {
  badge: { label: messages.noPage.label, variant: 'canary', Icon: FilePlus2 },
  description: messages.noPage.description,
};

/** Badge and description of a domain: DNS state first, then the plan, then the page. */
export function getDomainDisplay({ state, allowed, page, verifiedAt }: SellerDomain): DomainDisplay {
  if (state !== 'live') return DOMAIN_STATE_DISPLAYS[state];
  if (!allowed) return NOT_IN_PLAN_DISPLAY;
  if (!page) return NO_PAGE_DISPLAY;
  const { badge, description } = DOMAIN_STATE_DISPLAYS.live;
  return {
    badge,
    description: verifiedAt ? messages.liveSince({ date: formatDay(verifiedAt) }) : description,
  };
}

/** True if the seller must do something. */
export const needsAction = (domain: SellerDomain): boolean =>
  domain.state !== 'live' || (domain.allowed && domain.page === null);

/** True if the domain serves our content. */
export const isServing = ({ state }: SellerDomain): boolean => state === 'live' || state === 'failing';
