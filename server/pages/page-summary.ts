import { parseStoredConfig } from '#domain/checkout-page-schema.ts';
import { formatPrice } from '#domain/format-price.ts';
import type { PageSuspension } from '#domain/page-moderation.ts';
import type { PageState, PageSummary, Revenue } from '#domain/rpc-contract.ts';
import { isPlanActive } from '#domain/subscription.ts';
import type { Context } from '#server/core/context.ts';
import { domainOrigin, includesDomains, type TenantDomain } from '#server/core/site.ts';
import { countPaidOrders } from '#server/ledger/queries/orders.ts';
import { listHostsOfPages } from '#server/pages/queries/page-domains.ts';
import { sumNetRevenue } from '#server/pages/queries/page-revenue.ts';
import type { PageRow, PageWithDraft } from '#server/pages/queries/pages.ts';
import { findPlanRow } from '#server/sellers/seller-plans.ts';

type SuspensionFields = Pick<PageRow, 'suspendedAt' | 'suspensionReason' | 'pausedUntil' | 'pauseCause'>;

/** Returns why a page takes no payments against its seller's will at `realNow`. A suspension wins over a pause. */
export function getPageSuspension(
  { suspendedAt, suspensionReason, pausedUntil, pauseCause }: SuspensionFields,
  realNow: Date,
): PageSuspension | null {
  if (suspendedAt) return { kind: 'suspended', reason: suspensionReason ?? '', since: suspendedAt.toISOString() };
  if (!pausedUntil || pausedUntil <= realNow) return null;
  return { kind: 'paused', by: pauseCause ?? 'refusals', until: pausedUntil.toISOString() };
}

export const getPageUrl = (context: Pick<Context, 'config'>, slug: string | null) =>
  slug && `${context.config.appUrl}/c/${slug}`;

type StateFacts = Pick<PageRow, 'liveVersion' | 'unpublishedAt'> &
  Pick<PageWithDraft, 'revision' | 'publishedRevision'>;

export function getPageState({ liveVersion, unpublishedAt, revision, publishedRevision }: StateFacts): PageState {
  if (liveVersion === 0) return 'draft';
  if (unpublishedAt) return 'unpublished';
  return revision === publishedRevision ? 'published' : 'changed';
}

/** Root URL of the page's domain, or null if the seller's plan does not include domains. */
export const getDomainUrl = (
  { config, now }: Pick<Context, 'config' | 'now'>,
  domain: Pick<TenantDomain, 'host' | 'plan' | 'accessUntil'> | null,
): string | null => (domain && includesDomains(domain, now()) ? domainOrigin(config, domain.host) : null);

function toPageSummary(
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

function getPageSales(
  pageId: string,
  orderCounts: readonly (PageRef & { count: number })[],
  revenueRows: readonly (PageRef & Revenue)[],
): PageSummary['sales'] {
  return {
    count: orderCounts.find((row) => row.pageId === pageId)?.count ?? 0,
    takings: revenueRows.filter((row) => row.pageId === pageId).map(({ currency, amount }) => ({ currency, amount })),
  };
}

/** Summaries of a seller's pages as lists show them. `access` says whether the plan keeps published pages on sale. */
export async function loadPageSummaries(
  context: Context,
  sellerId: string,
  rows: readonly PageWithDraft[],
): Promise<{ pages: PageSummary[]; access: boolean }> {
  const { db, mode } = context;
  const orderCounts = await countPaidOrders(db, sellerId, mode);
  const revenueRows = await sumNetRevenue(db, sellerId, mode);
  const plan = await findPlanRow(db, sellerId, mode);
  const hosts = await listHostsOfPages(db, sellerId);
  return {
    pages: rows.map((row) => {
      const host = hosts.get(row.id);
      const domainUrl = host && plan ? getDomainUrl(context, { ...plan, host }) : null;
      return toPageSummary(context, row, { domainUrl, sales: getPageSales(row.id, orderCounts, revenueRows) });
    }),
    access: isPlanActive(plan, context.now()),
  };
}
