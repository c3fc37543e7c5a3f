import { pageRuleMessages } from '#content/messages/page-rules.ts';
import { findItemError, isBundle, toBundleProduct, type BundleProduct } from '#domain/bundle.ts';
import { parseStoredConfig } from '#domain/checkout-page-schema.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { AppError } from '#domain/errors.ts';
import { configAt, getNextChange } from '#domain/page-schedule.ts';
import { isUuid } from '#domain/text.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';

import { getPageUrl } from './page-summary.ts';
import { findBundleWith, listPublishedPages, lockBundleItems } from './queries/bundles.ts';

/** `nextChange`: when the product changes by its own dates; null: never. */
type DatedProduct = { product: BundleProduct; stock: number | null; nextChange: Date | null };

/** Published pages of a seller as bundles can contain them at a time of the business clock. `ids`: only these. */
export async function listBundleProducts(
  context: Pick<Context, 'config'>,
  db: Db,
  { sellerId, now, ids }: { sellerId: string; now: Date; ids?: readonly string[] },
): Promise<DatedProduct[]> {
  const rows = await listPublishedPages(db, sellerId, ids?.filter(isUuid));
  return rows.map(({ pageId, slug, schema, config: stored }) => {
    const config = configAt(parseStoredConfig(schema, stored), now);
    return {
      product: toBundleProduct(config, { pageId, url: getPageUrl(context, slug) ?? '', now }),
      stock: config.availability.stock,
      nextChange: getNextChange(config, now),
    };
  });
}

const { bundle: rules } = pageRuleMessages;

/**
 * Checks the products of a bundle that is being published, and keeps them from being deleted until the transaction ends.
 * Throws AppError 'page_invalid' with each problem at its field.
 */
export async function assertBundleCanBeSold(
  context: Pick<Context, 'config' | 'now'>,
  tx: Db,
  { sellerId, pageId, config }: { sellerId: string; pageId: string; config: CheckoutPageConfig },
): Promise<void> {
  if (!isBundle(config)) return;
  const { items } = config.bundle;
  const ids = items.map((item) => item.pageId).filter(isUuid);
  await lockBundleItems(tx, sellerId, ids);
  const products = await listBundleProducts(context, tx, { sellerId, now: context.now(), ids });
  const outer = await findBundleWith(tx, sellerId, pageId);
  const problems = [
    { field: 'bundle', message: outer && rules.inBundle(outer) },
    ...items.map((item, index) => {
      const found = products.find(({ product }) => product.pageId === item.pageId);
      const message = item.pageId === pageId ? rules.itself : findItemError(found?.product, item, config.currency);
      return { field: `bundle.${index}`, message };
    }),
  ].flatMap(({ field, message }) => (message === null ? [] : [{ field, message }]));
  const [first] = problems;
  if (first) throw new AppError('page_invalid', { message: first.message, facts: { problems } });
}
