import type { PageState, PageSummary, Revenue } from '#domain/calls.ts';
import { parseStoredConfig } from '#domain/checkout-page-schema.ts';
import { formatPrice } from '#domain/price.ts';

import type { Context } from '#server/context.ts';
import { domainOrigin } from '#server/hosts/domain-origin.ts';
import { includesDomains, type TenantDomain } from '#server/hosts/site.ts';
import { getPageSuspension } from './page-hold.ts';
import type { PageRow, PageWithDraft } from '#server/db/pages.ts';

export const getPageUrl = (context: Context, slug: string | null) => slug && `${context.config.appUrl}/c/${slug}`;

type StateFacts = Pick<PageRow, 'liveVersion' | 'unpublishedAt'> &
  Pick<PageWithDraft, 'revision' | 'publishedRevision'>;

export function getPageState({ liveVersion, unpublishedAt, revision, publishedRevision }: StateFacts): PageState {
  if (liveVersion === 0) return 'draft';
  if (unpublishedAt) return 'unpublished';
  return revision === publishedRevision ? 'published' : 'changed';
}

/** Root URL of the page's domain, or null if the seller's plan does not include domains. */
export const getDomainUrl = (
  { config, now }: Context,
  domain: Pick<TenantDomain, 'host' | 'plan' | 'accessUntil'> | null,
): string | null => (domain && includesDomains(domain, now()) ? domainOrigin(config, domain.host) : null);

export function toPageSummary(
  context: Context,
  row: PageWithDraft,
  { domainUrl, sales }: Pick<PageSummary, 'domainUrl' | 'sales'>,
): PageSummary {
  const config = parseStoredConfig(row.schema, row.config);
  const { layout, accentColor, productImage } = config;
  return {
    id: row.id,
    name: row.name ?? config.productName,
    slug: row.slug,
    url: getPageUrl(context, row.slug),
    domainUrl,
    state: getPageState(row),
    archived: row.archivedAt !== null,
    hold: getPageSuspension(row, context.realNow()),
    updatedAt: row.updatedAt.toISOString(),
    priceText: config.price ? formatPrice(config) : '',
    thumbnail: { layout, accentColor, productImage },
    sales,
  };
}

type PageRef = { pageId: string };

/** Picks the sales of one page from the rows of all pages. */
export function getPageSales(
  pageId: string,
  orderCounts: readonly (PageRef & { count: number })[],
  revenueRows: readonly (PageRef & Revenue)[],
): PageSummary['sales'] {
  return {
    count: orderCounts.find((row) => row.pageId === pageId)?.count ?? 0,
    takings: revenueRows.filter((row) => row.pageId === pageId).map(({ currency, amount }) => ({ currency, amount })),
  };
}
