import type { z } from 'zod';

import { fromPublicCoupon, toPublicCoupon } from '#domain/api-resources/page-config.ts';
import { Coupon, CouponInput } from '#domain/api-resources/page-resources.ts';
import { Deleted } from '#domain/api-resources/shared-resources.ts';
import { AppError } from '#domain/errors.ts';
import { normalizeCouponCode } from '#domain/text.ts';
import { createCoupon, deleteCoupon, listCoupons } from '#server/pages/rpc/manage-coupons.ts';
import { getPage } from '#server/pages/rpc/manage-drafts.ts';

import {
  defineEndpoint,
  defineGroup,
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
  return coupons.map(({ live, ...coupon }) => {
    const fields = toPublicCoupon(coupon, currency) as Omit<CouponResource, 'id' | 'pageId' | 'currency' | 'live'>;
    return { id: coupon.code, pageId, ...fields, currency, live };
  });
}

async function findCoupon(call: CallRpc, pageId: string, code: string): Promise<CouponResource> {
  const coupon = (await loadCoupons(call, pageId)).find(({ id }) => id === normalizeCouponCode(code));
  if (!coupon) throw new AppError('not_found');
  return coupon;
}

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
      'If the page is published, buyers can use the coupon immediately: it is published as a new version, without the other changes in the draft.',
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
]);
