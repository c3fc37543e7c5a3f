import { randomBytes } from 'node:crypto';

import { OLD_SECRET_HOURS } from '#domain/webhook-endpoint.ts';
import type { Context } from '#server/core/context.ts';
import { SEALED_CELLS } from '#server/core/secrets.ts';
import type { WebhookEndpointRow } from '#server/webhooks/queries/endpoints.ts';

const SECRET_BYTES = 32;

/** Generates a signing secret in the format of Standard Webhooks. */
const generateSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

export function createSecret({ secrets }: Context, endpointId: string): { secret: string; sealedSecret: string } {
  const secret = generateSecret();
  return { secret, sealedSecret: secrets.seal(secret, SEALED_CELLS.webhookSecret(endpointId)) };
}

/** Returns a new secret and the columns that store it. The current secret stays valid for a while as the old one. */
export function rotateSecret(context: Context, { id, sealedSecret }: WebhookEndpointRow) {
  const newSecret = createSecret(context, id);
  const until = new Date(context.realNow().getTime() + OLD_SECRET_HOURS * 3_600_000);
  return {
    secret: newSecret.secret,
    change: {
      sealedSecret: newSecret.sealedSecret,
      sealedOldSecret: reencryptAsOldSecret(context, id, sealedSecret),
      oldSecretUntil: until,
    },
  };
}

/** Re-encrypts the current secret for the old secret's column. Null if another AUTH_SECRET encrypted it. */
function reencryptAsOldSecret({ secrets, log }: Context, id: string, sealedSecret: string): string | null {
  try {
    const secret = secrets.unseal(sealedSecret, SEALED_CELLS.webhookSecret(id));
    return secrets.seal(secret, SEALED_CELLS.oldWebhookSecret(id));
  } catch (error) {
    log.error({ err: error, endpoint: id }, 'webhook_secret_unreadable');
    return null;
  }
}
