import { IMPORT_FILE_TOO_LARGE, importMessages } from '#content/messages/import-warnings.ts';
import { AppError, isAppError } from '#domain/errors.ts';
import { MAX_IMAGE_BYTES } from '#domain/image.ts';
import {
  MAX_IMPORT_FILE_BYTES,
  type ImportableProduct,
  type ImportRpc,
  type ImportSource,
} from '#domain/product-import.ts';
import type { Context } from '#server/core/context.ts';
import { detectImageType } from '#server/images/process-image.ts';
import { storeImage, mediaPath } from '#server/images/store-images.ts';
import { guardedRequest } from '#server/outgoing/guarded-request.ts';
import { OutgoingError, BlockedAddressError } from '#server/outgoing/outgoing-error.ts';
import { upsertDraft, insertPage } from '#server/pages/queries/pages.ts';
import { findCurrentAccount } from '#server/stripe/queries.ts';
import { isAccountDisconnected } from '#server/stripe/stripe-errors.ts';

import { createDraft, type ImportedProduct } from './imported-product.ts';
import { findImportedPages, updateImportedFrom } from './queries.ts';
import { readGumroadFile } from './read-gumroad-file.ts';
import { findStripeProducts } from './stripe-products.ts';

const TIMEOUT_MS = 5_000;

/** Copies a remote image for the seller: returns its path, or a sentence that says why it failed. */
async function fetchImage(
  context: Context,
  sellerId: string,
  url: string,
): Promise<{ path: string } | { error: string }> {
  try {
    const answer = await guardedRequest(context, {
      url,
      method: 'GET',
      headers: [['Accept', 'image/*']],
      body: '',
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_IMAGE_BYTES,
    });
    if (answer.status !== 200) return { error: importMessages.image.badStatus({ status: answer.status }) };
    if (answer.isTruncated) return { error: importMessages.image.tooLarge };
    const type = detectImageType(answer.body);
    if (!type) return { error: importMessages.image.unsupported };
    const dataUrl = `data:${type};base64,${Buffer.from(answer.body).toString('base64')}`;
    return { path: mediaPath(await storeImage(context, sellerId, dataUrl, 'product')) };
  } catch (error) {
    if (error instanceof BlockedAddressError || error instanceof OutgoingError) return { error: error.userMessage };
    if (isAppError(error)) return { error: error.message };
    throw error;
  }
}

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
      message: importMessages.errors.stripeNotConnected,
    });
  return findStripeProducts(context, account.accountId).catch((error: unknown) => {
    // The account was disconnected at Stripe, and its event has not arrived yet.
    if (!(error instanceof AppError && isAccountDisconnected(error.cause))) throw error;
    throw new AppError('stripe_not_connected', {
      message: importMessages.errors.stripeDisconnected,
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
      result.pages.push({ key, ...(await createDraftPage(context, sellerId, product, importKey(from, key))) });
    else result.failed.push({ key, problem: importMessages.errors.productGone });
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
  if (image && 'error' in image) remarks.push(importMessages.image.skipped({ reason: image.error }));
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
