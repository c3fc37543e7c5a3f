import type { PageState, PageSummary, Takings } from '#domain/calls.ts';
import { configFromStored } from '#domain/checkout-page-schema.ts';
import { priceText } from '#domain/price.ts';

import type { Context } from '#server/context.ts';
import { domainOrigin } from '#server/hosts/domain-origin.ts';
import { isAllowed, type Root } from '#server/hosts/site.ts';
import { pageHoldOf } from './page-hold.ts';
import type { PageRow, PageWithDraft } from '#server/db/pages.ts';

export const addressOf = (context: Context, slug: string | null) =>
  slug && `${context.config.appUrl}/c/${slug}`;

type StateFacts = Pick<PageRow, 'liveVersion' | 'unpublishedAt'> &
  Pick<PageWithDraft, 'revision' | 'publishedRevision'>;

export function stateOf({ liveVersion, unpublishedAt, revision, publishedRevision }: StateFacts): PageState {
  if (liveVersion === 0) return 'draft';
  if (unpublishedAt) return 'unpublished';
  return revision === publishedRevision ? 'published' : 'changed';
}

/** Root URL of the page's domain, or null if the seller's plan does not include domains. */
export const domainUrlOf = (
  { config, now }: Context,
  domain: Pick<Root, 'host' | 'plan' | 'accessUntil'> | null,
): string | null => (domain && isAllowed(domain, now()) ? domainOrigin(config, domain.host) : null);

export function summaryOf(
  context: Context,
  row: PageWithDraft,
  { domainUrl, sales }: Pick<PageSummary, 'domainUrl' | 'sales'>,
): PageSummary {
  const config = configFromStored(row.schema, row.config);
  const { layout, accentColor, productImage } = config;
  return {
    id: row.id,
    name: row.name ?? config.productName,
    slug: row.slug,
    url: addressOf(context, row.slug),
    domainUrl,
    state: stateOf(row),
    archived: row.archivedAt !== null,
    hold: pageHoldOf(row, context.realNow()),
    updatedAt: row.updatedAt.toISOString(),
    priceText: config.price ? priceText(config) : '',
    thumbnail: { layout, accentColor, productImage },
    sales,
  };
}

type OfPage = { pageId: string };

/** Picks the sales of one page from the rows of all pages. */
export function salesOf(
  pageId: string,
  sold: readonly (OfPage & { count: number })[],
  takings: readonly (OfPage & Takings)[],
): PageSummary['sales'] {
  return {
    count: sold.find((row) => row.pageId === pageId)?.count ?? 0,
    takings: takings
      .filter((row) => row.pageId === pageId)
      .map(({ currency, amount }) => ({ currency, amount })),
  };
}
