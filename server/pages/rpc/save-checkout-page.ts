import { randomInt } from 'node:crypto';

import { z } from 'zod';

import { pageErrorMessages } from '#content/messages/page-errors.ts';
import { SITE } from '#content/site.ts';
import { CheckoutPageConfig } from '#domain/checkout-page-schema.ts';
import { findImpersonatedBrandInSlug } from '#domain/confusables.ts';
import { validateDelivery } from '#domain/delivery-problems.ts';
import { AppError } from '#domain/errors.ts';
import { isOnboardingComplete } from '#domain/onboarding.ts';
import { validatePage, normalizeConfig, type FieldError } from '#domain/page-fields.ts';
import { normalizeSlug, deriveSlug, appendSlugSuffix, validateSlug } from '#domain/slug.ts';
import { isPlanActive } from '#domain/subscription.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import { actorOf, type Actor, recordAudit } from '#server/audit/record-audit.ts';
import type { Caller } from '#server/auth/authenticate.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { listDeliverables, listUploadNames, toDeliverable } from '#server/delivery/queries/deliverables.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';
import { withImagePaths } from '#server/images/store-images.ts';
import { assertBundleCanBeSold } from '#server/pages/bundle-products.ts';
import { requestPageFonts } from '#server/pages/fonts/request-page-fonts.ts';
import { hasSuspendedPage } from '#server/pages/queries/moderated-pages.ts';
import { insertPageVersion } from '#server/pages/queries/page-versions.ts';
import {
  findDraftRevision,
  upsertDraft,
  findPageForUpdate,
  insertPage,
  publishPageVersion,
  type PageRow,
} from '#server/pages/queries/pages.ts';
import { claimSlug, findCurrentSlug, findPageIdBySlug } from '#server/pages/queries/slugs.ts';
import { reportImitation } from '#server/pages/store-page-report.ts';
import { findPlanRow } from '#server/sellers/seller-plans.ts';
import { getConnection } from '#server/stripe/connect.ts';
import { toProviderAccount } from '#server/stripe/queries.ts';

import { emitPageEvent } from '../page-resource.ts';

const SUFFIX_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const MAX_SUFFIX_TRIES = 6;

const Body = z.strictObject({
  config: CheckoutPageConfig,
  slug: z.string().max(500),
  pageId: z.uuid().optional(),
  baseVersion: z.number().int().min(0).optional(),
  baseRevision: z.number().int().min(0).optional(),
});
type Body = z.infer<typeof Body>;

/** Publishes a page: creates a new numbered version that buyers see from now on. */
export const saveCheckoutPage = defineRpcFunction({
  name: 'save-checkout-page',
  access: 'writes',
  confirmedEmail: true,
  body: Body,
  maxBytes: 8 * 1024 * 1024,
  limits: [
    { name: 'publish', limit: 20, windowMs: MINUTE_MS },
    { name: 'publish-hour', limit: 200, windowMs: HOUR_MS },
  ],
  run: async (context, request, body) => {
    const { caller } = request;
    const validBody = validateBody(body);
    await checkStripeAndPlan(context, caller);
    const config = await withImagePaths(context, caller.sellerId, validBody.config);
    const published = await context.db.transaction((tx) => publishPage(context, tx, request, { ...validBody, config }));
    await reportImitation(context, { ...published, sellerId: caller.sellerId, name: config.productName });
    context.wake('deliveries');
    requestPageFonts(context, published.slug);
    return { ...published, url: `${context.config.appUrl}/c/${published.slug}` };
  },
});

function validateBody(body: Body): Body {
  const config = normalizeConfig({ ...body.config, customSlug: body.slug });
  assertNoProblems(validatePage(config));
  return { ...body, config, slug: normalizeSlug(body.slug) };
}

function assertNoProblems(problems: readonly FieldError[]): void {
  const [first] = problems;
  if (first) throw new AppError('page_invalid', { message: first.message, facts: { problems } });
}

/**
 * Requires a connected Stripe account and an active plan. Throws AppError. `publishPage` checks the rest in its transaction:
 * neither the page nor another one of the seller is suspended, the draft is the seller's last one, and the slug is free.
 */
export async function checkStripeAndPlan(context: Context, caller: Caller): Promise<void> {
  const account = toProviderAccount(await getConnection(context, caller.sellerId, false));
  if (!isOnboardingComplete(account)) throw new AppError('stripe_not_connected');
  const plan = await findPlanRow(context.db, caller.sellerId, context.mode);
  if (!isPlanActive(plan, context.now())) throw new AppError('publishing_not_allowed');
}

