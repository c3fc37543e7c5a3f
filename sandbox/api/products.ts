import { endpoint, type Call, type Resource } from '../call.ts';
import { newId } from '../ids.ts';
import { listing, retrieval, where } from '../listing.ts';
import type { Objects } from '../objects.ts';
import { clearable, flag, list, mergeMetadata, metadata, required, text, webAddress } from '../params.ts';
import { refusal } from '../problem.ts';

type Product = Objects['product'];
type Given = {
  id?: string | undefined;
  active?: boolean | undefined;
  name: string;
  description?: string | null | undefined;
  images?: string[] | undefined;
  metadata?: Record<string, string> | undefined;
  url?: string | undefined;
};

export const productDataKeys = {
  name: required(text()),
  description: text(),
  images: list(required(webAddress), 8),
  metadata,
  tax_code: text(),
  unit_label: text(),
};

export const insertProduct = (call: Call, given: Given): Product => {
  const product: Product = {
    id: given.id ?? newId('prod_', 14),
    object: 'product',
    active: given.active ?? true,
    created: call.now,
    default_price: null,
    description: given.description ?? null,
    images: given.images ?? [],
    livemode: false,
    marketing_features: [],
    metadata: mergeMetadata(null, given.metadata),
    name: given.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: call.now,
    url: given.url ?? null,
  };
  call.emit('product.created', call.books.insert('product', product));
  return product;
};

const create = endpoint(
  'POST /v1/products',
  { ...productDataKeys, id: text(), active: flag, url: webAddress },
  (call, params) => {
    if (params.id !== undefined && call.books.find('product', params.id))
      throw refusal(`Product already exists.`, { code: 'resource_already_exists', param: 'id' });
    return insertProduct(call, params);
  },
);

const updateKeys = {
  ...productDataKeys,
  name: text(),
  description: clearable(text()),
  active: flag,
  default_price: text(),
};
const update = endpoint('POST /v1/products/:id', updateKeys, (call, params, id) => {
  const before = call.books.get('product', id);
  if (params.default_price !== undefined) call.books.get('price', params.default_price, 'default_price');
  const after = call.books.update('product', id, {
    active: params.active ?? before.active,
    default_price: params.default_price ?? before.default_price ?? null,
    description: params.description === undefined ? before.description : params.description,
    images: params.images ?? before.images,
    metadata: mergeMetadata(before.metadata, params.metadata),
    name: params.name ?? before.name,
    updated: call.now,
  });
  call.emit('product.updated', after, before);
  return after;
});

const remove = endpoint('DELETE /v1/products/:id', {}, (call, _params, id) => {
  const product = call.books.get('product', id);
  const inUse = call.books.page('price', { limit: 1, where: where('product', id) }).data.length > 0;
  if (inUse) throw refusal('This product cannot be deleted because it has one or more user-created prices.');
  call.books.remove('product', id);
  call.emit('product.deleted', product);
  return { id, object: 'product', deleted: true };
});

export const products: Resource = {
  endpoints: [
    create,
    update,
    remove,
    listing('/v1/products', 'product', { active: flag, ids: list(required(text())) }, ({ active, ids }) => [
      ...where('active', active),
      ...(ids ? [{ sql: `id IN (${ids.map(() => '?').join()})`, values: ids }] : []),
    ]),
    retrieval('/v1/products/:id', 'product'),
  ],
  references: { product: { default_price: 'price' } },
};
