import type { Context } from '#server/context.ts';
import { queueMail } from '#server/db/outbox.ts';

import type { KeyRejection } from './key-refusal.ts';

/** Logs a call that Stripe rejected because of the key and emails the operator once a day per cause. Never throws. */
export async function alertKeyRejected(context: Context, rejection: KeyRejection): Promise<void> {
  context.log.error(rejection, 'stripe_key_refused');
  try {
    if (await emailOperator(context, rejection)) context.wake('outbox');
  } catch (error) {
    context.log.warn({ err: error }, 'stripe_key_alert_failed');
  }
}

async function emailOperator(context: Context, { request, permission }: KeyRejection): Promise<boolean> {
  const { operatorEmail: to } = context.config;
  if (!to) return false;
  const day = context.realNow().toISOString().slice(0, 10);
  const cause = permission === 'unknown' ? request.replace(/\?.*|\/[a-z]+_\w+/g, '') : (permission ?? 'key');
  return queueMail(context.db, {
    key: `operator_alert:${context.mode}:stripe_key:${cause}:${day}`,
    to,
    now: context.now(),
    mail: {
      kind: 'operator_alert',
      what: permission ? 'The Stripe key lacks a permission' : 'Stripe refuses STRIPE_SECRET_KEY',
      detail: permission
        ? `Stripe refused ${request} with the status 403. The permission that is missing: ${permission}. The call is retried.`
        : `Stripe refused ${request} with the status 401: the key is unknown, revoked or expired.`,
      remedy: permission
        ? 'Add the permission to the restricted key in the Stripe dashboard under Developers, API keys. “npm run doctor” checks each permission that is needed.'
        : 'Set a current key of the Stripe dashboard under Developers, API keys, and restart the server.',
    },
  });
}