async function publishPage(context: Context, tx: Db, actor: Actor, body: Body) {
  const { caller } = actor;
  const now = context.now();
  const page = await findOrCreatePage(tx, caller.sellerId, body, now);
  checkNotSuspended(page);
  await checkSellerNotSuspended(tx, caller.sellerId);
  const revision = await getNextRevision(tx, page, body);
  await checkDelivery(context, tx, page, body.config);
  await assertBundleCanBeSold(context, tx, { sellerId: caller.sellerId, pageId: page.id, config: body.config });
  const version = page.liveVersion + 1;
  const previousSlug = await findCurrentSlug(tx, page.id);
  const slug = await claimPageSlug(tx, page, body, now);
  await insertPageVersion(tx, { pageId: page.id, number: version, config: body.config, now });
  await publishPageVersion(tx, caller.sellerId, page.id, version, now);
  await upsertDraft(tx, { pageId: page.id, config: body.config, revision, published: true, now });
  await emitPageEvent(context, tx, { sellerId: caller.sellerId, pageId: page.id, change: 'published' });
  const auditEntry = { ...actorOf(actor), subject: page.id };
  await recordAudit(context, tx, { ...auditEntry, action: 'page_published', facts: { version, slug } });
  if (previousSlug !== null && previousSlug !== slug)
    await recordAudit(context, tx, {
      ...auditEntry,
      action: 'slug_changed',
      facts: { from: previousSlug, to: slug },
    });
  return { pageId: page.id, slug, version, revision };
}

/** Requires that everything the page delivers is there. The page is locked, so that nothing is removed meanwhile. */
async function checkDelivery({ realNow }: Context, tx: Db, { id, sellerId }: PageRow, config: CheckoutPageConfig) {
  const rows = await listDeliverables(tx, sellerId, id);
  const uploads = await listUploadNames(tx, id, realNow());
  assertNoProblems(validateDelivery(config, { deliverables: rows.map(toDeliverable), uploads }));
}

type SuspensionFields = Pick<PageRow, 'suspendedAt' | 'suspensionReason'>;

/** Refuses to change a suspended page. Throws AppError. */
export function checkNotSuspended(page: SuspensionFields): void {
  if (page.suspendedAt)
    throw new AppError('page_suspended', {
      message: pageErrorMessages.suspended({ reason: page.suspensionReason ?? '', supportEmail: SITE.supportEmail }),
    });
}

/** Refuses all publications of a seller who has a suspended page. Throws AppError. */
export async function checkSellerNotSuspended(db: Db, sellerId: string): Promise<void> {
  if (await hasSuspendedPage(db, sellerId))
    throw new AppError('page_suspended', {
      message: pageErrorMessages.otherPageSuspended({ supportEmail: SITE.supportEmail }),
    });
}

/** Returns the draft's next revision. Throws AppError 'draft_changed' if draft or version are newer than the base. */
async function getNextRevision(tx: Db, page: PageRow, { baseVersion, baseRevision }: Body): Promise<number> {
  const { liveVersion: version } = page;
  const revision = await findDraftRevision(tx, page.id);
  if ((baseVersion ?? version) !== version || (baseRevision ?? revision) !== revision)
    throw new AppError('draft_changed', { facts: { version, revision } });
  return revision + 1;
}

/** Returns the named page, else the seller's page with this slug, else a new one. */
async function findOrCreatePage(tx: Db, sellerId: string, { pageId, slug }: Body, now: Date): Promise<PageRow> {
  const id = pageId ?? (slug ? await findPageIdBySlug(tx, sellerId, slug) : null);
  if (!id) return insertPage(tx, sellerId, now);
  const page = await findPageForUpdate(tx, sellerId, id);
  if (!page) throw new AppError('not_found');
  return page;
}

/** Claims the typed slug or throws. For an empty slug: the current slug, else one from the name, else a random one. */
async function claimPageSlug(tx: Db, page: PageRow, { slug, config }: Body, now: Date): Promise<string> {
  const claim = (slugToClaim: string) =>
    claimSlug(tx, { slug: slugToClaim, pageId: page.id, sellerId: page.sellerId, now });
  if (slug) {
    if (await claim(slug)) return slug;
    throw new AppError('slug_taken', {
      facts: { problems: [{ field: 'customSlug', message: pageErrorMessages.slugTaken }] },
    });
  }
  const current = await findCurrentSlug(tx, page.id);
  if (current) return current;
  const derived = deriveSlug(config.productName);
  if (derived && validateSlug(derived) === null && (await claim(derived))) return derived;
  const base = findImpersonatedBrandInSlug(derived) ? '' : derived;
  for (let tries = 0; tries < MAX_SUFFIX_TRIES; tries++) {
    const candidate = appendSlugSuffix(base, randomSuffix(base ? 4 : 8));
    if (await claim(candidate)) return candidate;
  }
  throw new AppError('slug_taken');
}

const randomSuffix = (length: number): string =>
  Array.from({ length }, () => SUFFIX_ALPHABET[randomInt(SUFFIX_ALPHABET.length)]).join('');
