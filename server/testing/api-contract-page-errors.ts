/** Triggers of errors about pages, images, coupons and imports. For tests only. */
import { randomUUID } from 'node:crypto';

import { eq, sql } from 'drizzle-orm';

import { MAX_CODES_PER_PAGE } from '#domain/coupon-batch.ts';
import { IMAGE_QUOTA_BYTES } from '#domain/image.ts';
import { media, pageVersions, sellerMedia } from '#server/db/schema-pages.ts';
import { planSubscriptions } from '#server/db/schema-plans.ts';
import { runPagesCommand } from '#server/ops/pages-command.ts';

import { createApiClient, type TestApiClient } from './api-client.ts';
import { PIXEL, type ValidCall } from './api-contract-calls.ts';
import type { ErrorTrigger } from './api-contract-common-errors.ts';
import { createDisconnectedSeller } from './api-contract-order-errors.ts';
import { configWith, COUPON, cachePerTestEnv, type ContractTestEnv, type Ids } from './api-contract.ts';
import { copyCouponCodes } from './coupon-code-rows.ts';
import { sellerIdOf } from './seller-plans.ts';

const TOO_LARGE = `data:image/png;base64,${'A'.repeat(2_900_000)}`;
const UNREADABLE_IMAGE = 'data:image/png;base64,AAAA';
const UNSUPPORTED_IMAGE = 'data:image/bmp;base64,Qk0=';
const SELLABLE = { productName: 'Sold', price: 2900 };

/** The coupon as pages store it. */
const STORED_COUPON = { code: COUPON.code, discount: 20, type: 'percentage' } as const;

type ImageUse = 'product' | 'logo';
type SentImage = { image: string; use: ImageUse };

const createDraft = async (apiClient: TestApiClient, change: object): Promise<Ids> => {
  const { body } = await apiClient.send<{ id: string }>('POST', '/pages', {
    body: { config: configWith(change) },
  });
  return { pageId: body.id };
};

const exportFile = async ({ apiClient, ids }: ContractTestEnv) =>
  (await apiClient.send<{ config: object }>('GET', `/pages/${ids.pageId}/file`)).body;

const toConfigField = ({ image, use }: SentImage) => ({ [use === 'logo' ? 'logo' : 'productImage']: image });

const buildFileBody = async (testEnv: ContractTestEnv, image: SentImage) => {
  const file = await exportFile(testEnv);
  return { ...file, config: { ...file.config, ...toConfigField(image) } };
};

type BodyBuilder = (testEnv: ContractTestEnv, image: SentImage) => unknown;

/** Endpoints that accept images, with the body that sends one. */
const ANY_SIZE_ENDPOINTS: Readonly<Record<string, BodyBuilder>> = {
  'POST /images': (_, image) => image,
  'POST /pages/import': buildFileBody,
  'PUT /pages/{pageId}/file': buildFileBody,
};
const IMAGE_ENDPOINTS: Readonly<Record<string, BodyBuilder>> = {
  ...ANY_SIZE_ENDPOINTS,
  'POST /pages': (_, image) => ({ config: configWith(toConfigField(image)) }),
  'PUT /pages/{pageId}/draft': (_, image) => ({ config: configWith(toConfigField(image)) }),
  'PATCH /pages/{pageId}/draft': (_, image) => ({ config: toConfigField(image) }),
};

const TOO_LARGE_IMAGES: Readonly<Record<string, SentImage>> = {
  image_too_large: { image: TOO_LARGE, use: 'logo' },
};
const INVALID_IMAGES: Readonly<Record<string, SentImage>> = {
  image_type_unsupported: { image: UNSUPPORTED_IMAGE, use: 'logo' },
  image_unreadable: { image: UNREADABLE_IMAGE, use: 'product' },
};

/** Builds a trigger for each endpoint and image; `completeCall` adds more of the call. */
const buildTriggers = (
  endpoints: Readonly<Record<string, BodyBuilder>>,
  images: Readonly<Record<string, SentImage>>,
  completeCall: (testEnv: ContractTestEnv) => Promise<ValidCall> = () => Promise.resolve({}),
): Record<string, ErrorTrigger> =>
  Object.fromEntries(
    Object.entries(endpoints).flatMap(([name, buildBody]) =>
      Object.entries(images).map(([code, image]): [string, ErrorTrigger] => [
        `${name} ${code}`,
        async (testEnv) => ({ ...(await completeCall(testEnv)), body: await buildBody(testEnv, image) }),
      ]),
    ),
  );

