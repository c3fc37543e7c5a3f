import type { PageSummary } from '#domain/calls.ts';
import type { SellerDomain } from '#domain/seller-domain.ts';

export type PageChoice = { id: string; label: string; disabled: boolean };

const isOnSale = ({ state }: PageSummary): boolean => state === 'published' || state === 'changed';

/** The pages that can stand at a domain: a page has one domain at most, and keeps the one that it has. */
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
      const told = at ? ` (stands at ${at.name})` : isOnSale(page) ? '' : ' (not published)';
      return { id: page.id, label: name + told, disabled: at !== undefined };
    });
}

/** What a new domain begins with: the first page on sale that has none. */
export const firstChoice = (pages: readonly PageSummary[], domains: readonly SellerDomain[]): string => {
  const free = pages.find(
    (page) => isOnSale(page) && !page.archived && !domains.some((domain) => domain.page?.id === page.id),
  );
  return free?.id ?? '';
};
