import type Stripe from 'stripe';
import { endpoint, type Call, type Resource } from '../call.ts';
import { checkCurrency, checkUnitAmount } from '../currency-rules.ts';
import { newId } from '../ids.ts';
import { listing, retrieval, where } from '../listing.ts';
import type { Objects } from '../objects.ts';
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
  type Read,
} from '../params.ts';
import { badParam, refusal } from '../problem.ts';
import { insertProduct, productDataKeys } from './products.ts';

type Price = Objects['price'];
type Interval = { interval: 'day' | 'week' | 'month' | 'year'; interval_count?: number | undefined };
type Given = {
  product: string;
  currency: string;
  unit_amount: number;
  active?: boolean | undefined;
  recurring?: Interval | undefined;
  lookup_key?: string | undefined;
  nickname?: string | undefined;
  metadata?: Record<string, string> | undefined;
};

/** Maximum interval counts: Stripe's limit of three years, by unit. */
const longest = { day: 1095, week: 156, month: 36, year: 3 };
const recurring = shape({
  interval: required(oneOf('day', 'week', 'month', 'year')),
  interval_count: integer(1),
  usage_type: oneOf('licensed'),
});

export const priceDataKeys = {
  currency: required(text(10)),
  product: text(),
  product_data: shape(productDataKeys),
  recurring,
  tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified'),
  unit_amount: integer(0),
};

const check = (
  given: { currency: string; unit_amount: number | undefined; recurring?: Interval | undefined },
  param: (key: string) => string,
): number => {
  const currency = checkCurrency(given.currency, param('currency'));
  if (given.unit_amount === undefined)
    throw badParam(
      `Missing required param: ${param('unit_amount')}.`,
      param('unit_amount'),
      'parameter_missing',
    );
  checkUnitAmount(given.unit_amount, currency, param('unit_amount'));
  const { interval, interval_count: count = 1 } = given.recurring ?? { interval: 'day' };
  if (count > longest[interval]) throw badParam('The maximum interval is 3 years.', param('recurring'));
  return given.unit_amount;
};

export const insertPrice = (call: Call, given: Given): Price => {
  const price: Price = {
    id: newId('price_1', 23),
    object: 'price',
    active: given.active ?? true,
    billing_scheme: 'per_unit',
    created: call.now,
    currency: given.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: given.lookup_key ?? null,
    metadata: mergeMetadata(null, given.metadata),
    nickname: given.nickname ?? null,
    product: given.product,
    recurring: given.recurring
      ? {
          interval: given.recurring.interval,
          interval_count: given.recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: given.recurring ? 'recurring' : 'one_time',
    unit_amount: given.unit_amount,
    unit_amount_decimal: String(given.unit_amount) as unknown as Stripe.Decimal,
  };
  call.emit('price.created', call.books.insert('price', price));
  return price;
};

/** Creates the price and, if requested, the product of an inline `price_data`; both are inactive afterwards. */
export const insertInlinePrice = (call: Call, data: Read<typeof priceDataKeys>, param: string): Price => {
  const unit_amount = check(data, (key) => `${param}[${key}]`);
  if (data.product !== undefined && data.product_data)
    throw badParam(
      'You may only specify one of these parameters: product, product_data.',
      `${param}[product]`,
    );
  if (data.product === undefined && !data.product_data)
    throw badParam(`Missing required param: ${param}[product].`, `${param}[product]`, 'parameter_missing');
  const product = data.product_data
    ? insertProduct(call, { ...data.product_data, active: false })
    : call.books.get('product', data.product ?? '', `${param}[product]`);
  return insertPrice(call, { ...data, unit_amount, product: product.id, active: false });
};

const releaseLookupKey = (call: Call, key: string | undefined, transfer: boolean | undefined): void => {
  if (key === undefined) return;
  const [holder] = call.books.page('price', { limit: 1, where: where('lookup_key', key) }).data;
  if (!holder) return;
  if (!transfer)
    throw refusal(`A price (\`${holder.id}\`) already uses that lookup key.`, {
      code: 'resource_already_exists',
      param: 'lookup_key',
    });
  call.emit('price.updated', call.books.update('price', holder.id, { lookup_key: null }), holder);
};

const createKeys = {
  ...priceDataKeys,
  active: flag,
  lookup_key: text(200),
  transfer_lookup_key: flag,
  nickname: text(),
  metadata,
};
const create = endpoint('POST /v1/prices', createKeys, (call, params) => {
  const unit_amount = check(params, (key) => key);
  const product = params.product_data
    ? insertProduct(call, params.product_data)
    : call.books.get('product', params.product ?? '', 'product');
  releaseLookupKey(call, params.lookup_key, params.transfer_lookup_key);
  return insertPrice(call, { ...params, unit_amount, product: product.id });
});

const updateKeys = {
  active: flag,
  lookup_key: text(200),
  transfer_lookup_key: flag,
  nickname: clearable(text()),
  metadata,
};
const update = endpoint('POST /v1/prices/:id', updateKeys, (call, params, id) => {
  const before = call.books.get('price', id, 'price');
  if (params.lookup_key !== before.lookup_key)
    releaseLookupKey(call, params.lookup_key, params.transfer_lookup_key);
  const after = call.books.update('price', id, {
    active: params.active ?? before.active,
    lookup_key: params.lookup_key ?? before.lookup_key,
    nickname: params.nickname === undefined ? before.nickname : params.nickname,
    metadata: mergeMetadata(before.metadata, params.metadata),
  });
  call.emit('price.updated', after, before);
  return after;
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
    listing('/v1/prices', 'price', filters, ({ active, currency, product, type, lookup_keys: keys }) => [
      ...where('active', active),
      ...where('currency', currency),
      ...where('product', product),
      ...where('type', type),
      ...(keys
        ? [{ sql: `json_extract(json, '$.lookup_key') IN (${keys.map(() => '?').join()})`, values: keys }]
        : []),
    ]),
    retrieval('/v1/prices/:id', 'price', 'price'),
  ],
  references: { price: { product: 'product' } },
};