/** Creates a seller whose images use all of the storage, by inserting rows instead of uploading. */
const createSellerWithFullStorage = cachePerTestEnv(async ({ app }) => {
  const seller = await app.signUpSeller();
  const { db, now } = app.context;
  const apiClient = await createApiClient(app, seller);
  const ids = await createDraft(apiClient, {});
  const image = { sha256: 'f'.repeat(64), extension: 'webp' as const, width: 1, height: 1, createdAt: now() };
  const bytes = sql`convert_to(repeat('x', ${IMAGE_QUOTA_BYTES}), 'UTF8')`;
  await db.insert(media).values({ ...image, bytes });
  await db
    .insert(sellerMedia)
    .values({ sellerId: await sellerIdOf(app, seller), sha256: image.sha256, createdAt: now() });
  return { apiClient, ids };
});

/** Creates a seller with a page on sale whose plan has ended. */
const createSellerWithEndedPlan = cachePerTestEnv(async ({ app }) => {
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({}, 'lapsed');
  await app.context.db
    .update(planSubscriptions)
    .set({ accessUntil: app.context.now() })
    .where(eq(planSubscriptions.sellerId, await sellerIdOf(app, seller)));
  return { apiClient: await createApiClient(app, seller), ids: { pageId } };
});

/** Creates a seller with a published page that has a coupon and is then suspended. */
const createSuspendedPage = cachePerTestEnv(async ({ app }) => {
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({ enableCoupon: true, validCoupons: [STORED_COUPON] }, 'taken-down');
  await runPagesCommand(app.context, ['suspend', 'taken-down', '--reason', 'It is not what it says.']);
  return { apiClient: await createApiClient(app, seller), ids: { pageId, code: COUPON.code } };
});

/** Creates a coupon that already has all codes that a page can have. */
const createFullBatch: ErrorTrigger = async ({ app }) => {
  const seller = await app.signUpSeller();
  const validCoupons = [{ ...STORED_COUPON, batch: true }];
  const { pageId } = await seller.publishPage({ enableCoupon: true, validCoupons }, 'full-batch');
  await seller.rpc('create-coupon-codes', { pageId, code: COUPON.code, count: 1 });
  await copyCouponCodes(app.context.db, pageId, MAX_CODES_PER_PAGE - 1);
  return { apiClient: await createApiClient(app, seller), ids: { pageId, code: COUPON.code }, body: { count: 1 } };
};

/** A page with coupons that cannot be used now. */
const createPageWithUnusableCoupons = cachePerTestEnv(async ({ app }) => {
  const seller = await app.signUpSeller();
  const inDays = (days: number) => new Date(app.context.now().getTime() + days * 86_400_000).toISOString();
  const validCoupons = [
    { ...STORED_COUPON, code: 'EARLY', startsAt: inDays(1) },
    { ...STORED_COUPON, code: 'LATE', endsAt: inDays(-1) },
    { ...STORED_COUPON, code: 'LARGE', minimum: '100' },
  ];
  const { pageId } = await seller.publishPage({ enableCoupon: true, validCoupons }, 'unusable-coupons');
  return { apiClient: await createApiClient(app, seller), pageId };
});

/** A page whose coupon leaves less than Stripe accepts, as an earlier version of the app could publish it. */
const createPageWithTooLargeCoupon: ErrorTrigger = async ({ app }) => {
  const seller = await app.signUpSeller();
  const coupon = { ...STORED_COUPON, code: 'NEARLY' };
  const { pageId } = await seller.publishPage({ enableCoupon: true, validCoupons: [coupon] }, 'nearly-free');
  const validCoupons = JSON.stringify([{ ...coupon, discount: 99 }]);
  await app.context.db
    .update(pageVersions)
    .set({ config: sql`jsonb_set(${pageVersions.config}, '{validCoupons}', ${validCoupons}::jsonb)` })
    .where(eq(pageVersions.pageId, pageId));
  return { apiClient: await createApiClient(app, seller), body: { pageId, couponCode: 'NEARLY' } };
};

const withUnusableCoupon =
  (couponCode: string): ErrorTrigger =>
  async (testEnv) => {
    const { apiClient, pageId } = await createPageWithUnusableCoupons(testEnv);
    return { apiClient, body: { pageId, couponCode } };
  };

const INVALID_TABLE = { source: 'gumroad', csv: 'nothing' };

