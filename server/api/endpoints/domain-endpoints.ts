import { z } from 'zod';

import {
  addDomain,
  checkSellerDomain,
  listSellerDomains,
  removeDomain,
  setDomainPage,
} from '#server/domains/rpc/manage-domains.ts';

import { defineEndpoint, type ApiEndpoint } from '../define-endpoint.ts';
import { ApiDomain } from '../schemas/integration-schemas.ts';

const group = 'Domains';
const scope = 'domains:write';
const DomainResponse = z.strictObject({ domain: ApiDomain });

export const DOMAIN_ENDPOINTS: readonly ApiEndpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: '/domains',
    scope,
    rpcFunction: listSellerDomains,
    group,
    summary: 'List domains',
    description: 'There are a few at most, so they come at once.',
    answer: z.strictObject({
      domains: z.array(ApiDomain),
      allowed: z.boolean().meta({ description: 'Whether your plan has domains of your own.' }),
    }),
    errors: [],
    toBody: () => ({}),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/domains',
    scope,
    rpcFunction: addDomain,
    group,
    summary: 'Add a domain',
    description: 'It says which records to write; it answers when a check has found them.',
    body: z.strictObject({
      host: z
        .string()
        .max(4000)
        .meta({ examples: ['pay.example.com'] }),
      pageId: z.uuid().optional().meta({ description: 'What stands at its root.' }),
    }),
    answer: DomainResponse,
    status: 201,
    errors: ['not_found', 'plan_needed', 'domain_invalid', 'domain_taken', 'domain_limit'],
    toBody: ({ body }) => body,
  }),
  defineEndpoint({
    method: 'POST',
    path: '/domains/{domainId}/check',
    scope,
    rpcFunction: checkSellerDomain,
    group,
    summary: 'Check the records of a domain now',
    answer: DomainResponse,
    errors: ['not_found', 'domain_taken'],
    toBody: ({ params }) => params,
  }),
  defineEndpoint({
    method: 'PATCH',
    path: '/domains/{domainId}',
    scope,
    rpcFunction: setDomainPage,
    group,
    summary: 'Put a page at the root of a domain',
    body: z.strictObject({ pageId: z.uuid().nullable().meta({ description: 'Null: none.' }) }),
    answer: DomainResponse,
    errors: ['not_found', 'plan_needed'],
    toBody: ({ params, body }) => ({ ...params, ...body }),
  }),
  defineEndpoint({
    method: 'DELETE',
    path: '/domains/{domainId}',
    scope,
    rpcFunction: removeDomain,
    group,
    summary: 'Remove a domain',
    answer: z.strictObject({ removed: z.literal(true) }),
    errors: ['not_found'],
    toBody: ({ params }) => params,
  }),
];
