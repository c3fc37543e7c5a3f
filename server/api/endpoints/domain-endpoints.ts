import { z } from 'zod';

import { objectSchema } from '#domain/api-resources/base-schemas.ts';
import { Domain, ImportableProduct, ImportResult } from '#domain/api-resources/integration-resources.ts';
import { Deleted } from '#domain/api-resources/shared-resources.ts';
import { AppError } from '#domain/errors.ts';
import { MAX_IMPORT_FILE_BYTES, MAX_PRODUCTS_PER_IMPORT } from '#domain/product-import.ts';
import { toDomainResource } from '#server/domains/domain-resource.ts';
import {
  addDomain,
  checkSellerDomain,
  listSellerDomains,
  removeDomain,
  setDomainPage,
} from '#server/domains/rpc/manage-domains.ts';
import { findProductsFunction, importProductsFunction } from '#server/imports/rpc/manage-imports.ts';

import {
  defineEndpoint,
  defineGroup,
  defineShortListEndpoint,
  listOf,
  STRIPE_ERRORS,
  type CallRpc,
} from '../define-endpoint.ts';

const loadDomains = async (call: CallRpc) => (await call(listSellerDomains, {})).domains.map(toDomainResource);

const DOMAINS = defineGroup('Domains', { read: 'domains:read', write: 'domains:write' }, [
  defineShortListEndpoint('domains.list', '/domains', {
    rpcFunctions: [listSellerDomains],
    summary: 'List domains',
    item: Domain,
    keyOf: ({ id }) => id,
    load: ({ call }) => loadDomains(call),
  }),
  defineEndpoint('domains.create', 'POST /domains', {
    rpcFunctions: [addDomain],
    summary: 'Add a domain',
    description: 'The response lists the DNS records to create. The domain goes live when a check finds them.',
    body: z.strictObject({
      host: z
        .string()
        .max(4000)
        .meta({ description: 'Domain, such as a subdomain of your website.', examples: ['pay.example.com'] }),
      pageId: z.uuid().optional().describe('The page to show on the domain.'),
    }),
    response: Domain,
    status: 201,
    errors: ['not_found', 'plan_needed', 'domain_invalid', 'domain_taken', 'domain_limit'],
    run: async ({ call, body }) => toDomainResource((await call(addDomain, body)).domain),
  }),
  defineEndpoint('domains.get', 'GET /domains/{domainId}', {
    summary: 'Get a domain',
    response: Domain,
    run: async ({ call, params }) => {
      const domain = (await loadDomains(call)).find(({ id }) => id === params.domainId);
      if (!domain) throw new AppError('not_found');
      return domain;
    },
  }),
  defineEndpoint('domains.update', 'PATCH /domains/{domainId}', {
    rpcFunctions: [setDomainPage],
    summary: 'Set the page of a domain',
    body: z.strictObject({ pageId: z.uuid().nullable().describe('The page to show on the domain; null for none.') }),
    response: Domain,
    errors: ['plan_needed'],
    run: async ({ call, params, body }) => toDomainResource((await call(setDomainPage, { ...params, ...body })).domain),
  }),
  defineEndpoint('domains.check', 'POST /domains/{domainId}/check', {
    rpcFunctions: [checkSellerDomain],
    summary: 'Check the DNS records of a domain',
    response: Domain,
    errors: ['domain_taken'],
    run: async ({ call, params }) => toDomainResource((await call(checkSellerDomain, params)).domain),
  }),
  defineEndpoint('domains.delete', 'DELETE /domains/{domainId}', {
    rpcFunctions: [removeDomain],
    summary: 'Remove a domain',
    response: Deleted,
    run: async ({ call, params }) => {
      await call(removeDomain, params);
      return { id: params.domainId, deleted: true as const };
    },
  }),
]);

const StripeSource = { source: z.literal('stripe').describe('Your Stripe account.') };
const GumroadSource = {
  source: z.literal('gumroad').describe('A CSV export of Gumroad.'),
  csv: z.string().max(MAX_IMPORT_FILE_BYTES).describe('Content of the CSV file exported from Gumroad.'),
};
const ProductKeys = {
  keys: z.array(z.string().max(300)).min(1).max(MAX_PRODUCTS_PER_IMPORT).describe('Keys of the products to import.'),
};

/** Informs generators of SDKs which component a source has. */
const discriminateBySource = (components: Record<string, string>) => ({
  discriminator: {
    propertyName: 'source',
    mapping: Object.fromEntries(
      Object.entries(components).map(([source, name]) => [source, `#/components/schemas/${name}`]),
    ),
  },
});

const IMPORTS = defineGroup('Imports', { read: 'pages:read', write: 'pages:write' }, [
  defineEndpoint('imports.preview', 'POST /imports/preview', {
    rpcFunctions: [findProductsFunction],
    summary: 'Find products to import',
    description: 'Lists the products in your Stripe account or in a Gumroad file, without importing them.',
    body: z
      .discriminatedUnion('source', [
        objectSchema('StripeProducts', 'Products in your Stripe account.', StripeSource),
        objectSchema('GumroadProducts', 'Products in a file of Gumroad.', GumroadSource),
      ])
      .meta(discriminateBySource({ stripe: 'StripeProducts', gumroad: 'GumroadProducts' })),
    response: listOf(ImportableProduct),
    errors: ['import_unreadable', 'stripe_not_connected', ...STRIPE_ERRORS],
    run: async ({ call, body }) => {
      const { products } = await call(findProductsFunction, body);
      return { data: products.map(({ remarks: warnings, ...product }) => ({ ...product, warnings })), next: null };
    },
  }),
  defineEndpoint('imports.create', 'POST /imports', {
    rpcFunctions: [importProductsFunction],
    summary: 'Import products',
    description:
      'Creates one draft per product. A product that was imported before is imported again if you include its key.',
    body: z
      .discriminatedUnion('source', [
        objectSchema('StripeImport', 'Import from your Stripe account.', { ...StripeSource, ...ProductKeys }),
        objectSchema('GumroadImport', 'Import from a file of Gumroad.', { ...GumroadSource, ...ProductKeys }),
      ])
      .meta(discriminateBySource({ stripe: 'StripeImport', gumroad: 'GumroadImport' })),
    response: ImportResult,
    status: 201,
    errors: ['import_unreadable', 'stripe_not_connected', ...STRIPE_ERRORS],
    run: async ({ call, body }) => {
      const { pages, failed } = await call(importProductsFunction, body);
      return {
        pages: pages.map(({ key, pageId }) => ({ key, pageId })),
        failed: failed.map(({ key, problem: message }) => ({ key, message })),
      };
    },
  }),
]);

export const DOMAIN_ENDPOINTS = DOMAINS;
export const IMPORT_ENDPOINTS = IMPORTS;
