import { z } from 'zod';

import { fromPublicCoupon, toPublicCoupon } from '#domain/api-resources/page-config.ts';
import {
  Coupon,
  CouponCode,
  CouponInput,
  DeletedCouponCodes,
  NewCouponCodes,
} from '#domain/api-resources/page-resources.ts';
import { Deleted } from '#domain/api-resources/shared-resources.ts';
import { MAX_NEW_CODES } from '#domain/coupon-batch.ts';
import { AppError } from '#domain/errors.ts';
import { normalizeCouponCode } from '#domain/text.ts';
import {
  createCouponCodes,
  deleteUnusedCouponCodes,
  exportCouponCodes,
  listCouponCodes,
} from '#server/pages/rpc/manage-coupon-codes.ts';
import { createCoupon, deleteCoupon, listCoupons } from '#server/pages/rpc/manage-coupons.ts';
import { getPage } from '#server/pages/rpc/manage-drafts.ts';

import {
  defineCsvEndpoint,
  defineEndpoint,
  defineGroup,
  defineListEndpoint,
  defineShortListEndpoint,
  STRIPE_ERRORS,
  type CallRpc,
} from '../define-endpoint.ts';

type CouponResource = z.input<typeof Coupon>;

const loadCurrency = async (call: CallRpc, pageId: string): Promise<string> => {
  const { config, published } = await call(getPage, { pageId });
  return (published ?? config).currency;
};

async function loadCoupons(call: CallRpc, pageId: string): Promise<CouponResource[]> {
  const { coupons } = await call(listCoupons, { pageId });
  const currency = await loadCurrency(call, pageId);
  return coupons.map(({ live, ...coupon }) => ({
    id: coupon.code,
    pageId,
    ...toPublicCoupon(coupon, currency),
    currency,
    live,
  }));
}

async function findCoupon(call: CallRpc, pageId: string, code: string): Promise<CouponResource> {
  const coupon = (await loadCoupons(call, pageId)).find(({ id }) => id === normalizeCouponCode(code));
  if (!coupon) throw new AppError('not_found');
  return coupon;
}

type CodesOfBatch = { pageId: string; code: string };

async function* streamCodes(call: CallRpc, batch: CodesOfBatch): AsyncGenerator<string> {
  for (let after: string | null | undefined; after !== null;) {
    const { lines, next } = await call(exportCouponCodes, { ...batch, ...(after && { after }) });
    yield lines;
    after = next;
  }
}

const CODES_PATH = '/pages/{pageId}/coupon-batches/{code}/codes';

export const COUPON_ENDPOINTS = defineGroup('Coupons', { read: 'coupons:read', write: 'coupons:write' }, [
  defineShortListEndpoint('pages.coupons.list', '/pages/{pageId}/coupons', {
    rpcFunctions: [listCoupons],
    summary: 'List the coupons of a page',
    description: 'Coupons of the published version, and then those that are only in the draft.',
    item: Coupon,
    keyOf: ({ id }) => id,
    load: ({ call, params }) => loadCoupons(call, params.pageId),
  }),
  defineEndpoint('pages.coupons.create', 'POST /pages/{pageId}/coupons', {
    rpcFunctions: [createCoupon],
    summary: 'Create a coupon',
    description:
      'If the page is published, buyers can use the coupon immediately: it is published as a new version, without the other changes in the draft. With `batch`, it has no uses until you create codes.',
    body: CouponInput,
    response: Coupon,
    status: 201,
    errors: [
      'coupon_exists',
      'page_invalid',
      'stripe_not_connected',
      'publishing_not_allowed',
      'page_suspended',
      ...STRIPE_ERRORS,
    ],
    run: async ({ call, params, body }) => {
      const coupon = fromPublicCoupon(body, await loadCurrency(call, params.pageId));
      await call(createCoupon, { ...params, coupon });
      return findCoupon(call, params.pageId, body.code);
    },
  }),
  defineEndpoint('pages.coupons.get', 'GET /pages/{pageId}/coupons/{code}', {
    summary: 'Get a coupon',
    response: Coupon,
    run: ({ call, params }) => findCoupon(call, params.pageId, params.code),
  }),
  defineEndpoint('pages.coupons.delete', 'DELETE /pages/{pageId}/coupons/{code}', {
    rpcFunctions: [deleteCoupon],
    summary: 'Delete a coupon',
    description: 'Removes the coupon from the draft and from the published version immediately.',
    response: Deleted,
    errors: ['page_suspended'],
    run: async ({ call, params }) => {
      await call(deleteCoupon, params);
      return { id: normalizeCouponCode(params.code), deleted: true as const };
    },
  }),
  defineEndpoint('pages.couponCodes.create', `POST ${CODES_PATH}`, {
    rpcFunctions: [createCouponCodes],
    summary: 'Generate codes of a coupon',
    description:
      'First create the coupon with `batch`; its code is the beginning of the generated ones. Each can be used once. With an idempotency key, a repeated request returns the same codes instead of more.',
    body: z.strictObject({
      count: z.number().int().min(1).max(MAX_NEW_CODES).describe('How many codes to create.'),
    }),
    response: NewCouponCodes,
    status: 201,
    errors: ['too_many_coupon_codes'],
    run: ({ call, params, body }) => call(createCouponCodes, { ...params, ...body }),
  }),
  defineListEndpoint('pages.couponCodes.list', CODES_PATH, {
    rpcFunctions: [listCouponCodes],
    summary: 'List the single-use codes of a coupon',
    description: 'In no particular order, each with its state.',
    item: CouponCode,
    findRows: async ({ call, params, limit, after }) =>
      (await call(listCouponCodes, { ...params, limit, ...(after && { after: String(after[0]) }) })).codes,
    keyOf: ({ id }) => [id],
    toItems: (codes) => [...codes],
  }),
  defineCsvEndpoint('pages.couponCodes.export', `${CODES_PATH}/export`, {
    rpcFunctions: [exportCouponCodes],
    summary: 'Export the single-use codes of a coupon as CSV',
    description: 'One row per code, with its state, its order number, and when it was used.',
    query: z.strictObject({}),
    run: ({ call, params }) => Promise.resolve({ fileName: 'coupon-codes.csv', parts: streamCodes(call, params) }),
  }),
  defineEndpoint('pages.couponCodes.delete', `DELETE ${CODES_PATH}`, {
    rpcFunctions: [deleteUnusedCouponCodes],
    summary: 'Delete the unused codes of a coupon',
    description: 'Codes that are used or reserved stay. Buyers can no longer use the others.',
    response: DeletedCouponCodes,
    run: async ({ call, params }) => ({ deletedCount: (await call(deleteUnusedCouponCodes, params)).deleted }),
  }),
]);
