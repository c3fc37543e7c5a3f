import { z } from 'zod';

import { MAX_IMPORT_FILE_BYTES, MAX_IMPORTED_AT_ONCE } from '#domain/import-calls.ts';
import { findProducts, importProducts } from '#server/imports/import-products.ts';
import { HOUR_MS } from '#server/http/rate-limits.ts';
import { backendFunction, type From } from './backend-function.ts';

const stripe = { source: z.literal('stripe') };
/** The importer checks the file size, because its error message is more helpful. */
const gumroad = { source: z.literal('gumroad'), csv: z.string() };
const keys = { keys: z.array(z.string().max(300)).min(1).max(MAX_IMPORTED_AT_ONCE) };

const hourly =
  (act: string, limit: number) =>
  ({ caller }: From<'writes'>) => [{ key: `${act}:${caller.sellerId}`, limit, windowMs: HOUR_MS }];

/** Lists the products that can become pages. Changes nothing. */
export const findProductsFunction = backendFunction({
  name: 'find-products',
  title: 'Import failed',
  access: 'writes',
  body: z.discriminatedUnion('source', [z.strictObject(stripe), z.strictObject(gumroad)]),
  maxBytes: MAX_IMPORT_FILE_BYTES * 2,
  limits: hourly('find-products', 60),
  run: async (context, { caller }, from) => ({
    products: await findProducts(context, caller.sellerId, from),
  }),
});

export const importProductsFunction = backendFunction({
  name: 'import-products',
  title: 'Import failed',
  access: 'writes',
  body: z.discriminatedUnion('source', [
    z.strictObject({ ...stripe, ...keys }),
    z.strictObject({ ...gumroad, ...keys }),
  ]),
  maxBytes: MAX_IMPORT_FILE_BYTES * 2,
  limits: hourly('import-products', 60),
  run: (context, { caller }, { keys: wanted, ...from }) =>
    importProducts(context, caller.sellerId, from, wanted),
});
