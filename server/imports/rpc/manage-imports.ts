import { z } from 'zod';

import { MAX_IMPORT_FILE_BYTES, MAX_PRODUCTS_PER_IMPORT } from '#domain/product-import.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import type { RpcLimit } from '#server/http/rate-limits.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';
import { listImportableProducts, importProducts } from '#server/imports/import-products.ts';

const stripe = { source: z.literal('stripe') };
/** The importer checks the file size, because its error message is more helpful. */
const gumroad = { source: z.literal('gumroad'), csv: z.string() };
const keys = { keys: z.array(z.string().max(300)).min(1).max(MAX_PRODUCTS_PER_IMPORT) };

const hourlyLimit = (name: string, limit: number): RpcLimit[] => [{ name, limit, windowMs: HOUR_MS }];

/** Lists the products that can become pages. Changes nothing. */
export const findProductsFunction = defineRpcFunction({
  name: 'find-products',
  access: 'writes',
  body: z.discriminatedUnion('source', [z.strictObject(stripe), z.strictObject(gumroad)]),
  maxBytes: MAX_IMPORT_FILE_BYTES * 2,
  limits: hourlyLimit('find-products', 60),
  run: async (context, { caller }, input) => ({
    products: await listImportableProducts(context, caller.sellerId, input),
  }),
});

export const importProductsFunction = defineRpcFunction({
  name: 'import-products',
  access: 'writes',
  body: z.discriminatedUnion('source', [
    z.strictObject({ ...stripe, ...keys }),
    z.strictObject({ ...gumroad, ...keys }),
  ]),
  maxBytes: MAX_IMPORT_FILE_BYTES * 2,
  limits: hourlyLimit('import-products', 60),
  run: (context, { caller }, { keys: selectedKeys, ...input }) =>
    importProducts(context, caller.sellerId, input, selectedKeys),
});
