import { randomBytes } from 'node:crypto';

import { OLD_SECRET_HOURS } from '#domain/webhook-endpoint.ts';

import type { Context } from '#server/context.ts';
import type { WebhookEndpointRow } from '#server/db/webhook-endpoints.ts';

const SECRET_BYTES = 32;

/** What signs what is sent, as Standard Webhooks writes it. */
const newWebhookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

export function madeSecret({ secrets }: Context): { secret: string; sealedSecret: string } {
  const secret = newWebhookSecret();
  return { secret, sealedSecret: secrets.seal(secret) };
}

/** The columns of an endpoint that gets another secret: the one until now signs beside it for a while. */
export function rotated(context: Context, { sealedSecret }: WebhookEndpointRow) {
  const made = madeSecret(context);
  const until = new Date(context.realNow().getTime() + OLD_SECRET_HOURS * 3_600_000);
  return {
    secret: made.secret,
    change: {
      sealedSecret: made.sealedSecret,
      sealedOldSecret: sealedSecret,
      oldSecretUntil: until,
    },
  };
}
