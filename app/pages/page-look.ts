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

/** Whether buyers can pay on it, or would once the seller's account is in order. */
export const isOnSale = ({ state }: PageSummary): boolean => state === 'published' || state === 'changed';

/** A page put away is told as that, unless it still sells. */
export function lookOf(page: PageSummary): BadgeLook {
  if (page.hold?.kind === 'suspended') return TAKEN_DOWN;
  if (page.hold && isOnSale(page)) return PAUSED;
  return page.archived && !isOnSale(page) ? ARCHIVED : LOOKS[page.state];
}

export const nameOf = ({ name }: Pick<PageSummary, 'name'>): string => name.trim() || 'Untitled page';

/** Where buyers find it: at the root of the seller's own domain where it has one, else at the shop's address. */
export const addressOf = ({ url, domainUrl }: Pick<PageSummary, 'url' | 'domainUrl'>): string | null =>
  domainUrl ?? url;
