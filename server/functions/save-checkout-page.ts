import { randomInt } from 'node:crypto';

import { z } from 'zod';

import { SITE } from '#content/site.ts';
import { CheckoutPageConfig } from '#domain/checkout-page-schema.ts';
import { ShopError } from '#domain/errors.ts';
import { imitatedBySlug } from '#domain/look-alike.ts';
import { isOnboardingComplete } from '#domain/onboarding.ts';
import { pageProblems, slugProblem, tidyConfig } from '#domain/page-problems.ts';
import { slugForSaving, slugFromName, slugWithTail } from '#domain/slug.ts';
import { hasAccess } from '#domain/subscription.ts';

import { actedBy, type Acting } from '#server/audit/acted-by.ts';
import { audit } from '#server/audit/audit.ts';
import type { Caller } from '#server/auth/who-is-calling.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { findDraftRevision, upsertDraft } from '#server/db/drafts.ts';
import { insertPageVersion } from '#server/db/page-versions.ts';
import { hasSuspendedPage } from '#server/db/moderated-pages.ts';
import { findPageForUpdate, insertPage, updatePageLive, type PageRow } from '#server/db/pages.ts';
import { findPlanRow } from '#server/db/plan-subscriptions.ts';
import { providerAccountOf } from '#server/db/provider-accounts.ts';
import { claimSlug, findCurrentSlug, findPageIdBySlug } from '#server/db/slugs.ts';
import { withKeptImages } from '#server/media/keep-images.ts';
import { noteImitation } from '#server/moderation/note-imitation.ts';
import { tellWebhooks } from '#server/seller-webhooks/tell-webhooks.ts';
import { toldOfPage } from '#server/seller-webhooks/told-of-page.ts';
import { connectionOf } from '#server/stripe/connect.ts';
import { backendFunction } from './backend-function.ts';
import { SLUG_TAKEN } from './check-slug.ts';

const MINUTE_MS = 60_000;
const TAIL_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const TAIL_TRIES = 6;

const Body = z.strictObject({
  config: CheckoutPageConfig,
  slug: z.string().max(500),
  pageId: z.uuid().optional(),
  baseVersion: z.number().int().min(0).optional(),
  baseRevision: z.number().int().min(0).optional(),
});
type Body = z.infer<typeof Body>;

/** Publishes a page: creates a new numbered version that buyers see from now on. */
export const saveCheckoutPage = backendFunction({
  name: 'save-checkout-page',
  title: 'Publishing failed',
  access: 'writes',
  confirmedEmail: true,
  body: Body,
  maxBytes: 8 * 1024 * 1024,
  limits: ({ caller }) => [
    { key: `publish:${caller.sellerId}`, limit: 20, windowMs: MINUTE_MS },
    { key: `publish-hour:${caller.sellerId}`, limit: 200, windowMs: 60 * MINUTE_MS },
  ],
  run: async (context, from, body) => {
    const { caller } = from;
    const checked = checkedBody(body);
    await checkMayPublish(context, caller);
    const config = await withKeptImages(context, caller.sellerId, checked.config);
    const published = await context.db.transaction((tx) =>
      publish(context, tx, from, { ...checked, config }),
    );
    await noteImitation(context, { ...published, sellerId: caller.sellerId, name: config.productName });
    context.ring('deliveries');
    return { ...published, url: `${context.config.appUrl}/c/${published.slug}` };
  },
});

function checkedBody(body: Body): Body {
  const config = tidyConfig({ ...body.config, customSlug: body.slug });
  const problems = pageProblems(config);
  const [first] = problems;
  if (first) throw new ShopError('page_invalid', { message: first.message, facts: { problems } });
  return { ...body, config, slug: slugForSaving(body.slug) };
}

/** Requires a connected Stripe account and an active plan. Throws AppError. */
export async function checkMayPublish(context: Context, caller: Caller): Promise<void> {
  const account = providerAccountOf(await connectionOf(context, caller.sellerId, false));
  if (!isOnboardingComplete(account)) throw new ShopError('stripe_not_connected');
  const plan = await findPlanRow(context.db, caller.sellerId, context.mode);
  if (!hasAccess(plan, context.now())) throw new ShopError('publishing_not_allowed');
}

