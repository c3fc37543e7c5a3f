import { Archive, Ban, CircleDot, CircleOff, CirclePause, FilePenLine, Pencil } from 'lucide-react';

import type { BadgeProps } from '#app/components/badge.tsx';
import { pageMessages } from '#content/messages/pages.ts';
import type { PageState, PageSummary } from '#domain/rpc-contract.ts';

const { states } = pageMessages;

const PAGE_STATE_BADGES: Record<PageState, BadgeProps> = {
  draft: { label: states.draft, variant: 'canary', Icon: Pencil },
  published: { label: states.published, variant: 'mint', Icon: CircleDot },
  changed: { label: states.changed, variant: 'canary', Icon: FilePenLine },
  unpublished: { label: states.unpublished, Icon: CircleOff },
};
const SUSPENDED_BADGE: BadgeProps = { label: states.suspended, variant: 'pink', Icon: Ban };
const PAUSED_BADGE: BadgeProps = { label: states.paused, variant: 'canary', Icon: CirclePause };
const ARCHIVED_BADGE: BadgeProps = { label: states.archived, Icon: Archive };

/** True if the page is published; buyers can pay once the seller's Stripe account is complete. */
export const isOnSale = ({ state }: PageSummary): boolean => state === 'published' || state === 'changed';

/** Badge of a page; an archived page that still sells shows its sales state. */
export function getPageBadge(page: PageSummary): BadgeProps {
  if (page.hold?.kind === 'suspended') return SUSPENDED_BADGE;
  if (page.hold && isOnSale(page)) return PAUSED_BADGE;
  return page.archived && !isOnSale(page) ? ARCHIVED_BADGE : PAGE_STATE_BADGES[page.state];
}

/** Public URL: the root of the custom domain if there is one, else the page's own URL. */
export const getPublicUrl = ({ url, domainUrl }: Pick<PageSummary, 'url' | 'domainUrl'>): string | null =>
  domainUrl ?? url;
