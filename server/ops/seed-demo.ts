import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { DEMO_PAGE } from '#content/sample-pages.ts';
import type { ImageSize } from '#domain/image.ts';
import type { App } from '#server/app.ts';
import { AuthError } from '#server/auth/auth-error.ts';
import { createAccount } from '#server/auth/create-account.ts';
import { createSignInLink } from '#server/auth/one-time-links.ts';
import { getOrCreateSellerId, findUserByEmail, type UserRow } from '#server/auth/queries/users.ts';
import { startTrial } from '#server/billing/start-trial.ts';
import { syncPlan } from '#server/billing/sync-plan.ts';
import type { Config } from '#server/core/config.ts';
import type { Context } from '#server/core/context.ts';
import { storeGeneratedImage, mediaPath } from '#server/images/store-images.ts';
import { insertPageVersion } from '#server/pages/queries/page-versions.ts';
import { upsertDraft, insertPage, publishPageVersion } from '#server/pages/queries/pages.ts';
import { claimSlug } from '#server/pages/queries/slugs.ts';
import { findPlanRow } from '#server/sellers/seller-plans.ts';
import { getConnection, createOnboardingLink } from '#server/stripe/connect.ts';

const DEMO_EMAIL = 'demo@tillwright.example';

/** Demo images in `DEMO_FILES`, with their sizes in pixels. */
const PRODUCT_IMAGE = { file: 'throwing-taller.webp', width: 1600, height: 900 };
const LOGO = { file: 'vane-ceramics.webp', width: 600, height: 128 };

const DEMO_FILES = path.join(import.meta.dirname, '../../content/demo');

/**
 * Creates the first content of the sandbox: a seller with a connected account, a plan and a page on sale. Only the process
 * that creates their account adds it. Returns a sign-in link for the seller.
 */
export async function seedDemo(app: App): Promise<string> {
  const { context } = app;
  const existing = await findUserByEmail(context.db, DEMO_EMAIL);
  const created = existing ? null : await createDemoAccount(context);
  const user = existing ?? created ?? (await findUserByEmail(context.db, DEMO_EMAIL));
  if (!user) throw new Error('The demo account could not be found or created');
  const sellerId = await getOrCreateSellerId(context.db, user.id, context.now());
  if (created) {
    await connectStripe(app, sellerId);
    await publishDemo(context, sellerId);
  }
  const plan = await findPlanRow(context.db, sellerId, context.mode);
  if (!plan?.status && (existing || created)) await startDemoPlan(context, sellerId);
  return createSignInLink(context, user.id);
}

/** Null when another starting process has created the account in the meantime. */
async function createDemoAccount(context: Context): Promise<UserRow | null> {
  try {
    return await createAccount(context, { email: DEMO_EMAIL, password: null });
  } catch (error) {
    if (error instanceof AuthError && error.code === 'user_already_exists') return null;
    throw error;
  }
}

/** Completes the sandbox's onboarding page, as a seller would. */
async function connectStripe({ context, sandbox }: App, sellerId: string): Promise<void> {
  const link = await createOnboardingLink(context, sellerId, DEMO_EMAIL);
  if (!link) return;
  const body = new URLSearchParams({
    action: 'submit',
    business: 'Vane Ceramics',
    country: 'US',
    email: DEMO_EMAIL,
  });
  const form = { method: 'POST', body, redirect: 'manual' } as const;
  await (sandbox ? sandbox.pages.request(new URL(link).pathname.replace(/^\/sandbox/, ''), form) : fetch(link, form));
  await getConnection(context, sellerId, true);
}

/** Starts a trial with a card that is charged after it, so that the page stays on sale. */
async function startDemoPlan(context: Context, sellerId: string): Promise<void> {
  await startTrial(context, { sellerId, email: DEMO_EMAIL }, 'starter');
  const { paymentMethods, customers } = context.stripe.plans;
  const customer = (await findPlanRow(context.db, sellerId, context.mode))?.customerId ?? '';
  const { id } = await paymentMethods.attach('pm_card_visa', { customer });
  await customers.update(customer, { invoice_settings: { default_payment_method: id } });
  await syncPlan(context, sellerId);
}

async function publishDemo(context: Context, sellerId: string): Promise<void> {
  const now = context.now();
  const config = {
    ...DEMO_PAGE.config,
    customSlug: '',
    productImage: await storeImage(context, sellerId, PRODUCT_IMAGE),
    logo: await storeImage(context, sellerId, LOGO),
  };
  await context.db.transaction(async (tx) => {
    const page = await insertPage(tx, sellerId, now);
    await claimSlug(tx, { slug: 'demo', pageId: page.id, sellerId, now });
    await insertPageVersion(tx, { pageId: page.id, number: 1, config, now });
    await publishPageVersion(tx, sellerId, page.id, 1, now);
    await upsertDraft(tx, { pageId: page.id, config, revision: 1, published: true, now });
  });
}

/** Stores the file without re-encoding, which has a timeout that a busy machine exceeds during startup. */
async function storeImage(
  context: Context,
  sellerId: string,
  { file, ...size }: ImageSize & { file: string },
): Promise<string> {
  const bytes = await readFile(path.join(DEMO_FILES, file));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const image = { ...size, sha256, bytes, extension: 'webp' } as const;
  await storeGeneratedImage(context, sellerId, image);
  return mediaPath(image);
}

const LOOPBACK = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/;

/** Terminal output after startup. The sign-in link is shown on loopback addresses only. */
export function welcomeText(config: Config, embedded: boolean, signInLink: string | null): string {
  const database = embedded ? 'embedded database' : 'PostgreSQL';
  const payments = { sandbox: 'sandbox payments', test: "Stripe's test mode", live: 'live payments' }[config.mode];
  const lines = ['', `  Tillwright    ${config.appUrl}`, `  Mode          ${database}, ${payments}`];
  if (config.mode === 'sandbox')
    lines.push(`  Demo page     ${config.appUrl}/c/demo`, `  Emails        ${config.appUrl}/sandbox/mail`);
  if (signInLink && LOOPBACK.test(config.appUrl)) {
    lines.push(
      `  Demo account  ${DEMO_EMAIL}`,
      `  Sign-in link  ${signInLink}`,
      '                (works once, within an hour)',
    );
  }
  return [...lines, ''].join('\n');
}
