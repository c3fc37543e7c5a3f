import { z } from 'zod';

import { MAX_IMPORT_FILE_BYTES, MAX_PRODUCTS_PER_IMPORT } from '#domain/product-import.ts';
import {
  DELIVERY_STATES,
  MAX_DESCRIPTION_LENGTH,
  MAX_REDELIVERIES,
  WEBHOOK_FORMATS,
} from '#domain/webhook-endpoint.ts';
import { WEBHOOK_EVENT_TYPES } from '#domain/webhook-event.ts';
import {
  ApiDomain,
  ApiImportableProduct,
  ApiWebhookDelivery,
  ApiWebhookDeliveryDetail,
  ApiWebhookEndpoint,
  ApiWebhookEvent,
} from '#server/api-schemas/integration-schemas.ts';
import {
  addDomain,
  checkSellerDomain,
  listSellerDomains,
  removeDomain,
  setDomainPage,
} from '#server/domains/rpc/manage-domains.ts';
import { findProductsFunction, importProductsFunction } from '#server/imports/rpc/manage-imports.ts';
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
  rotateWebhookSecret,
  showWebhookSecret,
  updateWebhookEndpoint,
} from '#server/webhooks/rpc/manage-endpoints.ts';

import { STRIPE_ERRORS, defineEndpoint, defineGroup, defineListEndpoint } from '../define-endpoint.ts';

const DomainResponse = z.strictObject({ domain: ApiDomain });

export const DOMAIN_ENDPOINTS = defineGroup('Domains', [
  defineEndpoint('GET /domains', {
    scope: 'domains:write',
    rpcFunction: listSellerDomains,
    summary: 'List domains',
    description: 'There are a few at most, so they come at once.',
    answer: z.strictObject({
      domains: z.array(ApiDomain),
      allowed: z.boolean().describe('Whether your plan has domains of your own.'),
    }),
  }),
  defineEndpoint('POST /domains', {
    scope: 'domains:write',
    rpcFunction: addDomain,
    summary: 'Add a domain',
    description: 'It says which records to write; it answers when a check has found them.',
    body: z.strictObject({
      host: z
        .string()
        .max(4000)
        .meta({ examples: ['pay.example.com'] }),
      pageId: z.uuid().optional().describe('What stands at its root.'),
    }),
    answer: DomainResponse,
    status: 201,
    errors: ['not_found', 'plan_needed', 'domain_invalid', 'domain_taken', 'domain_limit'],
  }),
  defineEndpoint('POST /domains/{domainId}/check', {
    scope: 'domains:write',
    rpcFunction: checkSellerDomain,
    summary: 'Check the records of a domain now',
    answer: DomainResponse,
    errors: ['not_found', 'domain_taken'],
  }),
  defineEndpoint('PATCH /domains/{domainId}', {
    scope: 'domains:write',
    rpcFunction: setDomainPage,
    summary: 'Put a page at the root of a domain',
    body: z.strictObject({ pageId: z.uuid().nullable().describe('Null: none.') }),
    answer: DomainResponse,
    errors: ['not_found', 'plan_needed'],
  }),
  defineEndpoint('DELETE /domains/{domainId}', {
    scope: 'domains:write',
    rpcFunction: removeDomain,
    summary: 'Remove a domain',
    answer: z.strictObject({ removed: z.literal(true) }),
    errors: ['not_found'],
  }),
]);

const EndpointResponse = z.strictObject({ endpoint: ApiWebhookEndpoint });
const Secret = z.string().meta({ description: 'It signs what is sent (Standard Webhooks).', examples: ['whsec_…'] });

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
    .describe('Empty: all there are, those of later versions too.'),
};

export const WEBHOOK_ENDPOINTS = defineGroup('Webhooks', [
  defineEndpoint('GET /webhooks', {
    scope: 'webhooks:write',
    rpcFunction: listWebhookEndpoints,
    summary: 'List webhook endpoints',
    description: 'There are a few at most, so they come at once.',
    answer: z.strictObject({
      endpoints: z.array(ApiWebhookEndpoint),
      most: z.number().int().describe('How many your plan has.'),
    }),
  }),
  defineEndpoint('POST /webhooks', {
    scope: 'webhooks:write',
    rpcFunction: createWebhookEndpoint,
    summary: 'Create a webhook endpoint',
    body: z.strictObject({ url: Url, ...EndpointFields }),
    answer: z.strictObject({ endpoint: ApiWebhookEndpoint, secret: Secret }),
    status: 201,
    errors: ['webhook_address_refused', 'webhook_endpoint_limit'],
  }),
  defineEndpoint('GET /webhooks/{endpointId}', {
    scope: 'webhooks:write',
    rpcFunction: getWebhookEndpoint,
    summary: 'Get a webhook endpoint',
    answer: EndpointResponse,
    errors: ['not_found'],
  }),
  defineEndpoint('PATCH /webhooks/{endpointId}', {
    scope: 'webhooks:write',
    rpcFunction: updateWebhookEndpoint,
    summary: 'Change, pause or resume a webhook endpoint',
    body: z.strictObject({
      url: Url.optional(),
      state: z.enum(['active', 'paused']).optional(),
      ...EndpointFields,
    }),
    answer: EndpointResponse,
    errors: ['not_found', 'webhook_address_refused'],
  }),
  defineEndpoint('DELETE /webhooks/{endpointId}', {
    scope: 'webhooks:write',
    rpcFunction: deleteWebhookEndpoint,
    summary: 'Delete a webhook endpoint',
    description: 'Nothing more is sent to it; its log goes with it.',
    answer: z.strictObject({ deleted: z.literal(true) }),
    errors: ['not_found'],
  }),
  defineEndpoint('GET /webhooks/{endpointId}/secret', {
    scope: 'webhooks:write',
    rpcFunction: showWebhookSecret,
    summary: 'Show the secret of a webhook endpoint',
    answer: z.strictObject({ secret: Secret }),
    errors: ['not_found'],
  }),
  defineEndpoint('POST /webhooks/{endpointId}/rotate', {
    scope: 'webhooks:write',
    rpcFunction: rotateWebhookSecret,
    summary: 'Give a webhook endpoint a new secret',
    description: 'The old one signs beside the new one for a day.',
    answer: z.strictObject({ secret: Secret, endpoint: ApiWebhookEndpoint }),
    errors: ['not_found'],
  }),
]);

