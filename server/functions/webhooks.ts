import { z } from 'zod';

import { ShopError } from '#domain/errors.ts';
import { webhookEndpointsOf } from '#domain/reach.ts';
import { hasAccess } from '#domain/subscription.ts';
import { cleanLine } from '#domain/text.ts';
import { MAX_DESCRIPTION, WEBHOOK_FORMATS, type WebhookEndpoint } from '#domain/webhook-endpoint.ts';
import { WEBHOOK_EVENT_TYPES } from '#domain/webhook-event.ts';

import { actedBy, type Acting } from '#server/audit/acted-by.ts';
import { audit } from '#server/audit/audit.ts';
import { requireStepUp } from '#server/auth/who-is-calling.ts';
import type { Context } from '#server/context.ts';
import { findPlanRow } from '#server/db/plan-subscriptions.ts';
import {
  counted,
  deleteEndpoint,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  lockEndpoint,
  updateEndpoint,
  type WebhookEndpointRow,
} from '#server/db/webhook-endpoints.ts';
import { updateWaitingDue } from '#server/db/webhook-log.ts';
import { HOUR_MS, DAY_MS } from '#server/http/rate-limits.ts';
import { addressProblem } from '#server/outgoing/address-problem.ts';
import { madeSecret, rotated } from '#server/seller-webhooks/webhook-secret.ts';
import { endpointOf } from '#server/seller-webhooks/webhook-answers.ts';
import { SEALED_CELLS } from '#server/sealed-cell.ts';
import { backendFunction } from './backend-function.ts';

const COUNTED_DAYS = 7;
/** Accepts more than a URL may have, so that a long URL gets its own error message. */
const TYPED_ADDRESS = z.string().trim().max(5000);
const OneEndpoint = z.strictObject({ endpointId: z.uuid() });
const Said = {
  description: z.string().transform(cleanLine).pipe(z.string().max(MAX_DESCRIPTION)).optional(),
  format: z.enum(WEBHOOK_FORMATS).optional(),
  events: z.array(z.enum(WEBHOOK_EVENT_TYPES)).max(WEBHOOK_EVENT_TYPES.length).optional(),
};

export const listWebhookEndpoints = backendFunction({
  name: 'list-webhook-endpoints',
  title: 'Error',
  access: 'reads',
  body: z.strictObject({}),
  run: async (context, { caller: { sellerId } }) => {
    const { db, mode, realNow } = context;
    const listed = await listEndpoints(db, sellerId, mode, countedSince(context));
    return {
      endpoints: listed.map((one) => endpointOf(one, realNow())),
      most: await mostOf(context, sellerId),
    };
  },
});

export const createWebhookEndpoint = backendFunction({
  name: 'create-webhook-endpoint',
  title: 'Webhook not created',
  access: 'confirmed',
  confirmedEmail: true,
  body: z.strictObject({ url: TYPED_ADDRESS, ...Said }),
  limits: ({ caller }) => [{ key: `webhook:${caller.sellerId}`, limit: 20, windowMs: HOUR_MS }],
  run: async (context, from, { url, description = '', format = 'standard', events = [] }) => {
    const { sellerId } = from.caller;
    const id = crypto.randomUUID();
    const { secret, sealedSecret } = madeSecret(context, id);
    const most = await mostOf(context, sellerId);
    const row: WebhookEndpointRow = {
      id,
      mode: context.mode,
      sellerId,
      url: judgedAddress(context, url),
      description,
      format,
      events: inOrder(events),
      sealedSecret,
      sealedOldSecret: null,
      oldSecretUntil: null,
      pausedBy: null,
      failingSince: null,
      lastDeliveredAt: null,
      createdAt: context.realNow(),
    };
    if (!(await madeEndpoint(context, from, row, most)))
      throw new ShopError('webhook_endpoint_limit', {
        message: `Your plan has ${most} webhooks. Remove one first.`,
        facts: { most },
      });
    return { endpoint: await answerOf(context, row), secret };
  },
});

export const getWebhookEndpoint = backendFunction({
  name: 'get-webhook-endpoint',
  title: 'Error',
  access: 'reads',
  body: OneEndpoint,
  run: async (context, { caller }, { endpointId }) => ({
    endpoint: await answerOf(context, await foundEndpoint(context, caller.sellerId, endpointId)),
  }),
});

