import { z } from 'zod';

import { ShopError } from '#domain/errors.ts';

import { apiKeyOf, listApiKeys as findApiKeys } from '#server/db/api-keys.ts';
import { listApiKeys, revokeApiKey } from '#server/functions/api-keys.ts';
import {
  getConnection,
  stripeConnectDashboard,
  stripeConnectOnboarding,
} from '#server/functions/connection.ts';
import { getNotices, setNotices } from '#server/functions/notices.ts';
import { setTimeZone } from '#server/functions/set-time-zone.ts';

import { ApiConnection } from '../answers/account.ts';
import { ApiKeyShape } from '../answers/reach.ts';
import { beforeOf, cut, endpoint, listEndpoint, OF_STRIPE, type AnyEndpoint } from '../endpoint.ts';

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

const ACCOUNT: readonly AnyEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/connection',
    scope: 'account:read',
    does: getConnection,
    group: 'Account',
    summary: 'Get the connection with Stripe',
    query: z.strictObject({
      refresh: z.boolean().optional().meta({ description: 'Asks Stripe first.' }),
    }),
    answer: ApiConnection,
    errors: OF_STRIPE,
    toBody: ({ query }) => query,
  }),
  endpoint({
    method: 'POST',
    path: '/connection/onboarding',
    scope: 'account:write',
    does: stripeConnectOnboarding,
    group: 'Account',
    summary: 'Make a link to connect Stripe',
    description: 'For a person to open: Stripe asks there what it needs to know.',
    answer: z.union([
      z.strictObject({ url: z.string() }),
      z.strictObject({ alreadyConnected: z.literal(true) }),
    ]),
    errors: OF_STRIPE,
    toBody: () => ({}),
  }),
  endpoint({
    method: 'POST',
    path: '/connection/dashboard',
    scope: 'account:write',
    does: stripeConnectDashboard,
    group: 'Account',
    summary: 'Make a link to the Stripe dashboard',
    answer: z.strictObject({ url: z.string() }),
    errors: ['stripe_not_connected'],
    toBody: () => ({}),
  }),
  endpoint({
    method: 'GET',
    path: '/notices',
    scope: 'account:read',
    does: getNotices,
    group: 'Account',
    summary: 'Get what is told by mail',
    answer: Notices,
    errors: [],
    toBody: () => ({}),
  }),
  endpoint({
    method: 'PUT',
    path: '/notices',
    scope: 'account:write',
    does: setNotices,
    group: 'Account',
    summary: 'Set what is told by mail',
    body: Notices,
    answer: Notices,
    errors: [],
    toBody: ({ body }) => body,
  }),
  endpoint({
    method: 'PUT',
    path: '/time-zone',
    scope: 'account:write',
    does: setTimeZone,
    group: 'Account',
    summary: 'Set the time zone',
    description: 'In which the days of analytics are counted.',
    body: TimeZone,
    answer: TimeZone,
    errors: [],
    toBody: ({ body }) => body,
  }),
];

const KEYS: readonly AnyEndpoint[] = [
  listEndpoint({
    path: '/keys',
    scope: 'account:read',
    does: listApiKeys,
    group: 'Keys',
    summary: 'List the keys of the API',
    description:
      'The last made first, those that have ended too. New ones are made by a person, at Integrations.',
    item: ApiKeyShape,
    errors: [],
    list: async ({ db, mode }, { program: { caller } }, { limit, after }) => {
      const wish = { limit: limit + 1, before: beforeOf(after) };
      const rows = await findApiKeys(db, caller.sellerId, mode, wish);
      const { shown, next } = cut(rows, limit, ({ createdAt, id }) => [createdAt.toISOString(), id]);
      return { data: shown.map(apiKeyOf), next };
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/keys/{keyId}',
    scope: 'account:write',
    does: revokeApiKey,
    group: 'Keys',
    summary: 'Revoke a key',
    description: 'It opens nothing from the next request on.',
    answer: Revoked,
    errors: ['not_found'],
    toBody: ({ params }) => params,
  }),
  endpoint({
    method: 'GET',
    path: '/key',
    scope: null,
    does: listApiKeys,
    group: 'Keys',
    summary: 'Get the key that asks',
    description: 'What it may do, and until when.',
    answer: ApiKeyShape,
    errors: [],
    toBody: () => ({}),
    fromAnswer: ({ keys }, { program }) => {
      const key = keys.find(({ id }) => id === program.keyId);
      if (!key) throw new ShopError('unauthorized');
      return key;
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/key',
    scope: null,
    does: revokeApiKey,
    group: 'Keys',
    summary: 'Revoke the key that asks',
    description: 'Any key may: whoever finds one that has leaked can end it.',
    answer: Revoked,
    errors: [],
    toBody: ({ program }) => ({ keyId: program.keyId }),
  }),
];

export const ACCOUNT_ENDPOINTS: readonly AnyEndpoint[] = [...ACCOUNT, ...KEYS];
