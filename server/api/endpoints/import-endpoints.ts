import { z } from 'zod';

import { MAX_IMPORT_FILE_BYTES, MAX_PRODUCTS_PER_IMPORT } from '#domain/product-import.ts';
import { findProductsFunction, importProductsFunction } from '#server/imports/rpc/manage-imports.ts';

import { defineEndpoint, STRIPE_ERRORS, type ApiEndpoint } from '../define-endpoint.ts';
import { ApiImportableProduct } from '../schemas/integration-schemas.ts';

const group = 'Imports';
const scope = 'pages:write';
const stripe = { source: z.literal('stripe') };
const gumroad = {
  source: z.literal('gumroad'),
  csv: z.string().max(MAX_IMPORT_FILE_BYTES).meta({ description: 'The file that Gumroad gives, as text.' }),
};
const keys = {
  keys: z
    .array(z.string().max(300))
    .min(1)
    .max(MAX_PRODUCTS_PER_IMPORT)
    .meta({ description: 'Of the products that are to become drafts.' }),
};

export const IMPORT_ENDPOINTS: readonly ApiEndpoint[] = [
  defineEndpoint({
    method: 'POST',
    path: '/imports/find',
    scope,
    rpcFunction: findProductsFunction,
    group,
    summary: 'Find products of another system',
    description: 'Those of your Stripe account, or of a file of Gumroad. Nothing is changed.',
    body: z.discriminatedUnion('source', [z.strictObject(stripe), z.strictObject(gumroad)]),
    answer: z.strictObject({ products: z.array(ApiImportableProduct) }),
    errors: ['import_unreadable', 'stripe_not_connected', ...STRIPE_ERRORS],
    toBody: ({ body }) => body,
  }),
  defineEndpoint({
    method: 'POST',
    path: '/imports',
    scope,
    rpcFunction: importProductsFunction,
    group,
    summary: 'Make drafts of products',
    description: 'A draft for each one. What was imported before is made again only when it is named.',
    body: z.discriminatedUnion('source', [
      z.strictObject({ ...stripe, ...keys }),
      z.strictObject({ ...gumroad, ...keys }),
    ]),
    answer: z.strictObject({
      pages: z.array(z.strictObject({ key: z.string(), pageId: z.uuid() })),
      failed: z
        .array(z.strictObject({ key: z.string(), problem: z.string() }))
        .meta({ description: 'Those that could not be made, and why, in words.' }),
    }),
    status: 201,
    errors: ['import_unreadable', 'stripe_not_connected', ...STRIPE_ERRORS],
    toBody: ({ body }) => body,
  }),
];
