import type { ApiCheckout, NewCheckout } from '#domain/api-resources/checkout-resources.ts';
import {
  CHECKOUT_ID_PLACEHOLDER,
  CHECKOUT_LINK_RETENTION_MS,
  CHECKOUT_LINK_TTL_MS,
  type CheckoutLinkValues,
  MAX_CHECKOUT_LINK_TTL_MS,
} from '#domain/checkout-link.ts';
import { AppError } from '#domain/errors.ts';
import { formatAmount } from '#domain/money.ts';
import { getDefaultQuantity } from '#domain/quantity.ts';
import { isUuid, normalizeCouponCode } from '#domain/text.ts';
import type { Context } from '#server/core/context.ts';
import type { CheckoutPrefill } from '#server/core/services.ts';
import { findPageWithDraft } from '#server/pages/queries/pages.ts';
import { findCurrentSlug } from '#server/pages/queries/slugs.ts';

import { findUsableLink } from './find-usable-link.ts';
import { assertCodeExists } from './generated-codes.ts';
import { findOfferedPage, quotePrice, toPriceChoice } from './price-quote.ts';
import { assertOnSale, findPublishedPage, type PublishedPage } from './published-page.ts';
import {
  type CheckoutLink,
  deleteCheckoutLinksBefore,
  findCheckoutLink,
  findOrderIdOfLink,
  insertCheckoutLink,
} from './queries/checkout-links.ts';

/** Finds the seller's page as buyers see it. Throws AppError: `not_found`, or the reason why it does not sell. */
async function findSellablePage(context: Context, sellerId: string, pageId: string): Promise<PublishedPage> {
  if (!(await findPageWithDraft(context.db, sellerId, pageId))) throw new AppError('not_found');
  const slug = await findCurrentSlug(context.db, pageId);
  const page = slug === null ? null : await findPublishedPage(context, slug);
  if (!page) throw new AppError('not_accepting_payments');
  assertOnSale(page);
  if (!page.acceptingPayments) throw new AppError('not_accepting_payments');
  return page;
}

function toLinkValues({ config }: PublishedPage, body: NewCheckout): CheckoutLinkValues {
  const { priceOptionId, amount, quantity, couponCode, email, answers } = body;
  return {
    ...(priceOptionId === undefined ? {} : { plan: priceOptionId }),
    ...(amount === undefined ? {} : { amount: formatAmount(amount, config.currency) }),
    ...(config.quantity.enabled || quantity !== undefined
      ? { quantity: String(quantity ?? getDefaultQuantity(config)) }
      : {}),
    ...(couponCode === undefined ? {} : { couponCode: normalizeCouponCode(couponCode) }),
    ...(email === undefined ? {} : { email }),
    ...(answers === undefined ? {} : { answers }),
  };
}

function parseExpiry(now: Date, expiresAt: string | undefined): Date {
  if (expiresAt === undefined) return new Date(now.getTime() + CHECKOUT_LINK_TTL_MS);
  const expiry = new Date(expiresAt);
  const remainingMs = expiry.getTime() - now.getTime();
  if (remainingMs <= 0 || remainingMs > MAX_CHECKOUT_LINK_TTL_MS)
    throw new AppError('invalid_request', { facts: { problems: ['expiresAt: must be within the next 30 days'] } });
  return expiry;
}

/** Creates a link that opens a page with the given values. Throws AppError if buyers could not use them. */
export async function createCheckoutLink(context: Context, sellerId: string, body: NewCheckout): Promise<ApiCheckout> {
  const page = await findSellablePage(context, sellerId, body.pageId);
  const values = toLinkValues(page, body);
  await assertCodeExists(context, page, values.couponCode);
  const { total } = quotePrice(page, values.couponCode ?? null, toPriceChoice(values));
  const now = context.now();
  const id = crypto.randomUUID();
  const link: CheckoutLink = {
    id,
    mode: context.mode,
    sellerId,
    pageId: page.pageId,
    values,
    total,
    currency: page.config.currency,
    metadata: body.metadata ?? {},
    externalId: body.externalId ?? null,
    successUrl: body.successUrl?.replaceAll(CHECKOUT_ID_PLACEHOLDER, id) ?? null,
    cancelUrl: body.cancelUrl ?? null,
    createdAt: now,
    expiresAt: parseExpiry(now, body.expiresAt),
  };
  await insertCheckoutLink(context.db, link);
  return toCheckout(context, link, page, null);
}

/** `page`: null if it was deleted. The link then leads to a page that does not exist. */
function toCheckout(
  context: Context,
  link: CheckoutLink,
  page: PublishedPage | null,
  orderId: string | null,
): ApiCheckout {
  const { values } = link;
  return {
    id: link.id,
    state: orderId ? 'completed' : link.expiresAt <= context.now() ? 'expired' : 'open',
    url: `${page?.domainUrl ?? `${context.config.appUrl}/c/${page?.slug ?? link.pageId}`}?checkout=${link.id}`,
    pageId: link.pageId,
    priceOptionId: values.plan ?? null,
    quantity: Number(values.quantity ?? 1),
    amount: link.total,
    currency: link.currency,
    couponCode: values.couponCode ?? null,
    email: values.email ?? null,
    answers: values.answers ?? {},
    metadata: link.metadata,
    externalId: link.externalId,
    successUrl: link.successUrl,
    cancelUrl: link.cancelUrl,
    orderId,
    mode: link.mode,
    createdAt: link.createdAt.toISOString(),
    expiresAt: link.expiresAt.toISOString(),
  };
}

/** Throws AppError: `not_found`. */
export async function getCheckout(context: Context, sellerId: string, checkoutId: string): Promise<ApiCheckout> {
  const link = await findCheckoutLink(context.db, context.mode, checkoutId);
  if (link?.sellerId !== sellerId) throw new AppError('not_found');
  const slug = await findCurrentSlug(context.db, link.pageId);
  const page = slug === null ? null : await findPublishedPage(context, slug);
  return toCheckout(context, link, page, await findOrderIdOfLink(context.db, link.id));
}

/** What a link fills in on the page of a slug; null if it cannot be used. */
export async function findCheckoutPrefill(context: Context, slug: string, id: string): Promise<CheckoutPrefill | null> {
  const page = isUuid(id) ? await findOfferedPage(context, { slug, checkout: id }) : null;
  const link = page && (await findUsableLink(context, page.pageId, id));
  if (!page || !link) return null;
  const completion = page.completion && { amount: page.amount, bundleItems: page.bundle?.items ?? [] };
  return { id, values: link.values, cancelUrl: link.cancelUrl, completion };
}

/** Deletes links that expired long ago. */
export const deleteExpiredLinks = ({ db, mode, now }: Context): Promise<void> =>
  deleteCheckoutLinksBefore(db, mode, new Date(now().getTime() - CHECKOUT_LINK_RETENTION_MS));
