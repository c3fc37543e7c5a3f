import { Archive, Ban, CircleDot, CircleOff, CirclePause, FilePenLine, Pencil } from 'lucide-react';

import type { BadgeLook } from '#app/ui/badge.tsx';
import type { PageState, PageSummary } from '#domain/calls.ts';

const LOOKS: Record<PageState, BadgeLook> = {
  draft: { label: 'Draft', tint: 'canary', Icon: Pencil },
  published: { label: 'Published', tint: 'mint', Icon: CircleDot },
  changed: { label: 'Changed', tint: 'canary', Icon: FilePenLine },
  unpublished: { label: 'Unpublished', Icon: CircleOff },
};
const TAKEN_DOWN: BadgeLook = { label: 'Taken down', tint: 'pink', Icon: Ban };
const PAUSED: BadgeLook = { label: 'Paused', tint: 'canary', Icon: CirclePause };
const ARCHIVED: BadgeLook = { label: 'Archived', Icon: Archive };

/** True if the page is published; buyers can pay once the seller's Stripe account is complete. */
export const isOnSale = ({ state }: PageSummary): boolean => state === 'published' || state === 'changed';

/** Badge of a page; an archived page that still sells shows its sales state. */
export function lookOf(page: PageSummary): BadgeLook {
  if (page.hold?.kind === 'suspended') return TAKEN_DOWN;
  if (page.hold && isOnSale(page)) return PAUSED;
  return page.archived && !isOnSale(page) ? ARCHIVED : LOOKS[page.state];
}

export const nameOf = ({ name }: Pick<PageSummary, 'name'>): string => name.trim() || 'Untitled page';

/** Public URL: the root of the custom domain if there is one, else the page's own URL. */
export const addressOf = ({ url, domainUrl }: Pick<PageSummary, 'url' | 'domainUrl'>): string | null =>
  domainUrl ?? url;
