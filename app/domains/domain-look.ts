import { Check, CircleOff, FilePlus2, Hourglass, Ticket, TriangleAlert } from 'lucide-react';

import type { BadgeLook } from '#app/ui/badge.tsx';
import { utcText } from '#app/ui/utc-time.tsx';
import { FAILED_CHECKS_UNTIL_OFF, type DomainState, type SellerDomain } from '#domain/seller-domain.ts';

export type DomainLook = { badge: BadgeLook; about: string };

/** Formats the day, such as 20 Nov 2026. */
const dayOf = (iso: string): string => utcText(iso).split(',')[0] ?? '';

const LOOKS: Record<DomainState, DomainLook> = {
  pending: {
    badge: { label: 'Waiting for DNS', tint: 'canary', Icon: Hourglass },
    about: 'Write its records at your registrar. We look again by ourselves.',
  },
  live: {
    badge: { label: 'Live', tint: 'mint', Icon: Check },
    about: 'Buyers find your page here.',
  },
  failing: {
    badge: { label: 'Check failed', tint: 'pink', Icon: TriangleAlert },
    about: `It still works. After ${FAILED_CHECKS_UNTIL_OFF} failed checks, one a day, it is switched off.`,
  },
  off: {
    badge: { label: 'Switched off', tint: 'pink', Icon: CircleOff },
    about: 'Whoever opens it sees an error. Put its records right, then check.',
  },
};

const NOT_IN_PLAN: DomainLook = {
  badge: { label: 'Needs Growth', tint: 'blue', Icon: Ticket },
  about: 'It leads to the page’s own address, as your plan has no domains.',
};

const NO_PAGE: DomainLook = {
  badge: { label: 'No page yet', tint: 'canary', Icon: FilePlus2 },
  about: 'It leads here, and nothing is on sale. Choose its page.',
};

/** Badge and description of a domain: DNS state first, then the plan, then the page. */
export function lookOf({ state, allowed, page, provenAt }: SellerDomain): DomainLook {
  if (state !== 'live') return LOOKS[state];
  if (!allowed) return NOT_IN_PLAN;
  if (!page) return NO_PAGE;
  const { badge, about } = LOOKS.live;
  return { badge, about: provenAt ? `${about.slice(0, -1)} since ${dayOf(provenAt)}.` : about };
}

/** True if the seller must do something. */
export const needsCare = (domain: SellerDomain): boolean =>
  domain.state !== 'live' || (domain.allowed && domain.page === null);

/** True if the domain serves our content. */
export const answers = ({ state }: SellerDomain): boolean => state === 'live' || state === 'failing';
