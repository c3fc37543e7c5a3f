import { z } from 'zod';

import { AppError } from '#domain/errors.ts';
import { setTimeZone } from '#server/analytics/rpc/read-analytics.ts';
import { toApiKey, listApiKeys as findApiKeys } from '#server/api/queries.ts';
import { listApiKeys, revokeApiKey } from '#server/api/rpc/manage-api-keys.ts';
import { getNotices, setNotices } from '#server/auth/rpc/manage-account.ts';
import {
  getConnectionFunction,
  stripeConnectDashboard,
  stripeConnectOnboarding,
} from '#server/stripe/rpc/manage-connection.ts';

import {
  parseSortKey,
  paginate,
  defineEndpoint,
  defineListEndpoint,
  STRIPE_ERRORS,
  type ApiEndpoint,
} from '../define-endpoint.ts';
import { ApiConnection } from '../schemas/account-schemas.ts';
import { ApiKeySchema } from '../schemas/integration-schemas.ts';

const Notices = z.strictObject({
  sales: z.boolean().meta({ description: 'Whether each sale and renewal is told by mail.' }),
});
const TimeZone = z.strictObject({
  timeZone: z
    .string()
    .max(64)
    .meta({ examples: ['Europe/Lisbon'] }),
});
const Revoked = z.strictObject({ revoked: z.literal(true) });

const ACCOUNT: readonly ApiEndpoint[] = [
  defineEndpoint({
    method: 'GET',
    path: '/connection',
    scope: 'account:read',
    rpcFunction: getConnectionFunction,
    group: 'Account',
    summary: 'Get the connection with Stripe',
    query: z.strictObject({
      refresh: z.boolean().optional().meta({ description: 'Asks Stripe first.' }),
    }),
    answer: ApiConnection,
    errors: STRIPE_ERRORS,
    toBody: ({ query }) => query,
  }),
  defineEndpoint({
    method: 'POST',
    path: '/connection/onboarding',
    scope: 'account:write',
    rpcFunction: stripeConnectOnboarding,
    group: 'Account',
    summary: 'Make a link to connect Stripe',
    description: 'For a person to open: Stripe asks there what it needs to know.',
    answer: z.union([z.strictObject({ url: z.string() }), z.strictObject({ alreadyConnected: z.literal(true) })]),
    errors: STRIPE_ERRORS,
    toBody: () => ({}),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/connection/dashboard',
    scope: 'account:write',
    rpcFunction: stripeConnectDashboard,
    group: 'Account',
    summary: 'Make a link to the Stripe dashboard',
    answer: z.strictObject({ url: z.string() }),
    errors: ['stripe_not_connected'],
    toBody: () => ({}),
  }),
  defineEndpoint({
    method: 'GET',
    path: '/notices',
    scope: 'account:read',
    rpcFunction: getNotices,
    group: 'Account',
    summary: 'Get what is told by mail',
    answer: Notices,
    errors: [],
    toBody: () => ({}),
  }),
  defineEndpoint({
    method: 'PUT',
    path: '/notices',
    scope: 'account:write',
    rpcFunction: setNotices,
    group: 'Account',
    summary: 'Set what is told by mail',
    body: Notices,
    answer: Notices,
    errors: [],
    toBody: ({ body }) => body,
  }),
  defineEndpoint({
    method: 'PUT',
    path: '/time-zone',
    scope: 'account:write',
    rpcFunction: setTimeZone,
    group: 'Account',
    summary: 'Set the time zone',
    description: 'In which the days of analytics are counted.',
    body: TimeZone,
    answer: TimeZone,
    errors: [],
    toBody: ({ body }) => body,
  }),
];

const KEYS: readonly ApiEndpoint[] = [
  defineListEndpoint({
    path: '/keys',
    scope: 'account:read',
    rpcFunction: listApiKeys,
    group: 'Keys',
    summary: 'List the keys of the API',
    description: 'The last made first, those that have ended too. New ones are made by a person, at Integrations.',
    item: ApiKeySchema,
    errors: [],
    list: async ({ db, mode }, { apiClient: { caller } }, { limit, after }) => {
      const query = { limit: limit + 1, before: parseSortKey(after) };
      const rows = await findApiKeys(db, caller.sellerId, mode, query);
      const { pageRows, next } = paginate(rows, limit, ({ createdAt, id }) => [createdAt.toISOString(), id]);
      return { data: pageRows.map(toApiKey), next };
    },
  }),
  defineEndpoint({
    method: 'DELETE',
    path: '/keys/{keyId}',
    scope: 'account:write',
    rpcFunction: revokeApiKey,
    group: 'Keys',
    summary: 'Revoke a key',
    description: 'It opens nothing from the next request on.',
    answer: Revoked,
    errors: ['not_found'],
    toBody: ({ params }) => params,
  }),
  defineEndpoint({
    method: 'GET',
    path: '/key',
    scope: null,
    rpcFunction: listApiKeys,
    group: 'Keys',
    summary: 'Get the key that asks',
    description: 'What it may do, and until when.',
    answer: ApiKeySchema,
    errors: [],
    toBody: () => ({}),
    fromAnswer: ({ keys }, { apiClient }) => {
      const key = keys.find(({ id }) => id === apiClient.keyId);
      if (!key) throw new AppError('unauthorized');
      return key;
    },
  }),
  defineEndpoint({
    method: 'DELETE',
    path: '/key',
    scope: null,
    rpcFunction: revokeApiKey,
    group: 'Keys',
    summary: 'Revoke the key that asks',
    description: 'Any key may: whoever finds one that has leaked can end it.',
    answer: Revoked,
    errors: [],
    toBody: ({ apiClient }) => ({ keyId: apiClient.keyId }),
  }),
];

export const ACCOUNT_ENDPOINTS: readonly ApiEndpoint[] = [...ACCOUNT, ...KEYS];