export const updateWebhookEndpoint = backendFunction({
  name: 'update-webhook-endpoint',
  title: 'Webhook not changed',
  access: 'writes',
  body: OneEndpoint.extend({
    url: TYPED_ADDRESS.optional(),
    state: z.enum(['active', 'paused']).optional(),
    ...Said,
  }),
  run: async (context, from, { endpointId, url: typed, state, events, ...said }) => {
    const { sellerId } = from.caller;
    const url = typed === undefined ? undefined : judgedAddress(context, typed);
    const change = { ...said, ...(url && { url }), ...(events && { events: inOrder(events) }) };
    const resumed = await context.db.transaction(async (tx) => {
      const before = await lockEndpoint(tx, sellerId, context.mode, endpointId);
      if (!before) throw new ShopError('not_found');
      const { pausedBy } = before;
      const isNewPlace = url !== undefined && url !== before.url;
      // A new URL receives buyers' data, so it needs the same step-up authentication as a new endpoint.
      if (isNewPlace) await requireStepUp(context, tx, from);
      await updateEndpoint(tx, before, {
        ...change,
        ...(state === 'paused' && { pausedBy: pausedBy ?? 'seller' }),
        ...(state === 'active' && { pausedBy: null }),
        ...((isNewPlace || (state === 'active' && pausedBy)) && { failingSince: null }),
      });
      return state === 'active' && pausedBy !== null;
    });
    // Runs after the transaction: the delivery worker locks deliveries before endpoints.
    if (resumed) await updateWaitingDue(context.db, endpointId, context.realNow());
    if (resumed) context.ring('deliveries');
    return { endpoint: await answerOf(context, await foundEndpoint(context, sellerId, endpointId)) };
  },
});

export const deleteWebhookEndpoint = backendFunction({
  name: 'delete-webhook-endpoint',
  title: 'Webhook not deleted',
  access: 'writes',
  body: OneEndpoint,
  run: async (context, from, { endpointId }) => {
    await context.db.transaction(async (tx) => {
      if (!(await deleteEndpoint(tx, from.caller.sellerId, context.mode, endpointId)))
        throw new ShopError('not_found');
      await audit(context, tx, { ...actedBy(from), act: 'webhook_removed', subject: endpointId });
    });
    return { deleted: true as const };
  },
});

export const showWebhookSecret = backendFunction({
  name: 'show-webhook-secret',
  title: 'Secret not shown',
  access: 'confirmed',
  body: OneEndpoint,
  run: async (context, { caller }, { endpointId }) => {
    const { sealedSecret } = await foundEndpoint(context, caller.sellerId, endpointId);
    return { secret: context.secrets.unseal(sealedSecret, SEALED_CELLS.webhookSecret(endpointId)) };
  },
});

export const rotateWebhookSecret = backendFunction({
  name: 'rotate-webhook-secret',
  title: 'Secret not changed',
  access: 'confirmed',
  body: OneEndpoint,
  run: async (context, { caller: { sellerId } }, { endpointId }) => {
    const secret = await context.db.transaction(async (tx) => {
      const before = await lockEndpoint(tx, sellerId, context.mode, endpointId);
      if (!before) throw new ShopError('not_found');
      const next = rotated(context, before);
      await updateEndpoint(tx, before, next.change);
      return next.secret;
    });
    return {
      secret,
      endpoint: await answerOf(context, await foundEndpoint(context, sellerId, endpointId)),
    };
  },
});

/** Inserts an endpoint. Returns false when the plan's limit is reached. */
const madeEndpoint = (
  context: Context,
  by: Acting,
  row: WebhookEndpointRow,
  most: number,
): Promise<boolean> =>
  context.db.transaction(async (tx) => {
    const made = await insertEndpoint(tx, row, most);
    // The URL may contain a secret, so the audit entry has the host only.
    const facts = { host: new URL(row.url).host };
    if (made) await audit(context, tx, { ...actedBy(by), act: 'webhook_made', subject: row.id, facts });
    return made;
  });

/** Throws AppError 'not_found' for a missing endpoint or one of another seller. */
export async function foundEndpoint(
  { db, mode }: Context,
  sellerId: string,
  endpointId: string,
): Promise<WebhookEndpointRow> {
  const row = await findEndpoint(db, sellerId, mode, endpointId);
  if (!row) throw new ShopError('not_found');
  return row;
}

const countedSince = ({ realNow }: Context): Date => new Date(realNow().getTime() - COUNTED_DAYS * DAY_MS);

async function answerOf(context: Context, row: WebhookEndpointRow): Promise<WebhookEndpoint> {
  const [one] = await counted(context.db, [row], countedSince(context));
  if (!one) throw new Error('An endpoint was not counted');
  return endpointOf(one, context.realNow());
}

async function mostOf({ db, mode, now }: Context, sellerId: string): Promise<number> {
  const row = await findPlanRow(db, sellerId, mode);
  return webhookEndpointsOf(row?.plan ?? null, hasAccess(row, now()));
}

/** Normalizes the URL as it is stored. Throws AppError 'webhook_address_refused'. */
function judgedAddress(context: Context, typed: string): string {
  const message = addressProblem(context, typed);
  if (message)
    throw new ShopError('webhook_address_refused', {
      message,
      facts: { problems: [{ field: 'url', message }] },
    });
  return new URL(typed).href;
}

/** Removes duplicates and sorts the events in the order of the full list. */
const inOrder = (events: WebhookEndpoint['events']): WebhookEndpoint['events'] =>
  WEBHOOK_EVENT_TYPES.filter((type) => events.includes(type));