async function publish(context: Context, tx: Db, from: Acting, body: Body) {
  const { caller } = from;
  const now = context.now();
  const page = await pageOf(tx, caller.sellerId, body, now);
  checkNotSuspended(page);
  await checkSellerNotSuspended(tx, caller.sellerId);
  const revision = await checkedRevision(tx, page, body);
  const version = page.liveVersion + 1;
  const before = await findCurrentSlug(tx, page.id);
  const slug = await slugOf(tx, page, body, now);
  await insertPageVersion(tx, { pageId: page.id, number: version, config: body.config, now });
  await updatePageLive(tx, caller.sellerId, page.id, version, now);
  await upsertDraft(tx, { pageId: page.id, config: body.config, revision, published: true, now });
  const told = { ...page, name: page.name ?? body.config.productName, version, slug };
  await tellWebhooks(context, tx, [toldOfPage(context, told, 'published', now)]);
  const written = { ...actedBy(from), subject: page.id };
  await audit(context, tx, { ...written, act: 'page_published', facts: { version, slug } });
  if (before !== null && before !== slug)
    await audit(context, tx, { ...written, act: 'slug_changed', facts: { from: before, to: slug } });
  return { pageId: page.id, slug, version, revision };
}

type TakenDown = Pick<PageRow, 'suspendedAt' | 'suspendedFor'>;

/** Refuses to change a suspended page. Throws AppError. */
export function checkNotSuspended(page: TakenDown): void {
  if (page.suspendedAt)
    throw new ShopError('page_suspended', {
      message: `This page was taken down: ${page.suspendedFor ?? ''} Your draft is kept. Answer the mail about it, or write to ${SITE.supportEmail}.`,
    });
}

/** Refuses all publications of a seller who has a suspended page. Throws AppError. */
export async function checkSellerNotSuspended(db: Db, sellerId: string): Promise<void> {
  if (await hasSuspendedPage(db, sellerId))
    throw new ShopError('page_suspended', {
      message: `One of your pages was taken down. Until that is settled you cannot publish any page: write to ${SITE.supportEmail}.`,
    });
}

/** Returns the draft's next revision. Throws AppError 'draft_changed' if draft or version are newer than the base. */
async function checkedRevision(tx: Db, page: PageRow, { baseVersion, baseRevision }: Body): Promise<number> {
  const { liveVersion: version } = page;
  const revision = await findDraftRevision(tx, page.id);
  if ((baseVersion ?? version) !== version || (baseRevision ?? revision) !== revision)
    throw new ShopError('draft_changed', { facts: { version, revision } });
  return revision + 1;
}

/** Returns the named page, else the seller's page with this slug, else a new one. */
async function pageOf(tx: Db, sellerId: string, { pageId, slug }: Body, now: Date): Promise<PageRow> {
  const id = pageId ?? (slug ? await findPageIdBySlug(tx, sellerId, slug) : null);
  if (!id) return insertPage(tx, sellerId, now);
  const page = await findPageForUpdate(tx, sellerId, id);
  if (!page) throw new ShopError('not_found');
  return page;
}

/** Claims the typed slug or throws. For an empty slug: the current slug, else one from the name, else a random one. */
async function slugOf(tx: Db, page: PageRow, { slug, config }: Body, now: Date): Promise<string> {
  const claim = (wanted: string) =>
    claimSlug(tx, { slug: wanted, pageId: page.id, sellerId: page.sellerId, now });
  if (slug) {
    if (await claim(slug)) return slug;
    throw new ShopError('slug_taken', {
      facts: { problems: [{ field: 'customSlug', message: SLUG_TAKEN }] },
    });
  }
  const current = await findCurrentSlug(tx, page.id);
  if (current) return current;
  const derived = slugFromName(config.productName);
  if (derived && slugProblem(derived) === null && (await claim(derived))) return derived;
  const stem = imitatedBySlug(derived) ? '' : derived;
  for (let tries = 0; tries < TAIL_TRIES; tries++) {
    const tried = slugWithTail(stem, randomTail(stem ? 4 : 8));
    if (await claim(tried)) return tried;
  }
  throw new ShopError('slug_taken');
}

const randomTail = (length: number): string =>
  Array.from({ length }, () => TAIL_LETTERS[randomInt(TAIL_LETTERS.length)]).join('');
