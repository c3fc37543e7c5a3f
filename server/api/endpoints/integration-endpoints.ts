import { z } from 'zod';

import {
  ApiDomain,
  ApiImportableProduct,
  ApiWebhookDelivery,
  ApiWebhookDeliveryDetail,
  ApiWebhookEndpoint,
  ApiWebhookEvent,
} from '#domain/api-schemas/integration-schemas.ts';
import { AppError } from '#domain/errors.ts';
import { MAX_IMPORT_FILE_BYTES, MAX_PRODUCTS_PER_IMPORT } from '#domain/product-import.ts';
import {
  DELIVERY_STATES,
  MAX_DESCRIPTION_LENGTH,
  MAX_REDELIVERIES,
  WEBHOOK_FORMATS,
} from '#domain/webhook-endpoint.ts';
import { WEBHOOK_EVENT_TYPES } from '#domain/webhook-event.ts';
import {
  addDomain,
  checkSellerDomain,
  listSellerDomains,
  removeDomain,
  setDomainPage,
} from '#server/domains/rpc/manage-domains.ts';
import { findProductsFunction, importProductsFunction } from '#server/imports/rpc/manage-imports.ts';
import { listLoggedDeliveries } from '#server/webhooks/queries/delivery-log.ts';
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  redeliverWebhooks,
  sendTestWebhook,
} from '#server/webhooks/rpc/manage-deliveries.ts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  loadEndpoint,
  rotateWebhookSecret,
  showWebhookSecret,
  updateWebhookEndpoint,
} from '#server/webhooks/rpc/manage-endpoints.ts';
import { toWebhookDelivery } from '#server/webhooks/webhook-responses.ts';

import { STRIPE_ERRORS, defineEndpoint, defineGroup, defineListEndpoint } from '../define-endpoint.ts';

const DomainResponse = z.strictObject({ domain: ApiDomain });

const DOMAINS = defineGroup('Domains', { read: 'domains:write', write: 'domains:write' }, [
  defineEndpoint('GET /domains', {
    rpcFunction: listSellerDomains,
    summary: 'List domains',
    description: 'Returns all of them at once, without pagination.',
    answer: z.strictObject({
      domains: z.array(ApiDomain),
      allowed: z.boolean().describe('Whether your plan includes custom domains.'),
    }),
  }),
  defineEndpoint('POST /domains', {
    rpcFunction: addDomain,
    summary: 'Add a domain',
    description: 'The response lists the DNS records to create. The domain goes live when a check finds them.',
    body: z.strictObject({
      host: z
        .string()
        .max(4000)
        .meta({ examples: ['pay.example.com'] }),
      pageId: z.uuid().optional().describe('The page to show on the domain.'),
    }),
    answer: DomainResponse,
    status: 201,
    errors: ['not_found', 'plan_needed', 'domain_invalid', 'domain_taken', 'domain_limit'],
  }),
  defineEndpoint('POST /domains/{domainId}/check', {
    rpcFunction: checkSellerDomain,
    summary: 'Check the DNS records of a domain',
    answer: DomainResponse,
    errors: ['domain_taken'],
  }),
  defineEndpoint('PATCH /domains/{domainId}', {
    rpcFunction: setDomainPage,
    summary: 'Set the page of a domain',
    body: z.strictObject({ pageId: z.uuid().nullable().describe('The page to show on the domain; null for none.') }),
    answer: DomainResponse,
    errors: ['plan_needed'],
  }),
  defineEndpoint('DELETE /domains/{domainId}', {
    rpcFunction: removeDomain,
    summary: 'Remove a domain',
    answer: z.strictObject({ removed: z.literal(true) }),
  }),
]);

const EndpointResponse = z.strictObject({ endpoint: ApiWebhookEndpoint });
const Secret = z
  .string()
  .meta({ description: 'Signing secret for webhook requests (Standard Webhooks).', examples: ['whsec_…'] });

const Url = z
  .string()
  .max(5000)
  .meta({ examples: ['https://example.com/hooks'] });
const EndpointFields = {
  description: z.string().max(MAX_DESCRIPTION_LENGTH).optional(),
  format: z.enum(WEBHOOK_FORMATS).optional(),
  events: z
    .array(ApiWebhookEvent)
    .max(WEBHOOK_EVENT_TYPES.length)
    .optional()
    .describe('Event types to send. Empty for all, including ones added later.'),
};

