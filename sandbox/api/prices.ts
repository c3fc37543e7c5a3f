import type Stripe from 'stripe';

import { checkCurrency, checkUnitAmount } from '../core/amounts.ts';
import { invalidParam, invalidRequest, missingParam, exclusiveParams } from '../core/api-error.ts';
import { endpoint, type CallContext, type Resource } from '../core/call-context.ts';
import { newId } from '../core/ids.ts';
import { listEndpoint, retrieveEndpoint } from '../core/list-endpoint.ts';
import type { Objects } from '../core/objects.ts';
import {
  clearable,
  flag,
  integer,
  list,
  mergeMetadata,
  metadata,
  oneOf,
  required,
  shape,
  text,
  type ParamValues,
} from '../core/params.ts';
import { whereProperties } from '../core/store.ts';
import { insertProduct, productDataRules } from './products.ts';

type Price = Objects['price'];
type Interval = { interval: 'day' | 'week' | 'month' | 'year'; interval_count?: number };
type PriceInput = {
  product: string;
  currency: string;
  unit_amount: number;
  active?: boolean;
  recurring?: Interval;
  lookup_key?: string;
  nickname?: string;
  metadata?: Record<string, string>;
};

/** Maximum interval counts: Stripe's limit of three years, by unit. */
const MAX_INTERVAL_COUNT = { day: 1095, week: 156, month: 36, year: 3 };
const recurringRule = shape({
  interval: required(oneOf('day', 'week', 'month', 'year')),
  interval_count: integer(1),
  usage_type: oneOf('licensed'),
});

export const priceDataRules = {
  currency: required(text(10)),
  product: text(),
  product_data: shape(productDataRules),
  recurring: recurringRule,
  tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified'),
  unit_amount: integer(0),
};

const checkAmount = (
  input: Pick<ParamValues<typeof priceDataRules>, 'currency' | 'unit_amount' | 'recurring'>,
  param: (key: string) => string,
): number => {
  const currency = checkCurrency(input.currency, param('currency'));
  if (input.unit_amount === undefined) throw missingParam(param('unit_amount'));
  checkUnitAmount(input.unit_amount, currency, param('unit_amount'));
  const { interval, interval_count: count = 1 } = input.recurring ?? { interval: 'day' };
  if (count > MAX_INTERVAL_COUNT[interval]) throw invalidParam('The maximum interval is 3 years.', param('recurring'));
  return input.unit_amount;
};

export const insertPrice = (call: CallContext, input: PriceInput): Price => {
  const price: Price = {
    id: newId('price_1', 23),
    object: 'price',
    active: input.active ?? true,
    billing_scheme: 'per_unit',
    created: call.now,
    currency: input.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: input.lookup_key ?? null,
    metadata: mergeMetadata(null, input.metadata),
    nickname: input.nickname ?? null,
    product: input.product,
    recurring: input.recurring
      ? { interval_count: 1, ...input.recurring, meter: null, trial_period_days: null, usage_type: 'licensed' }
      : null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: input.recurring ? 'recurring' : 'one_time',
    unit_amount: input.unit_amount,
    unit_amount_decimal: String(input.unit_amount) as unknown as Stripe.Decimal,
  };
  return call.insert('price', price, 'price.created');
};

const getActiveProduct = (call: CallContext, id: string, param: string): Objects['product'] => {
  const product = call.repository.get('product', id, param);
  if (!product.active) throw invalidRequest(`The product ${id} is marked as inactive.`, param);
  return product;
};

/** Creates the price and, if requested, the product of an inline `price_data`; both are inactive afterwards. */
const insertInlinePrice = (call: CallContext, data: ParamValues<typeof priceDataRules>, param: string): Price => {
  const unit_amount = checkAmount(data, (key) => `${param}[${key}]`);
  if (data.product !== undefined && data.product_data)
    throw exclusiveParams('product', 'product_data', `${param}[product]`);
  if (data.product === undefined && !data.product_data) throw missingParam(`${param}[product]`);
  const product = data.product_data
    ? insertProduct(call, { ...data.product_data, active: false })
    : getActiveProduct(call, data.product ?? '', `${param}[product]`);
  return insertPrice(call, { ...data, unit_amount, product: product.id, active: false });
};

/** Returns the price that a line names or describes. Only an active price can be named. */
export const readPrice = (
  call: CallContext,
  input: { price?: string; price_data?: ParamValues<typeof priceDataRules> },
  param: string,
): Price => {
  const priceParam = `${param}[price]`;
  if (input.price !== undefined && input.price_data) throw exclusiveParams('price', 'price_data', priceParam);
  if (input.price_data) return insertInlinePrice(call, input.price_data, `${param}[price_data]`);
  if (input.price === undefined) throw missingParam(priceParam);
  const price = call.repository.get('price', input.price, priceParam);
  if (price.active) return price;
  throw invalidRequest('The price specified is inactive. This field only accepts active prices.', priceParam);
};

const releaseLookupKey = (call: CallContext, key: string | undefined, transfer: boolean | undefined): void => {
  if (key === undefined) return;
  const [currentPrice] = call.repository.list('price', { lookup_key: key }, 1);
  if (!currentPrice) return;
  if (!transfer)
    throw invalidRequest(`A price (\`${currentPrice.id}\`) already uses that lookup key.`, {
      code: 'resource_already_exists',
      param: 'lookup_key',
    });
  call.update('price', currentPrice.id, { lookup_key: null }, 'price.updated');
};

const createRules = {
  ...priceDataRules,
  active: flag,
  lookup_key: text(200),
  transfer_lookup_key: flag,
  nickname: text(),
  metadata,
};
const create = endpoint('POST /v1/prices', createRules, (call, params) => {
  const unit_amount = checkAmount(params, (key) => key);
  const product = params.product_data
    ? insertProduct(call, params.product_data)
    : call.repository.get('product', params.product ?? '', 'product');
  releaseLookupKey(call, params.lookup_key, params.transfer_lookup_key);
  return insertPrice(call, { ...params, unit_amount, product: product.id });
});

const updateRules = {
  active: flag,
  lookup_key: text(200),
  transfer_lookup_key: flag,
  nickname: clearable(text()),
  metadata,
};
const update = endpoint('POST /v1/prices/:id', updateRules, (call, params, id) => {
  const before = call.repository.get('price', id, 'price');
  const { transfer_lookup_key: transfer, ...fields } = params;
  if (fields.lookup_key !== before.lookup_key) releaseLookupKey(call, fields.lookup_key, transfer);
  const change = { ...fields, metadata: mergeMetadata(before.metadata, fields.metadata) };
  return call.update('price', id, change, 'price.updated');
});

const filters = {
  active: flag,
  currency: text(),
  product: text(),
  type: oneOf('one_time', 'recurring'),
  lookup_keys: list(required(text()), 10),
};

export const prices: Resource = {
  endpoints: [
    create,
    update,
    listEndpoint('/v1/prices', 'price', filters, ({ lookup_keys: keys, ...properties }) => [
      ...whereProperties(properties),
      ...(keys ? [{ sql: `json_extract(json, '$.lookup_key') IN (${keys.map(() => '?').join()})`, values: keys }] : []),
    ]),
    retrieveEndpoint('/v1/prices/:id', 'price', 'price'),
  ],
  references: { price: { product: 'product' } },
};
