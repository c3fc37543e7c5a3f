import { checkCurrency, checkUnitAmount } from '../core/amounts.ts';
import { invalidParam, invalidRequest } from '../core/api-error.ts';
import { endpoint, type CallContext, type Resource } from '../core/call-context.ts';
import { randomText } from '../core/ids.ts';
import { listEndpoint, retrieveEndpoint } from '../core/list-endpoint.ts';
import type { Objects } from '../core/objects.ts';
import { clearable, decimal, integer, mergeMetadata, metadata, oneOf, text } from '../core/params.ts';

type Coupon = Objects['coupon'];

const createRules = {
  id: text(),
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

const create = endpoint('POST /v1/coupons', createRules, (call, params) => {
  const { amount_off: amountOff, percent_off: percentOff, duration = 'once' } = params;
  if (amountOff === undefined && percentOff === undefined)
    throw invalidParam('Must provide percent_off or amount_off.', 'percent_off', 'parameter_missing');
  if (amountOff !== undefined && percentOff !== undefined)
    throw invalidParam('You may only specify one of these parameters: amount_off, percent_off.', 'percent_off');
  if (amountOff !== undefined && params.currency === undefined)
    throw invalidParam('Missing required param: currency.', 'currency', 'parameter_missing');
  if (amountOff !== undefined && params.currency !== undefined)
    checkUnitAmount(amountOff, checkCurrency(params.currency, 'currency'), 'amount_off');
  if (duration === 'repeating' && params.duration_in_months === undefined)
    throw invalidParam('Missing required param: duration_in_months.', 'duration_in_months', 'parameter_missing');
  if (params.redeem_by !== undefined && params.redeem_by <= call.now)
    throw invalidParam('The redeem_by must be in the future.', 'redeem_by');
  const id = params.id ?? randomText(8);
  if (call.repository.find('coupon', id))
    throw invalidRequest('Coupon already exists.', { code: 'resource_already_exists', param: 'id' });
  const coupon: Coupon = {
    id,
    object: 'coupon',
    amount_off: amountOff ?? null,
    created: call.now,
    currency: amountOff === undefined ? null : (params.currency ?? null),
    duration,
    duration_in_months: params.duration_in_months ?? null,
    livemode: false,
    max_redemptions: params.max_redemptions ?? null,
    metadata: mergeMetadata(null, params.metadata),
    name: params.name ?? null,
    percent_off: percentOff ?? null,
    redeem_by: params.redeem_by ?? null,
    times_redeemed: 0,
    valid: true,
  };
  call.emit('coupon.created', call.repository.insert('coupon', coupon));
  return coupon;
});

const update = endpoint('POST /v1/coupons/:id', { name: clearable(text(40)), metadata }, (call, params, id) => {
  const before = call.repository.get('coupon', id, 'coupon');
  const name = params.name === undefined ? before.name : params.name;
  const after = call.repository.update('coupon', id, {
    name,
    metadata: mergeMetadata(before.metadata, params.metadata),
  });
  call.emit('coupon.updated', after, before);
  return after;
});

const deleteCoupon = endpoint('DELETE /v1/coupons/:id', {}, (call, _params, id) => {
  const coupon = call.repository.get('coupon', id, 'coupon');
  call.repository.remove('coupon', id);
  call.emit('coupon.deleted', coupon);
  return { id, object: 'coupon', deleted: true };
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
      { param },
    );
  return coupon;
};

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
    deleteCoupon,
    listEndpoint('/v1/coupons', 'coupon', {}, () => []),
    retrieveEndpoint('/v1/coupons/:id', 'coupon', 'coupon'),
  ],
};
