import { invalidRequest } from '../core/api-error.ts';
import { endpoint, type CallContext, type Resource } from '../core/call-context.ts';
import { newId } from '../core/ids.ts';
import { deleteEndpoint, listEndpoint, retrieveEndpoint } from '../core/list-endpoint.ts';
import type { Objects } from '../core/objects.ts';
import {
  clearable,
  flag,
  list,
  mergeMetadata,
  metadata,
  required,
  text,
  httpUrl,
  type ParamValues,
} from '../core/params.ts';
import { whereProperties } from '../core/store.ts';

type Product = Objects['product'];
export const productDataRules = {
  name: required(text()),
  description: text(),
  images: list(required(httpUrl), 8),
  metadata,
  tax_code: text(),
  unit_label: text(),
};

type ProductInput = Omit<ParamValues<typeof productDataRules>, 'description'> &
  Partial<Pick<Product, 'id' | 'active' | 'description' | 'url'>>;

export const insertProduct = (call: CallContext, input: ProductInput): Product => {
  const product: Product = {
    id: newId('prod_', 14),
    object: 'product',
    active: true,
    created: call.now,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: call.now,
    url: null,
    ...input,
    metadata: mergeMetadata(null, input.metadata),
  };
  return call.insert('product', product, 'product.created');
};

const create = endpoint(
  'POST /v1/products',
  { ...productDataRules, id: text(), active: flag, url: httpUrl },
  (call, params) => {
    if (params.id !== undefined && call.repository.find('product', params.id))
      throw invalidRequest(`Product already exists.`, { code: 'resource_already_exists', param: 'id' });
    return insertProduct(call, params);
  },
);

const updateRules = {
  ...productDataRules,
  name: text(),
  description: clearable(text()),
  active: flag,
  default_price: text(),
};
const update = endpoint('POST /v1/products/:id', updateRules, (call, params, id) => {
  const before = call.repository.get('product', id);
  if (params.default_price !== undefined) call.repository.get('price', params.default_price, 'default_price');
  const change = { ...params, metadata: mergeMetadata(before.metadata, params.metadata), updated: call.now };
  return call.update('product', id, change, 'product.updated');
});

const checkUnpriced = (call: CallContext, id: string): void => {
  if (call.repository.list('price', { product: id }, 1).length > 0)
    throw invalidRequest('This product cannot be deleted because it has one or more user-created prices.');
};

export const products: Resource = {
  endpoints: [
    create,
    update,
    deleteEndpoint('/v1/products/:id', 'product', checkUnpriced),
    listEndpoint('/v1/products', 'product', { active: flag, ids: list(required(text())) }, ({ active, ids }) => [
      ...whereProperties({ active }),
      ...(ids ? [{ sql: `id IN (${ids.map(() => '?').join()})`, values: ids }] : []),
    ]),
    retrieveEndpoint('/v1/products/:id', 'product'),
  ],
  references: { product: { default_price: 'price' } },
};
