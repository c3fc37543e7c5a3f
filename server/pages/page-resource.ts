import { toPageConfig } from '#domain/api-resources/page-config.ts';
import type { CheckoutPageResource } from '#domain/api-resources/page-resources.ts';
import type { Metadata } from '#domain/checkout-link.ts';
import { parseStoredConfig } from '#domain/checkout-page-schema.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { findDomainOfPage, listHostsOfPages } from '#server/pages/queries/page-domains.ts';
import { findPageWithDraft, updatePage, type PageWithDraft } from '#server/pages/queries/pages.ts';
import { findPlanRow } from '#server/sellers/seller-plans.ts';
import { buildPageEvent, type PageChange } from '#server/webhooks/build-page-event.ts';
import { emitWebhooks } from '#server/webhooks/emit-webhooks.ts';

import { getDomainUrl, getPageState, getPageSuspension, getPageUrl } from './page-summary.ts';

// Pages as the API, webhooks and the event log show them.

function toRestriction(row: PageWithDraft, realNow: Date): CheckoutPageResource['restriction'] {
  const suspension = getPageSuspension(row, realNow);
  if (!suspension) return null;
  const { kind } = suspension;
  if (kind === 'suspended') return { kind, reason: suspension.reason, startedAt: suspension.since, resumesAt: null };
  const reason = suspension.by === 'refusals' ? 'declined_cards' : suspension.by;
  return { kind, reason, startedAt: null, resumesAt: suspension.until };
}

/** Operator commands have only a part of the context. */
type PageContext = Pick<Context, 'config' | 'mode' | 'now' | 'realNow'>;

export function toPageResource(
  context: PageContext,
  row: PageWithDraft,
  domainUrl: string | null,
): CheckoutPageResource {
  const config = toPageConfig(parseStoredConfig(row.schema, row.config));
  return {
    id: row.id,
    name: row.name,
    state: getPageState(row),
    archived: row.archivedAt !== null,
    restriction: toRestriction(row, context.realNow()),
    productName: config.productName,
    currency: config.currency,
    price: config.price,
    paymentType: config.paymentType,
    billingInterval: config.billingInterval,
    slug: row.slug,
    url: getPageUrl(context, row.slug),
    domainUrl,
    version: row.liveVersion,
    revision: row.revision,
    metadata: row.metadata,
    externalId: row.externalId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Throws AppError 'not_found'. */
export async function loadPageResource(
  context: PageContext,
  db: Db,
  sellerId: string,
  pageId: string,
): Promise<CheckoutPageResource> {
  const row = await findPageWithDraft(db, sellerId, pageId);
  if (!row) throw new AppError('not_found');
  return toPageResource(context, row, getDomainUrl(context, await findDomainOfPage(db, context.mode, pageId)));
}

export async function toPageResources(
  context: Context,
  sellerId: string,
  rows: readonly PageWithDraft[],
): Promise<CheckoutPageResource[]> {
  const plan = await findPlanRow(context.db, sellerId, context.mode);
  const hosts = await listHostsOfPages(context.db, sellerId);
  return rows.map((row) => {
    const host = hosts.get(row.id);
    return toPageResource(context, row, host && plan ? getDomainUrl(context, { ...plan, host }) : null);
  });
}

/** Stores data of the seller's program about a page. Throws AppError 'not_found'. */
export async function updatePageData(
  { db, now }: Context,
  sellerId: string,
  pageId: string,
  data: { metadata?: Metadata; externalId?: string | null },
): Promise<void> {
  if (!(await findPageWithDraft(db, sellerId, pageId))) throw new AppError('not_found');
  if (Object.keys(data).length > 0) await updatePage(db, sellerId, pageId, { ...data, updatedAt: now() });
}

/** Emits the event of a change of a page, as the page is then. The caller wakes the `deliveries` worker after the commit. */
export async function emitPageEvent(
  context: PageContext,
  tx: Db,
  { sellerId, pageId, change }: { sellerId: string; pageId: string; change: PageChange },
): Promise<void> {
  const page = await loadPageResource(context, tx, sellerId, pageId);
  await emitWebhooks(context, tx, [buildPageEvent(sellerId, page, change, context.now())]);
}
