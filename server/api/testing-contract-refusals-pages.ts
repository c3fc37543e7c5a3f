/** Triggers of errors about pages, images, coupons and imports. For tests only. */
import { eq, sql } from 'drizzle-orm';

import { tellPages } from '#server/moderation/tell-pages.ts';
import { IMAGE_SPACE_BYTES } from '#domain/image.ts';

import { media, sellerMedia } from '#server/db/schema-pages.ts';
import { planSubscriptions } from '#server/db/schema-plans.ts';
import { openProgram, type TestProgram } from '#server/testing-api.ts';
import { sellerIdOf } from '#server/testing-plans.ts';

import { PIXEL, type RightCall } from './testing-contract-calls.ts';
import type { Provoke } from './testing-contract-everywhere.ts';
import { disconnected } from './testing-contract-refusals-orders.ts';
import { configWith, COUPON, inEachWorld, type ContractWorld, type Ids } from './testing-contract.ts';

const TOO_LARGE = `data:image/png;base64,${'A'.repeat(2_900_000)}`;
const NO_IMAGE = 'data:image/png;base64,AAAA';
const OTHER_TYPE = 'data:image/bmp;base64,Qk0=';
const SOLD = { productName: 'Sold', price: '29.00' };

type Use = 'product' | 'logo';
type Sent = { image: string; use: Use };

const draftOf = async (program: TestProgram, change: object): Promise<Ids> => {
  const { body } = await program.ask<{ pageId: string }>('POST', '/pages', {
    body: { config: configWith(change) },
  });
  return { pageId: body.pageId };
};

const fileOf = async ({ program, ids }: ContractWorld) =>
  (await program.ask<{ config: object }>('GET', `/pages/${ids.pageId}/file`)).body;

const placed = ({ image, use }: Sent) => ({ [use === 'logo' ? 'logo' : 'productImage']: image });

const fileWith = async (world: ContractWorld, sent: Sent) => {
  const file = await fileOf(world);
  return { file: { ...file, config: { ...file.config, ...placed(sent) } } };
};

type Sending = (world: ContractWorld, sent: Sent) => unknown;

/** Endpoints that accept images, with the body that sends one. */
const OF_ANY_SIZE: Readonly<Record<string, Sending>> = {
  'POST /images': (_, sent) => sent,
  'POST /pages/import': fileWith,
  'PUT /pages/{pageId}/file': fileWith,
};
const TAKING_IMAGES: Readonly<Record<string, Sending>> = {
  ...OF_ANY_SIZE,
  'POST /pages': (_, sent) => ({ config: configWith(placed(sent)) }),
  'PUT /pages/{pageId}/draft': (_, sent) => ({ config: configWith(placed(sent)) }),
  'PATCH /pages/{pageId}/draft': (_, sent) => ({ config: placed(sent) }),
};

const TOO_LARGE_ONES: Readonly<Record<string, Sent>> = {
  image_too_large: { image: TOO_LARGE, use: 'product' },
  logo_too_large: { image: TOO_LARGE, use: 'logo' },
};
const WRONG_ONES: Readonly<Record<string, Sent>> = {
  image_type: { image: OTHER_TYPE, use: 'product' },
  image_unreadable: { image: NO_IMAGE, use: 'product' },
  logo_type: { image: OTHER_TYPE, use: 'logo' },
};

/** Builds a trigger for each endpoint and image; `completeCall` adds more of the call. */
const rowsOf = (
  endpoints: Readonly<Record<string, Sending>>,
  images: Readonly<Record<string, Sent>>,
  of: (world: ContractWorld) => Promise<RightCall> = () => Promise.resolve({}),
): Record<string, Provoke> =>
  Object.fromEntries(
    Object.entries(endpoints).flatMap(([name, bodyOf]) =>
      Object.entries(images).map(([code, sent]): [string, Provoke] => [
        `${name} ${code}`,
        async (world) => ({ ...(await of(world)), body: await bodyOf(world, sent) }),
      ]),
    ),
  );

/** Creates a seller whose images use all of the storage, by inserting rows instead of uploading. */
const full = inEachWorld(async ({ shop }) => {
  const seller = await shop.seller();
  const { db, now } = shop.context;
  const program = await openProgram(shop, seller);
  const ids = await draftOf(program, {});
  const image = { sha256: 'f'.repeat(64), extension: 'webp' as const, width: 1, height: 1, createdAt: now() };
  const bytes = sql`convert_to(repeat('x', ${IMAGE_SPACE_BYTES}), 'UTF8')`;
  await db.insert(media).values({ ...image, bytes });
  await db
    .insert(sellerMedia)
    .values({ sellerId: await sellerIdOf(shop, seller), sha256: image.sha256, createdAt: now() });
  return { program, ids };
});

