import { Check, CircleOff, FilePlus2, Hourglass, Ticket, TriangleAlert } from 'lucide-react';

import type { BadgeProps } from '#app/components/badge.tsx';
import { formatUtc } from '#app/components/utc-time.tsx';
import { MAX_FAILED_CHECKS, type DomainState, type SellerDomain } from '#domain/seller-domain.ts';

export type DomainDisplay = { badge: BadgeProps; description: string };

/** Formats the day, such as 20 Nov 2026. */
const formatDay = (iso: string): string => formatUtc(iso).split(',')[0] ?? '';

const DOMAIN_STATE_DISPLAYS: Record<DomainState, DomainDisplay> = {
  pending: {
    badge: { label: 'Waiting for DNS', variant: 'canary', Icon: Hourglass },
    description: 'Write its records at your registrar. We look again by ourselves.',
  },
  live: {
    badge: { label: 'Live', variant: 'mint', Icon: Check },
    description: 'Buyers find your page here.',
  },
  failing: {
    badge: { label: 'Check failed', variant: 'pink', Icon: TriangleAlert },
    description: `It still works. After ${MAX_FAILED_CHECKS} failed checks, one a day, it is switched off.`,
  },
  off: {
    badge: { label: 'Switched off', variant: 'pink', Icon: CircleOff },
    description: 'Whoever opens it sees an error. Put its records right, then check.',
  },
};

const NOT_IN_PLAN_DISPLAY: DomainDisplay = {
  badge: { label: 'Needs Growth', variant: 'blue', Icon: Ticket },
  description: 'It leads to the page’s own address, as your plan has no domains.',
};

const NO_PAGE_DISPLAY: DomainDisplay = {
  badge: { label: 'No page yet', variant: 'canary', Icon: FilePlus2 },
  description: 'It leads here, and nothing is on sale. Choose its page.',
};

/** Badge and description of a domain: DNS state first, then the plan, then the page. */
export function getDomainDisplay({ state, allowed, page, provenAt }: SellerDomain): DomainDisplay {
  if (state !== 'live') return DOMAIN_STATE_DISPLAYS[state];
  if (!allowed) return NOT_IN_PLAN_DISPLAY;
  if (!page) return NO_PAGE_DISPLAY;
  const { badge, description } = DOMAIN_STATE_DISPLAYS.live;
  return {
    badge,
    description: provenAt ? `${description.slice(0, -1)} since ${formatDay(provenAt)}.` : description,
  };
}

/** True if the seller must do something. */
export const needsAction = (domain: SellerDomain): boolean =>
  domain.state !== 'live' || (domain.allowed && domain.page === null);

/** True if the domain serves our content. */
export const isServing = ({ state }: SellerDomain): boolean => state === 'live' || state === 'failing';
