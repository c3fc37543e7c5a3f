import { parseStoredConfig } from '#domain/checkout-page-schema.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { BundleFileItem, PageFile } from '#domain/page-file.ts';
import { isUuid } from '#domain/text.ts';
import type { Db } from '#server/db/client.ts';

import { listPagesByIds } from './queries/pages.ts';
import { findPageIdBySlug } from './queries/slugs.ts';

// IDs of pages differ between installations, so files name the products of a bundle by their slugs.

/** The products of a bundle as its file names them. */
export async function toBundleFileItems(
  db: Db,
  sellerId: string,
  { bundle }: CheckoutPageConfig,
): Promise<BundleFileItem[]> {
  const ids = bundle.items.map(({ pageId }) => pageId).filter(isUuid);
  const pages = ids.length > 0 ? await listPagesByIds(db, sellerId, ids) : [];
  return bundle.items.map(({ pageId, optionId }) => {
    const page = pages.find(({ id }) => id === pageId);
    const name = page ? parseStoredConfig(page.schema, page.config).productName : '';
    return { slug: page?.slug ?? null, name, optionId };
  });
}

/** The bundle of an imported file, and the names of its products that are none of the seller's pages. */
export async function resolveBundleFileItems(
  db: Db,
  sellerId: string,
  { config, bundleItems = [] }: Pick<PageFile, 'config' | 'bundleItems'>,
): Promise<{ bundle: CheckoutPageConfig['bundle']; missing: string[] }> {
  const items = [...config.bundle.items];
  const missing: string[] = [];
  for (const { slug, name, optionId } of bundleItems) {
    const pageId = slug === null ? null : await findPageIdBySlug(db, sellerId, slug);
    if (pageId) items.push({ pageId, optionId });
    else missing.push(name || (slug ?? ''));
  }
  return { bundle: { items }, missing };
}