/** Endpoints for deliveries to webhook endpoints and their results. */
export const WEBHOOK_DELIVERY_ENDPOINTS = defineGroup('Webhooks', [
  defineListEndpoint('/webhooks/{endpointId}/deliveries', {
    scope: 'webhooks:write',
    rpcFunction: listWebhookDeliveries,
    summary: 'List the deliveries of a webhook endpoint',
    description: 'The newest first.',
    query: z.strictObject({
      state: z.enum(DELIVERY_STATES).optional(),
      event: z.enum(WEBHOOK_EVENT_TYPES).optional(),
    }),
    item: ApiWebhookDelivery,
    errors: ['not_found'],
    list: async (_, { params, query, callFunction }, { limit, after }) => {
      const cursorParam = after === null ? {} : { cursor: String(after[0]) };
      const { deliveries, next } = await callFunction(listWebhookDeliveries, {
        ...params,
        ...query,
        ...cursorParam,
        limit,
      });
      return { data: deliveries, next: next === null ? null : [next] };
    },
  }),
  defineEndpoint('GET /webhook-deliveries/{deliveryId}', {
    scope: 'webhooks:write',
    rpcFunction: getWebhookDelivery,
    summary: 'Get a delivery with every try',
    answer: z.strictObject({ delivery: ApiWebhookDeliveryDetail }),
    errors: ['not_found'],
  }),
  defineEndpoint('POST /webhooks/{endpointId}/test', {
    scope: 'webhooks:write',
    rpcFunction: sendTestWebhook,
    summary: 'Send a test to a webhook endpoint',
    answer: z.strictObject({ delivery: ApiWebhookDelivery }),
    status: 201,
    errors: ['not_found', 'webhook_paused'],
  }),
  defineEndpoint('POST /webhooks/{endpointId}/redeliver', {
    scope: 'webhooks:write',
    rpcFunction: redeliverWebhooks,
    summary: 'Send deliveries again',
    description: `These, or all that have failed since a moment: at most ${MAX_REDELIVERIES} at once, the oldest first.`,
    body: z.union([
      z.strictObject({ deliveryIds: z.array(z.uuid()).min(1).max(MAX_REDELIVERIES) }),
      z.strictObject({ failedSince: z.iso.datetime({ offset: true }) }),
    ]),
    answer: z.strictObject({ queued: z.number().int() }),
    errors: ['not_found', 'webhook_paused'],
  }),
]);

const StripeSource = { source: z.literal('stripe') };
const GumroadSource = {
  source: z.literal('gumroad'),
  csv: z.string().max(MAX_IMPORT_FILE_BYTES).describe('The file that Gumroad gives, as text.'),
};
const ProductKeys = {
  keys: z
    .array(z.string().max(300))
    .min(1)
    .max(MAX_PRODUCTS_PER_IMPORT)
    .describe('Of the products that are to become drafts.'),
};

export const IMPORT_ENDPOINTS = defineGroup('Imports', [
  defineEndpoint('POST /imports/find', {
    scope: 'pages:write',
    rpcFunction: findProductsFunction,
    summary: 'Find products of another system',
    description: 'Those of your Stripe account, or of a file of Gumroad. Nothing is changed.',
    body: z.discriminatedUnion('source', [z.strictObject(StripeSource), z.strictObject(GumroadSource)]),
    answer: z.strictObject({ products: z.array(ApiImportableProduct) }),
    errors: ['import_unreadable', 'stripe_not_connected', ...STRIPE_ERRORS],
  }),
  defineEndpoint('POST /imports', {
    scope: 'pages:write',
    rpcFunction: importProductsFunction,
    summary: 'Make drafts of products',
    description: 'A draft for each one. What was imported before is made again only when it is named.',
    body: z.discriminatedUnion('source', [
      z.strictObject({ ...StripeSource, ...ProductKeys }),
      z.strictObject({ ...GumroadSource, ...ProductKeys }),
    ]),
    answer: z.strictObject({
      pages: z.array(z.strictObject({ key: z.string(), pageId: z.uuid() })),
      failed: z
        .array(z.strictObject({ key: z.string(), problem: z.string() }))
        .describe('Those that could not be made, and why, in words.'),
    }),
    status: 201,
    errors: ['import_unreadable', 'stripe_not_connected', ...STRIPE_ERRORS],
  }),
]);
