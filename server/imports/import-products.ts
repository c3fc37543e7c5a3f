import { AppError } from '#domain/errors.ts';
import {
  IMPORT_FILE_TOO_LARGE,
  MAX_IMPORT_FILE_BYTES,
  type ImportableProduct,
  type ImportRpc,
  type ImportSource,
} from '#domain/import-calls.ts';

import type { Context } from '#server/context.ts';
import { upsertDraft } from '#server/db/drafts.ts';
import { findImportedPages, updateImportedFrom } from '#server/db/imported-pages.ts';
import { insertPage } from '#server/db/pages.ts';
import { findCurrentAccount } from '#server/db/provider-accounts.ts';
import { isAccountDisconnected } from '#server/stripe/provider-errors.ts';
import { fetchImage } from './fetch-picture.ts';
import { createDraft, type ImportedProduct } from './found-product.ts';
import { readGumroadFile } from './read-gumroad-file.ts';
import { findStripeProducts } from './stripe-products.ts';

type ImportResult = ImportRpc['import-products']['response'];

/** Key that a page stores of its imported product. */
const importKey = ({ source }: ImportSource, key: string): string => `${source}:${key}`;

async function loadProducts(context: Context, sellerId: string, from: ImportSource): Promise<ImportedProduct[]> {
  if (from.source === 'gumroad') {
    if (Buffer.byteLength(from.csv) > MAX_IMPORT_FILE_BYTES)
      throw new AppError('import_unreadable', { message: IMPORT_FILE_TOO_LARGE });
    return readGumroadFile(from.csv);
  }
  const account = await findCurrentAccount(context.db, sellerId, context.mode);
  if (!account?.accountId)
    throw new AppError('stripe_not_connected', {
      message: 'Connect your Stripe account first: its products can be taken from there then.',
    });
  return findStripeProducts(context, account.accountId).catch((error: unknown) => {
    // The account was disconnected at Stripe, and its event has not arrived yet.
    if (!(error instanceof AppError && isAccountDisconnected(error.cause))) throw error;
    throw new AppError('stripe_not_connected', {
      message: 'Your Stripe account is no longer connected. Please connect it again first.',
      cause: error,
    });
  });
}

/** Throws AppError 'stripe_not_connected', 'import_unreadable' and errors of Stripe. */
export async function listImportableProducts(
  context: Context,
  sellerId: string,
  from: ImportSource,
): Promise<ImportableProduct[]> {
  const productList = await loadProducts(context, sellerId, from);
  const importedPages = await findImportedPages(
    context.db,
    sellerId,
    productList.map(({ key }) => importKey(from, key)),
  );
  return productList.map((product) => {
    const { config, priceText, warnings: remarks } = createDraft(product);
    const pageId = importedPages.get(importKey(from, product.key)) ?? null;
    return { key: product.key, name: config.productName || 'No name', priceText, remarks, pageId };
  });
}

/** Creates a draft of each product; a failure does not affect the others. */
export async function importProducts(
  context: Context,
  sellerId: string,
  from: ImportSource,
  keys: readonly string[],
): Promise<ImportResult> {
  const productList = new Map((await loadProducts(context, sellerId, from)).map((one) => [one.key, one]));
  const result: ImportResult = { pages: [], failed: [] };
  for (const key of new Set(keys)) {
    const product = productList.get(key);
    if (product)
      result.pages.push({
        key,
        ...(await createDraftPage(context, sellerId, product, importKey(from, key))),
      });
    else result.failed.push({ key, problem: 'It is not there any more.' });
  }
  return result;
}

async function createDraftPage(
  context: Context,
  sellerId: string,
  product: ImportedProduct,
  origin: string,
): Promise<{ pageId: string; remarks: string[] }> {
  const { config, warnings: remarks } = createDraft(product);
  const image = product.imageUrl === null ? null : await fetchImage(context, sellerId, product.imageUrl);
  if (image && 'error' in image) remarks.push(`The picture was not taken over. ${image.error}`);
  const productImage = image && 'path' in image ? image.path : null;
  return context.db.transaction(async (tx) => {
    const now = context.now();
    const { id: pageId } = await insertPage(tx, sellerId, now);
    await updateImportedFrom(tx, sellerId, pageId, origin);
    const draft = { ...config, productImage };
    await upsertDraft(tx, { pageId, config: draft, revision: 1, published: false, now });
    return { pageId, remarks };
  });
}