/** Creates a seller with a page on sale whose plan has ended. */
const lapsed = inEachWorld(async ({ shop }) => {
  const seller = await shop.seller();
  const { pageId } = await seller.publish({}, 'lapsed');
  await shop.context.db
    .update(planSubscriptions)
    .set({ accessUntil: shop.context.now() })
    .where(eq(planSubscriptions.sellerId, await sellerIdOf(shop, seller)));
  return { program: await openProgram(shop, seller), ids: { pageId } };
});

/** Creates a seller with a published page that has a coupon and is then suspended. */
const takenDown = inEachWorld(async ({ shop }) => {
  const seller = await shop.seller();
  const { pageId } = await seller.publish({ enableCoupon: true, validCoupons: [COUPON] }, 'taken-down');
  await tellPages(shop.context, ['suspend', 'taken-down', '--reason', 'It is not what it says.']);
  return { program: await openProgram(shop, seller), ids: { pageId, code: COUPON.code } };
});

const NO_TABLE = { source: 'gumroad', csv: 'nothing' };

export const PAGE_REFUSALS: Readonly<Record<string, Provoke>> = {
  ...rowsOf(OF_ANY_SIZE, TOO_LARGE_ONES),
  ...rowsOf(TAKING_IMAGES, WRONG_ONES),
  ...rowsOf(TAKING_IMAGES, { storage_full: { image: PIXEL, use: 'product' } }, full),
  'PATCH /pages/{pageId} page_invalid': () => ({ body: { name: 'x'.repeat(900) } }),
  'PUT /pages/{pageId}/draft draft_changed': () => ({ body: { config: configWith({}), baseRevision: 999 } }),
  'PATCH /pages/{pageId}/draft draft_changed': () => ({ body: { config: {}, baseRevision: 999 } }),
  'POST /pages/{pageId}/publish draft_changed': () => ({ body: { baseRevision: 999 } }),
  'POST /pages/{pageId}/publish page_invalid': async ({ program }) => ({
    ids: await draftOf(program, {}),
    body: {},
  }),
  'POST /pages/{pageId}/publish slug_taken': () => ({ body: { slug: 'club' } }),
  'POST /pages/{pageId}/publish stripe_not_connected': async ({ stranger }) => ({
    program: stranger,
    ids: await draftOf(stranger, SOLD),
    body: { slug: 'not-connected' },
  }),
  'POST /pages/{pageId}/publish publishing_not_allowed': async ({ shop }) => {
    const seller = await shop.seller();
    await seller.onboard();
    const program = await openProgram(shop, seller);
    return { program, ids: await draftOf(program, SOLD), body: { slug: 'not-allowed' } };
  },
  'POST /pages/{pageId}/publish page_suspended': async (world) => ({
    ...(await takenDown(world)),
    body: {},
  }),
  'POST /pages/import page_file_invalid': () => ({ body: { file: {} } }),
  'PUT /pages/{pageId}/file page_file_invalid': () => ({ body: { file: { format: 'other' } } }),
  'POST /pages/{pageId}/coupons coupon_exists': () => ({ body: COUPON }),
  'POST /pages/{pageId}/coupons page_invalid': () => ({ body: { ...COUPON, code: 'MUCH', discount: 500 } }),
  'POST /pages/{pageId}/coupons stripe_not_connected': async (world) => ({
    ...(await disconnected(world)),
    body: COUPON,
  }),
  'POST /pages/{pageId}/coupons publishing_not_allowed': async (world) => ({
    ...(await lapsed(world)),
    body: COUPON,
  }),
  'POST /pages/{pageId}/coupons page_suspended': async (world) => ({
    ...(await takenDown(world)),
    body: { ...COUPON, code: 'ANOTHER' },
  }),
  'DELETE /pages/{pageId}/coupons/{code} page_suspended': takenDown,
  'POST /imports/find import_unreadable': () => ({ body: NO_TABLE }),
  'POST /imports import_unreadable': () => ({ body: { ...NO_TABLE, keys: ['none'] } }),
  'POST /imports/find stripe_not_connected': ({ stranger }) => ({
    program: stranger,
    body: { source: 'stripe' },
  }),
  'POST /imports stripe_not_connected': ({ stranger }) => ({
    program: stranger,
    body: { source: 'stripe', keys: ['prod_none'] },
  }),
};