const WEBHOOKS = defineGroup('Webhooks', { read: 'webhooks:write', write: 'webhooks:write' }, [
  defineEndpoint('GET /webhooks', {
    rpcFunction: listWebhookEndpoints,
    summary: 'List webhook endpoints',
    description: 'Returns all of them at once, without pagination.',
    answer: z.strictObject({
      endpoints: z.array(ApiWebhookEndpoint),
      most: z.number().int().describe('Maximum number of endpoints on your plan.'),
    }),
  }),
  defineEndpoint('POST /webhooks', {
    rpcFunction: createWebhookEndpoint,
    summary: 'Create a webhook endpoint',
    body: z.strictObject({ url: Url, ...EndpointFields }),
    answer: z.strictObject({ endpoint: ApiWebhookEndpoint, secret: Secret }),
    status: 201,
    errors: ['webhook_address_refused', 'webhook_endpoint_limit'],
  }),
  defineEndpoint('GET /webhooks/{endpointId}', {
    rpcFunction: getWebhookEndpoint,
    summary: 'Get a webhook endpoint',
    answer: EndpointResponse,
  }),
  defineEndpoint('PATCH /webhooks/{endpointId}', {
    rpcFunction: updateWebhookEndpoint,
    summary: 'Update, pause, or resume a webhook endpoint',
    body: z.strictObject({
      url: Url.optional(),
      state: z.enum(['active', 'paused']).optional(),
      ...EndpointFields,
    }),
    answer: EndpointResponse,
    errors: ['webhook_address_refused'],
  }),
  defineEndpoint('DELETE /webhooks/{endpointId}', {
    rpcFunction: deleteWebhookEndpoint,
    summary: 'Delete a webhook endpoint',
    description: 'Stops all deliveries and deletes the delivery log.',
    answer: z.strictObject({ deleted: z.literal(true) }),
  }),
  defineEndpoint('GET /webhooks/{endpointId}/secret', {
    rpcFunction: showWebhookSecret,
    summary: 'Get the signing secret of a webhook endpoint',
    answer: z.strictObject({ secret: Secret }),
  }),
  defineEndpoint('POST /webhooks/{endpointId}/rotate', {
    rpcFunction: rotateWebhookSecret,
    summary: 'Rotate the signing secret of a webhook endpoint',
    description: 'Requests are signed with both secrets for 24 hours.',
    answer: z.strictObject({ secret: Secret, endpoint: ApiWebhookEndpoint }),
  }),

  defineListEndpoint('/webhooks/{endpointId}/deliveries', {
    rpcFunction: listWebhookDeliveries,
    summary: 'List the deliveries of a webhook endpoint',
    description: 'Newest first.',
    query: z.strictObject({
      state: z.enum(DELIVERY_STATES).optional(),
      event: z.enum(WEBHOOK_EVENT_TYPES).optional(),
    }),
    item: ApiWebhookDelivery,
    findRows: async (context, { params, query, sellerId, limit, after }) => {
      const { id } = await loadEndpoint(context, sellerId, params.endpointId);
      // Cursors of an earlier version had another shape.
      if (after && after.length !== 2)
        throw new AppError('invalid_request', { facts: { problems: ['cursor: invalid'] } });
      const cursor = after && { createdAt: new Date(after[0] ?? 0), position: Number(after[1]) };
      return listLoggedDeliveries(context.db, { endpointId: id, ...query, after: cursor, limit });
    },
    keyOf: ({ row }) => [row.createdAt.toISOString(), row.position],
    toItems: (rows) => rows.map(toWebhookDelivery),
  }),
  defineEndpoint('GET /webhook-deliveries/{deliveryId}', {
    rpcFunction: getWebhookDelivery,
    summary: 'Get a delivery with all attempts',
    answer: z.strictObject({ delivery: ApiWebhookDeliveryDetail }),
  }),
  defineEndpoint('POST /webhooks/{endpointId}/test', {
    rpcFunction: sendTestWebhook,
    summary: 'Send a test event to a webhook endpoint',
    answer: z.strictObject({ delivery: ApiWebhookDelivery }),
    status: 201,
    errors: ['webhook_paused'],
  }),
  defineEndpoint('POST /webhooks/{endpointId}/redeliver', {
    rpcFunction: redeliverWebhooks,
    summary: 'Redeliver events',
    description: `Redelivers the given deliveries, or all that have failed since a date and time: at most ${MAX_REDELIVERIES} per request, oldest first.`,
    body: z.union([
      z.strictObject({ deliveryIds: z.array(z.uuid()).min(1).max(MAX_REDELIVERIES) }),
      z.strictObject({ failedSince: z.iso.datetime({ offset: true }) }),
    ]),
    answer: z.strictObject({ queued: z.number().int() }),
    errors: ['webhook_paused'],
  }),
]);

const StripeSource = { source: z.literal('stripe') };
const GumroadSource = {
  source: z.literal('gumroad'),
  csv: z.string().max(MAX_IMPORT_FILE_BYTES).describe('Content of the CSV file exported from Gumroad.'),
};
const ProductKeys = {
  keys: z.array(z.string().max(300)).min(1).max(MAX_PRODUCTS_PER_IMPORT).describe('Keys of the products to import.'),
};

const IMPORTS = defineGroup('Imports', { read: 'pages:read', write: 'pages:write' }, [
  defineEndpoint('POST /imports/find', {
    rpcFunction: findProductsFunction,
    summary: 'Find products to import',
    description: 'Lists the products in your Stripe account or in a Gumroad file, without importing them.',
    body: z.discriminatedUnion('source', [z.strictObject(StripeSource), z.strictObject(GumroadSource)]),
    answer: z.strictObject({ products: z.array(ApiImportableProduct) }),
    errors: ['import_unreadable', 'stripe_not_connected', ...STRIPE_ERRORS],
  }),
  defineEndpoint('POST /imports', {
    rpcFunction: importProductsFunction,
    summary: 'Import products',
    description:
      'Creates one draft per product. A product that was imported before is imported again if you include its key.',
    body: z.discriminatedUnion('source', [
      z.strictObject({ ...StripeSource, ...ProductKeys }),
      z.strictObject({ ...GumroadSource, ...ProductKeys }),
    ]),
    answer: z.strictObject({
      pages: z.array(z.strictObject({ key: z.string(), pageId: z.uuid() })),
      failed: z
        .array(z.strictObject({ key: z.string(), problem: z.string() }))
        .describe('Products that couldn’t be imported, each with the reason.'),
    }),
    status: 201,
    errors: ['import_unreadable', 'stripe_not_connected', ...STRIPE_ERRORS],
  }),
]);

export const INTEGRATION_ENDPOINTS = [...DOMAINS, ...WEBHOOKS, ...IMPORTS];
