import { z } from 'zod';

import { webhookFailureMessages } from '#content/messages/webhook-failures.ts';
import { AppError } from '#domain/errors.ts';
import { getMaxWebhookEndpoints } from '#domain/plan-features.ts';
import { isPlanActive } from '#domain/subscription.ts';
import { cleanLine } from '#domain/text.ts';
import { DAY_MS, HOUR_MS } from '#domain/time-units.ts';
import { MAX_DESCRIPTION_LENGTH, WEBHOOK_FORMATS, type WebhookEndpoint } from '#domain/webhook-endpoint.ts';
import { WEBHOOK_EVENT_TYPES } from '#domain/webhook-event.ts';
import { actorOf, recordAudit } from '#server/audit/record-audit.ts';
import type { Context } from '#server/core/context.ts';
import { SEALED_CELLS } from '#server/core/secrets.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';
import { findUrlProblem } from '#server/outgoing/parse-target.ts';
import { findPlanRow } from '#server/sellers/seller-plans.ts';
import { makeWaitingDue } from '#server/webhooks/queries/delivery-log.ts';
import {
  deleteEndpoint,
  findCountedEndpoint,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  lockEndpoint,
  updateEndpoint,
  type NewWebhookEndpoint,
  type WebhookEndpointRow,
} from '#server/webhooks/queries/endpoints.ts';
import { toWebhookEndpoint } from '#server/webhooks/webhook-responses.ts';
import { createSecret, rotateSecret } from '#server/webhooks/webhook-secret.ts';

const STATS_DAYS = 7;
/** Accepts more than a URL may have, so that a long URL gets its own error message. */
const UrlInput = z.string().trim().max(5000);
const EndpointIdBody = z.strictObject({ endpointId: z.uuid() });
const EndpointFields = {
  description: z.string().transform(cleanLine).pipe(z.string().max(MAX_DESCRIPTION_LENGTH)).optional(),
  format: z.enum(WEBHOOK_FORMATS).optional(),
  events: z.array(z.enum(WEBHOOK_EVENT_TYPES)).max(WEBHOOK_EVENT_TYPES.length).optional(),
};

export const listWebhookEndpoints = defineRpcFunction({
  name: 'list-webhook-endpoints',
  access: 'reads',
  body: z.strictObject({}),
  run: async (context, { caller: { sellerId } }) => {
    const { db, mode, realNow } = context;
    const endpoints = await listEndpoints(db, sellerId, mode, statsSince(context));
    return {
      endpoints: endpoints.map((one) => toWebhookEndpoint(one, realNow())),
      most: await getEndpointLimit(context, sellerId),
    };
  },
});

export const createWebhookEndpoint = defineRpcFunction({
  name: 'create-webhook-endpoint',
  access: 'step-up',
  confirmedEmail: true,
  body: z.strictObject({ url: UrlInput, ...EndpointFields }),
  limits: [{ name: 'webhook', limit: 20, windowMs: HOUR_MS }],
  run: async (context, request, { url, description = '', format = 'standard', events = [] }) => {
    const { sellerId } = request.caller;
    const id = crypto.randomUUID();
    const { secret, sealedSecret } = createSecret(context, id);
    const maxEndpoints = await getEndpointLimit(context, sellerId);
    const row: NewWebhookEndpoint = {
      id,
      mode: context.mode,
      sellerId,
      url: validateUrl(context, url),
      description,
      format,
      events: sortEventTypes(events),
      sealedSecret,
      createdAt: context.realNow(),
    };
    await context.db.transaction(async (tx) => {
      if (!(await insertEndpoint(tx, row, maxEndpoints)))
        throw new AppError('webhook_endpoint_limit', {
          message: webhookFailureMessages.endpointLimit({ max: maxEndpoints }),
          facts: { most: maxEndpoints },
        });
      // The URL may contain a secret, so the audit entry has the host only.
      const facts = { host: new URL(row.url).host };
      await recordAudit(context, tx, { ...actorOf(request), action: 'webhook_made', subject: id, facts });
    });
    return { ...(await loadEndpointWithStats(context, sellerId, id)), secret };
  },
});

export const getWebhookEndpoint = defineRpcFunction({
  name: 'get-webhook-endpoint',
  access: 'reads',
  body: EndpointIdBody,
  run: (context, { caller }, { endpointId }) => loadEndpointWithStats(context, caller.sellerId, endpointId),
});

