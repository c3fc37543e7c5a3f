import { checkCurrency, checkUnitAmount } from '../core/amounts.ts';
import { invalidParam, invalidRequest, missingParam, exclusiveParams } from '../core/api-error.ts';
import { endpoint, type CallContext, type Resource } from '../core/call-context.ts';
import { randomText } from '../core/ids.ts';
import { deleteEndpoint, listEndpoint, retrieveEndpoint } from '../core/list-endpoint.ts';
import type { Objects } from '../core/objects.ts';
import {
  clearable,
  decimal,
  integer,
  list,
  mergeMetadata,
  metadata,
  oneOf,
  required,
  shape,
  text,
} from '../core/params.ts';

type Coupon = Objects['coupon'];

const createRules = {
  id: text(),
  applies_to: shape({ products: required(list(required(text()))) }),
  amount_off: integer(1),
  currency: text(),
  duration: oneOf('forever', 'once', 'repeating'),
  duration_in_months: integer(1),
  max_redemptions: integer(1),
  metadata,
  name: text(40),
  percent_off: decimal(0, 100),
  redeem_by: integer(1),
};

const EMPTY_FIELDS = {
  amount_off: null,
  duration_in_months: null,
  max_redemptions: null,
  name: null,
  percent_off: null,
  redeem_by: null,
} satisfies Partial<Coupon>;

const create = endpoint('POST /v1/coupons', createRules, (call, params) => {
  const { applies_to: appliesTo, ...fields } = params;
  const { amount_off: amountOff, percent_off: percentOff, duration = 'once' } = fields;
  const products = appliesTo?.products ?? null;
  products?.forEach((id, index) => call.repository.get('product', id, `applies_to[products][${index}]`));
  if (amountOff === undefined && percentOff === undefined)
    throw missingParam('percent_off', 'Must provide percent_off or amount_off.');
  if (amountOff !== undefined && percentOff !== undefined)
    throw exclusiveParams('amount_off', 'percent_off', 'percent_off');
  if (amountOff !== undefined && params.currency === undefined) throw missingParam('currency');
  if (amountOff !== undefined && params.currency !== undefined)
    checkUnitAmount(amountOff, checkCurrency(params.currency, 'currency'), 'amount_off');
  if (duration === 'repeating' && params.duration_in_months === undefined) throw missingParam('duration_in_months');
  if (params.redeem_by !== undefined && params.redeem_by <= call.now)
    throw invalidParam('The redeem_by must be in the future.', 'redeem_by');
  const id = params.id ?? randomText(8);
  if (call.repository.find('coupon', id))
    throw invalidRequest('Coupon already exists.', { code: 'resource_already_exists', param: 'id' });
  const coupon: Coupon = {
    ...EMPTY_FIELDS,
    ...fields,
    id,
    object: 'coupon',
    created: call.now,
    currency: amountOff === undefined ? null : (params.currency ?? null),
    duration,
    livemode: false,
    metadata: mergeMetadata(null, params.metadata),
    times_redeemed: 0,
    valid: true,
    hidden: { products },
  };
  return call.insert('coupon', coupon, 'coupon.created');
});

const update = endpoint('POST /v1/coupons/:id', { name: clearable(text(40)), metadata }, (call, params, id) => {
  const before = call.repository.get('coupon', id, 'coupon');
  const change = { ...params, metadata: mergeMetadata(before.metadata, params.metadata) };
  return call.update('coupon', id, change, 'coupon.updated');
});

/** Returns the coupon if it can be redeemed now for an order in this currency; otherwise throws Stripe's error. */
export const redeemableCoupon = (call: CallContext, id: string, currency: string, param: string): Coupon => {
  const coupon = call.repository.get('coupon', id, param);
  const isUsedUp = coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions;
  const isExpired = coupon.redeem_by !== null && coupon.redeem_by <= call.now;
  if (isUsedUp || isExpired)
    throw invalidRequest(`Coupon ${id} is expired and cannot be applied.`, { code: 'coupon_expired', param });
  if (coupon.currency !== null && coupon.currency !== currency)
    throw invalidRequest(
      `The coupon's currency ${coupon.currency} does not match the currency of the line items, ${currency}.`,
      param,
    );
  return coupon;
};

const findScope = (call: CallContext, id: string): string[] | null =>
  call.repository.find('coupon', id)?.hidden.products ?? null;

export const countRedemption = (call: CallContext, id: string): void => {
  const coupon = call.repository.find('coupon', id);
  if (!coupon) return;
  const times_redeemed = coupon.times_redeemed + 1;
  const valid = coupon.max_redemptions === null || times_redeemed < coupon.max_redemptions;
  call.repository.update('coupon', id, { times_redeemed, valid });
};

export const coupons: Resource = {
  endpoints: [
    create,
    update,
    deleteEndpoint('/v1/coupons/:id', 'coupon', undefined, 'coupon'),
    listEndpoint('/v1/coupons', 'coupon'),
    retrieveEndpoint('/v1/coupons/:id', 'coupon', 'coupon'),
  ],
  references: {
    coupon: {
      applies_to: (call, { id }) => ({ products: findScope(call, String(id)) ?? [] }),
    },
  },
};
