import { z } from 'zod';

import { parseStoredConfig } from '#domain/checkout-page-schema.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';
import { listBundleProducts } from '#server/pages/bundle-products.ts';
import { listPages } from '#server/pages/queries/pages.ts';

/** Lists the seller's pages as bundles can contain them. The builder chooses from them and shows today's saving. */
export const listSellerBundleProducts = defineRpcFunction({
  name: 'list-bundle-products',
  access: 'reads',
  notInApi: 'Bundles name the IDs of pages, which `/pages` lists.',
  body: z.strictObject({}),
  run: async (context, { caller: { sellerId } }) => {
    const published = await listBundleProducts(context, context.db, { sellerId, now: context.now() });
    const products = published.map(({ product }) => product);
    const publishedIds = new Set(products.map(({ pageId }) => pageId));
    const rows = await listPages(context.db, sellerId);
    return {
      products,
      unpublished: rows
        .filter(({ id }) => !publishedIds.has(id))
        .map(({ id, name, schema, config }) => ({
          pageId: id,
          name: name ?? parseStoredConfig(schema, config).productName,
        })),
    };
  },
});