export const updateWebhookEndpoint = defineRpcFunction({
  name: 'update-webhook-endpoint',
  access: 'writes',
  body: EndpointIdBody.extend({
    url: UrlInput.optional(),
    state: z.enum(['active', 'paused']).optional(),
    ...EndpointFields,
  }),
  run: async (context, request, { endpointId, url: inputUrl, state, events, ...fields }) => {
    const { sellerId } = request.caller;
    const url = inputUrl === undefined ? undefined : validateUrl(context, inputUrl);
    const change = { ...fields, ...(url && { url }), ...(events && { events: sortEventTypes(events) }) };
    const resumed = await context.db.transaction(async (tx) => {
      const previous = await lockEndpoint(tx, sellerId, context.mode, endpointId);
      if (!previous) throw new AppError('not_found');
      const { pausedBy } = previous;
      const isNewUrl = url !== undefined && url !== previous.url;
      // A new URL receives buyers' data, so it needs the same step-up authentication as a new endpoint.
      if (isNewUrl) await context.requireStepUp(context, tx, request);
      await updateEndpoint(tx, previous, {
        ...change,
        ...(state === 'paused' && { pausedBy: pausedBy ?? 'seller' }),
        ...(state === 'active' && { pausedBy: null }),
        ...((isNewUrl || (state === 'active' && pausedBy)) && { failingSince: null }),
      });
      return state === 'active' && pausedBy !== null;
    });
    // Runs after the transaction: the delivery worker locks deliveries before endpoints.
    if (resumed) await makeWaitingDue(context.db, endpointId, context.realNow());
    if (resumed) context.wake('deliveries');
    return loadEndpointWithStats(context, sellerId, endpointId);
  },
});

export const deleteWebhookEndpoint = defineRpcFunction({
  name: 'delete-webhook-endpoint',
  access: 'writes',
  body: EndpointIdBody,
  run: async (context, request, { endpointId }) => {
    await context.db.transaction(async (tx) => {
      if (!(await deleteEndpoint(tx, request.caller.sellerId, context.mode, endpointId)))
        throw new AppError('not_found');
      await recordAudit(context, tx, { ...actorOf(request), action: 'webhook_removed', subject: endpointId });
    });
    return { deleted: true as const };
  },
});

export const showWebhookSecret = defineRpcFunction({
  name: 'show-webhook-secret',
  access: 'step-up',
  body: EndpointIdBody,
  run: async (context, { caller }, { endpointId }) => {
    const { sealedSecret } = await loadEndpoint(context, caller.sellerId, endpointId);
    return { secret: context.secrets.unseal(sealedSecret, SEALED_CELLS.webhookSecret(endpointId)) };
  },
});

export const rotateWebhookSecret = defineRpcFunction({
  name: 'rotate-webhook-secret',
  access: 'step-up',
  body: EndpointIdBody,
  run: async (context, { caller: { sellerId } }, { endpointId }) => {
    const secret = await context.db.transaction(async (tx) => {
      const previous = await lockEndpoint(tx, sellerId, context.mode, endpointId);
      if (!previous) throw new AppError('not_found');
      const rotation = rotateSecret(context, previous);
      await updateEndpoint(tx, previous, rotation.change);
      return rotation.secret;
    });
    return { secret, ...(await loadEndpointWithStats(context, sellerId, endpointId)) };
  },
});

/** Throws AppError 'not_found' for a missing endpoint or one of another seller. */
export async function loadEndpoint(
  { db, mode }: Context,
  sellerId: string,
  endpointId: string,
): Promise<WebhookEndpointRow> {
  const row = await findEndpoint(db, sellerId, mode, endpointId);
  if (!row) throw new AppError('not_found');
  return row;
}

const statsSince = ({ realNow }: Context): Date => new Date(realNow().getTime() - STATS_DAYS * DAY_MS);

async function loadEndpointWithStats(
  context: Context,
  sellerId: string,
  endpointId: string,
): Promise<{ endpoint: WebhookEndpoint }> {
  const { db, mode, realNow } = context;
  const counted = await findCountedEndpoint(db, sellerId, mode, endpointId, statsSince(context));
  if (!counted) throw new AppError('not_found');
  return { endpoint: toWebhookEndpoint(counted, realNow()) };
}

async function getEndpointLimit({ db, mode, now }: Context, sellerId: string): Promise<number> {
  const row = await findPlanRow(db, sellerId, mode);
  return getMaxWebhookEndpoints(row?.plan ?? null, isPlanActive(row, now()));
}

/** Normalizes the URL as it is stored. Throws AppError 'webhook_address_refused'. */
function validateUrl(context: Context, inputUrl: string): string {
  const message = findUrlProblem(context, inputUrl);
  if (message)
    throw new AppError('webhook_address_refused', {
      message,
      facts: { problems: [{ field: 'url', message }] },
    });
  return new URL(inputUrl).href;
}

/** Removes duplicates and sorts the events in the order of the full list. */
const sortEventTypes = (events: WebhookEndpoint['events']): WebhookEndpoint['events'] =>
  WEBHOOK_EVENT_TYPES.filter((type) => events.includes(type));
