import type { PageSummary } from '#domain/calls.ts';
import type { SellerDomain } from '#domain/seller-domain.ts';

import { answers } from './domain-look.ts';

export type PageChoice = { id: string; label: string; disabled: boolean };

const isOnSale = ({ state }: PageSummary): boolean => state === 'published' || state === 'changed';

function noteOf(page: PageSummary, at: SellerDomain | undefined, disabled: boolean): string {
  if (at) return disabled ? ` (stands at ${at.name})` : ` (moves here from ${at.name})`;
  return isOnSale(page) ? '' : ' (not published)';
}

/**
 * Page options of a domain. A page has at most one domain: selecting it for an existing domain moves it, and a new domain
 * (`domainId` is null) cannot take it from a working one.
 */
export function pageChoices(
  pages: readonly PageSummary[],
  domains: readonly SellerDomain[],
  here: string | null,
): PageChoice[] {
  return pages
    .filter(({ id, archived }) => !archived || domains.some(({ page }) => page?.id === id))
    .map((page) => {
      const at = domains.find((domain) => domain.page?.id === page.id && domain.id !== here);
      const name = page.name.trim() || 'Untitled page';
      const disabled = here === null && at !== undefined && answers(at);
      return { id: page.id, label: name + noteOf(page, at, disabled), disabled };
    });
}

/** Preselected page of a new domain: the first page on sale without a domain. */
export const firstChoice = (pages: readonly PageSummary[], domains: readonly SellerDomain[]): string => {
  const free = pages.find(
    (page) => isOnSale(page) && !page.archived && !domains.some((domain) => domain.page?.id === page.id),
  );
  return free?.id ?? '';
};
