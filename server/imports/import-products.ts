import { ShopError } from '#domain/errors.ts';
import {
  IMPORT_FILE_TOO_LARGE,
  MAX_IMPORT_FILE_BYTES,
  type ImportableProduct,
  type ImportCalls,
  type ImportSource,
} from '#domain/import-calls.ts';

import type { Context } from '#server/context.ts';
import { upsertDraft } from '#server/db/drafts.ts';
import { findImportedPages, updateImportedFrom } from '#server/db/imported-pages.ts';
import { insertPage } from '#server/db/pages.ts';
import { findCurrentAccount } from '#server/db/provider-accounts.ts';
import { isAccountGone } from '#server/stripe/provider-errors.ts';
import { fetchPicture } from './fetch-picture.ts';
import { draftOf, type FoundProduct } from './found-product.ts';
import { readGumroadFile } from './read-gumroad-file.ts';
import { findStripeProducts } from './stripe-products.ts';

type Made = ImportCalls['import-products']['answer'];

/** Key that a page stores of its imported product. */
const originOf = ({ source }: ImportSource, key: string): string => `${source}:${key}`;

async function productsOf(context: Context, sellerId: string, from: ImportSource): Promise<FoundProduct[]> {
  if (from.source === 'gumroad') {
    if (Buffer.byteLength(from.csv) > MAX_IMPORT_FILE_BYTES)
      throw new ShopError('import_unreadable', { message: IMPORT_FILE_TOO_LARGE });
    return readGumroadFile(from.csv);
  }
  const account = await findCurrentAccount(context.db, sellerId, context.mode);
  if (!account?.accountId)
    throw new ShopError('stripe_not_connected', {
      message: 'Connect your Stripe account first: its products can be taken from there then.',
    });
  return findStripeProducts(context, account.accountId).catch((error: unknown) => {
    // The account was disconnected at Stripe, and its event has not arrived yet.
    if (!(error instanceof ShopError && isAccountGone(error.cause))) throw error;
    throw new ShopError('stripe_not_connected', {
      message: 'Your Stripe account is no longer connected. Please connect it again first.',
      cause: error,
    });
  });
}

/** Throws AppError 'stripe_not_connected', 'import_unreadable' and errors of Stripe. */
export async function findProducts(
  context: Context,
  sellerId: string,
  from: ImportSource,
): Promise<ImportableProduct[]> {
  const found = await productsOf(context, sellerId, from);
  const made = await findImportedPages(
    context.db,
    sellerId,
    found.map(({ key }) => originOf(from, key)),
  );
  return found.map((product) => {
    const { config, priceText, remarks } = draftOf(product);
    const pageId = made.get(originOf(from, product.key)) ?? null;
    return { key: product.key, name: config.productName || 'No name', priceText, remarks, pageId };
  });
}

/** Creates a draft of each product; a failure does not affect the others. */
export async function importProducts(
  context: Context,
  sellerId: string,
  from: ImportSource,
  keys: readonly string[],
): Promise<Made> {
  const found = new Map((await productsOf(context, sellerId, from)).map((one) => [one.key, one]));
  const made: Made = { pages: [], failed: [] };
  for (const key of new Set(keys)) {
    const product = found.get(key);
    if (product)
      made.pages.push({ key, ...(await makeDraft(context, sellerId, product, originOf(from, key))) });
    else made.failed.push({ key, problem: 'It is not there any more.' });
  }
  return made;
}

async function makeDraft(
  context: Context,
  sellerId: string,
  product: FoundProduct,
  origin: string,
): Promise<{ pageId: string; remarks: string[] }> {
  const { config, remarks } = draftOf(product);
  const picture = product.imageUrl === null ? null : await fetchPicture(context, sellerId, product.imageUrl);
  if (picture && 'problem' in picture) remarks.push(`The picture was not taken over. ${picture.problem}`);
  const productImage = picture && 'path' in picture ? picture.path : null;
  return context.db.transaction(async (tx) => {
    const now = context.now();
    const { id: pageId } = await insertPage(tx, sellerId, now);
    await updateImportedFrom(tx, sellerId, pageId, origin);
    const draft = { ...config, productImage };
    await upsertDraft(tx, { pageId, config: draft, revision: 1, published: false, now });
    return { pageId, remarks };
  });
}
