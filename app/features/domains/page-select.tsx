import type { FieldProps } from '#app/components/field.tsx';
import { NativeSelect } from '#app/components/select.tsx';
import { domainMessages } from '#content/messages/domains.ts';
import { getPageName } from '#domain/page-name.ts';
import type { PageSummary } from '#domain/rpc-contract.ts';
import type { SellerDomain } from '#domain/seller-domain.ts';

import { isServing } from './domain-display.ts';

const messages = domainMessages.page;

export type PageOption = { id: string; label: string; disabled: boolean };

const isOnSale = ({ state }: PageSummary): boolean => state === 'published' || state === 'changed';

function getOptionLabel(pageSummary: PageSummary, currentDomain: SellerDomain | undefined, disabled: boolean): string {
  const page = getPageName(pageSummary);
  if (!currentDomain) return isOnSale(pageSummary) ? page : messages.unpublished({ page });
  const names = { page, domain: currentDomain.name };
  return disabled ? messages.usedBy(names) : messages.movesFrom(names);
}

/**
 * Page options of a domain. A page has at most one domain: selecting it for an existing domain moves it, and a new domain
 * (`domainId` is null) cannot take it from a working one.
 */
export function getPageOptions(
  pages: readonly PageSummary[],
  domains: readonly SellerDomain[],
  domainId: string | null,
): PageOption[] {
  return pages
    .filter(({ id, archived }) => !archived || domains.some(({ page }) => page?.id === id))
    .map((page) => {
      const currentDomain = domains.find((domain) => domain.page?.id === page.id && domain.id !== domainId);
      const disabled = domainId === null && currentDomain !== undefined && isServing(currentDomain);
      return { id: page.id, label: getOptionLabel(page, currentDomain, disabled), disabled };
    });
}

/** Preselected page of a new domain: the first page on sale without a domain. */
export const getDefaultPageId = (pages: readonly PageSummary[], domains: readonly SellerDomain[]): string => {
  const freePage = pages.find(
    (page) => isOnSale(page) && !page.archived && !domains.some((domain) => domain.page?.id === page.id),
  );
  return freePage?.id ?? '';
};

type Props = {
  fieldProps: FieldProps;
  value: string;
  pageOptions: readonly PageOption[];
  /** Current page, which can be missing from the options. */
  currentPage?: { id: string; name: string } | null;
  disabled?: boolean;
  onChange: (pageId: string) => void;
};

/** Select with the seller's pages and an empty option. */
export function PageSelect({ fieldProps, value, pageOptions, currentPage = null, disabled = false, onChange }: Props) {
  const isListed = currentPage === null || pageOptions.some(({ id }) => id === currentPage.id);
  return (
    <NativeSelect
      {...fieldProps}
      value={value}
      disabled={disabled}
      options={[
        { value: '', label: messages.none },
        ...(!isListed && currentPage ? [{ value: currentPage.id, label: getPageName(currentPage) }] : []),
        ...pageOptions.map(({ id, ...option }) => ({ value: id, ...option })),
      ]}
      onChange={onChange}
    />
  );
}