export const PAGE_ERROR_TRIGGERS: Readonly<Record<string, ErrorTrigger>> = {
  ...buildTriggers(ANY_SIZE_ENDPOINTS, TOO_LARGE_IMAGES),
  ...buildTriggers(IMAGE_ENDPOINTS, INVALID_IMAGES),
  ...buildTriggers(
    IMAGE_ENDPOINTS,
    { image_storage_full: { image: PIXEL, use: 'product' } },
    createSellerWithFullStorage,
  ),
  'PATCH /pages/{pageId} page_invalid': () => ({ body: { name: 'x'.repeat(900) } }),
  'PUT /pages/{pageId}/draft revision_conflict': () => ({ body: { config: configWith({}), baseRevision: 999 } }),
  'PATCH /pages/{pageId}/draft revision_conflict': () => ({ body: { config: {}, baseRevision: 999 } }),
  'POST /pages/{pageId}/publish revision_conflict': () => ({ body: { baseRevision: 999 } }),
  'POST /pages/{pageId}/publish page_invalid': async ({ apiClient }) => ({
    ids: await createDraft(apiClient, {}),
    body: {},
  }),
  'POST /pages/{pageId}/publish slug_taken': () => ({ body: { slug: 'club' } }),
  'POST /pages/{pageId}/publish stripe_not_connected': async ({ stranger }) => ({
    apiClient: stranger,
    ids: await createDraft(stranger, SELLABLE),
    body: { slug: 'not-connected' },
  }),
  'POST /pages/{pageId}/publish plan_inactive': async ({ app }) => {
    const seller = await app.signUpSeller();
    await seller.onboard();
    const apiClient = await createApiClient(app, seller);
    return { apiClient, ids: await createDraft(apiClient, SELLABLE), body: { slug: 'not-allowed' } };
  },
  'POST /pages/{pageId}/publish page_suspended': async (testEnv) => ({
    ...(await createSuspendedPage(testEnv)),
    body: {},
  }),
  'DELETE /pages/{pageId} page_in_bundle': async ({ apiClient }) => {
    const ids = await createDraft(apiClient, {});
    await createDraft(apiClient, { bundle: { items: [{ pageId: ids.pageId, priceOptionId: 'base' }] } });
    return { ids };
  },
  'POST /pages/import page_file_invalid': () => ({ body: { format: 'other', version: 1 } }),
  'PUT /pages/{pageId}/file page_file_invalid': () => ({ body: { format: 'other', version: 1 } }),
  'POST /pages/{pageId}/coupons coupon_exists': () => ({ body: COUPON }),
  'POST /pages/{pageId}/coupons page_invalid': () => ({ body: { ...COUPON, code: 'MUCH', percentOff: 500 } }),
  'POST /pages/{pageId}/coupons stripe_not_connected': async (testEnv) => ({
    ...(await createDisconnectedSeller(testEnv)),
    body: COUPON,
  }),
  'POST /pages/{pageId}/coupons plan_inactive': async (testEnv) => ({
    ...(await createSellerWithEndedPlan(testEnv)),
    body: COUPON,
  }),
  'POST /pages/{pageId}/coupons page_suspended': async (testEnv) => ({
    ...(await createSuspendedPage(testEnv)),
    body: { ...COUPON, code: 'ANOTHER' },
  }),
  'DELETE /pages/{pageId}/coupons/{code} page_suspended': createSuspendedPage,
  'POST /pages/{pageId}/coupon-batches/{code}/codes coupon_code_limit_reached': createFullBatch,
  'POST /checkouts not_found': () => ({ body: { pageId: randomUUID() } }),
  'POST /checkouts not_accepting_payments': async (testEnv) => {
    const { apiClient, ids } = await createSellerWithEndedPlan(testEnv);
    return { apiClient, body: ids };
  },
  'POST /checkouts page_suspended': async (testEnv) => {
    const { apiClient, ids } = await createSuspendedPage(testEnv);
    return { apiClient, body: { pageId: ids.pageId } };
  },
  'POST /checkouts page_paused': async ({ app }) => {
    const seller = await app.signUpSeller();
    const { pageId } = await seller.publishPage({}, 'paused');
    await runPagesCommand(app.context, ['pause', 'paused']);
    return { apiClient: await createApiClient(app, seller), body: { pageId } };
  },
  'POST /checkouts price_option_not_found': ({ ids }) => ({ body: { pageId: ids.pageId, priceOptionId: 'none' } }),
  'POST /checkouts quantity_invalid': ({ ids }) => ({ body: { pageId: ids.pageId, quantity: 2 } }),
  'POST /checkouts amount_invalid': ({ ids }) => ({ body: { pageId: ids.pageId, amount: 1 } }),
  'POST /checkouts coupon_invalid': ({ ids }) => ({ body: { pageId: ids.pageId, couponCode: 'NONE' } }),
  'POST /checkouts coupon_not_started': withUnusableCoupon('EARLY'),
  'POST /checkouts coupon_expired': withUnusableCoupon('LATE'),
  'POST /checkouts coupon_minimum_not_met': withUnusableCoupon('LARGE'),
  'POST /checkouts coupon_below_minimum_charge': createPageWithTooLargeCoupon,
  'POST /imports/preview import_file_invalid': () => ({ body: INVALID_TABLE }),
  'POST /imports import_file_invalid': () => ({ body: { ...INVALID_TABLE, keys: ['none'] } }),
  'POST /imports/preview stripe_not_connected': ({ stranger }) => ({
    apiClient: stranger,
    body: { source: 'stripe' },
  }),
  'POST /imports stripe_not_connected': ({ stranger }) => ({
    apiClient: stranger,
    body: { source: 'stripe', keys: ['prod_none'] },
  }),
};
