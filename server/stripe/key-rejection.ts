import type Stripe from 'stripe';
import { z } from 'zod';

import { operatorAlertMessages } from '#content/messages/operator-alerts.ts';
import type { Context } from '#server/core/context.ts';

/** Logs a call that Stripe rejected because of the key and emails the operator once a day per cause. Never throws. */
export async function alertKeyRejected(context: Context, rejection: KeyRejection): Promise<void> {
  context.log.error(rejection, 'stripe_key_rejected');
  try {
    if (await emailOperator(context, rejection)) context.wake('outbox');
  } catch (error) {
    context.log.warn({ err: error }, 'stripe_key_alert_failed');
  }
}

async function emailOperator(context: Context, { request, permission }: KeyRejection): Promise<boolean> {
  const { stripePermission, stripeKey } = operatorAlertMessages;
  const day = context.realNow().toISOString().slice(0, 10);
  const cause = permission === 'unknown' ? request.replace(/\?.*|\/[a-z]+_\w+/g, '') : (permission ?? 'key');
  return context.alertOperator(context.db, {
    key: `stripe_key:${cause}:${day}`,
    what: (permission ? stripePermission : stripeKey).title,
    detail: permission ? stripePermission.detail({ request, permission }) : stripeKey.detail({ request }),
    remedy: (permission ? stripePermission : stripeKey).remedy,
  });
}

/** A call that Stripe rejected because of our API key: it is invalid or expired (401) or lacks a permission (403). */
export type KeyRejection = { status: 401 | 403; request: string; permission: string | null };

const ErrorBody = z.object({
  error: z.object({ code: z.string().optional(), message: z.string().optional() }),
});

/** Stripe's code for an account that has disconnected us; every other 403 is about the key. */
export const ACCOUNT_INVALID = 'account_invalid';

/** Returns the permission that a restricted key lacks; null if the response is about something else. */
export function readMissingPermission(body: unknown): string | null {
  const { error } = ErrorBody.safeParse(body).data ?? {};
  if (!error || error.code === ACCOUNT_INVALID) return null;
  return /\brak_\w+/.exec(error.message ?? '')?.[0] ?? 'unknown';
}

/** Wraps an SDK client to report each call that is rejected because of the key. */
export function withKeyMonitoring(
  client: Stripe.HttpClient,
  report: (rejection: KeyRejection) => void,
): Stripe.HttpClient {
  const makeRequest: Stripe.HttpClient['makeRequest'] = async (...request) => {
    const response = await client.makeRequest(...request);
    const status = response.getStatusCode();
    if (status !== 401 && status !== 403) return response;
    // A body can be read only once: the SDK gets the parsed copy.
    const body: unknown = await response.toJSON().catch((error: unknown) => error);
    const permission = readMissingPermission(body);
    const [, , urlPath, method] = request;
    if (status === 401) report({ status, request: `${method} ${urlPath}`, permission: null });
    else if (permission) report({ status, request: `${method} ${urlPath}`, permission });
    const toJSON = () => (body instanceof Error ? Promise.reject(body) : Promise.resolve(body));
    return Object.create(response, { toJSON: { value: toJSON } }) as typeof response;
  };
  return Object.create(client, { makeRequest: { value: makeRequest } }) as Stripe.HttpClient;
}
