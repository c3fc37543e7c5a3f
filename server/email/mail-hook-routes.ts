import { Hono } from 'hono';
import { z } from 'zod';

import { emailDeliveryMessages } from '#content/messages/email-delivery.ts';
import { isAppError, getHttpStatus } from '#domain/errors.ts';
import type { Context } from '#server/core/context.ts';
import { hasBearerToken } from '#server/core/secrets.ts';
import { isDatabaseUnavailable } from '#server/db/database-errors.ts';
import { markMailBounced } from '#server/email/queries/outbox.ts';
import { suppressAddress, SUPPRESSION_MESSAGES } from '#server/email/queries/suppressed-addresses.ts';
import { readText } from '#server/http/read-json.ts';

/** Delivery report of the mail provider. */
type Bounce = {
  type: 'bounce' | 'complaint';
  /** The address will never accept mail. */
  permanent: boolean;
  recipient: string;
  /** The `Message-ID` of the mail, which contains the id of its outbox row. */
  messageId?: string | null | undefined;
};

const MESSAGE_ID = /^<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@[^@\s]+$/i;
/** Marks the mail as bounced and suppresses a permanently undeliverable address. Idempotent. */
export async function recordBounce({ db, realNow }: Context, bounce: Bounce): Promise<void> {
  const { type, permanent, recipient, messageId } = bounce;
  const [, id] = MESSAGE_ID.exec(messageId?.trim() ?? '') ?? [];
  const isPermanent = permanent || type === 'complaint';
  await db.transaction(async (tx) => {
    if (id)
      await markMailBounced(
        tx,
        id.toLowerCase(),
        isPermanent ? SUPPRESSION_MESSAGES[type] : emailDeliveryMessages.temporaryError,
      );
    if (isPermanent) await suppressAddress(tx, { address: recipient, reason: type, now: realNow() });
  });
}

const MAX_BYTES = 256 * 1024;

const MailEvents = z.strictObject({
  events: z
    .array(
      z.strictObject({
        type: z.enum(['bounce', 'complaint']),
        permanent: z.boolean(),
        recipient: z.email().max(254),
        messageId: z.string().max(998).nullish(),
      }),
    )
    .max(500),
});

function parseEvents(body: string): z.infer<typeof MailEvents> | null {
  try {
    return MailEvents.parse(JSON.parse(body));
  } catch {
    return null;
  }
}

/** Receives bounces and complaints from the mail provider: see docs/operations.md. Without a secret it answers 404. */
export function mailHookRoutes(context: Context): Hono {
  const secret = context.config.mailHookSecret;
  const routes = new Hono();
  routes.post('/', async (c) => {
    if (secret === null) return c.json({ error: 'not_found' }, 404);
    if (!hasBearerToken(c.req.header('authorization'), secret)) return c.json({ error: 'unauthorized' }, 401);
    const report = parseEvents(await readText(c.req.raw, MAX_BYTES));
    if (!report) return c.json({ error: 'invalid_request' }, 400);
    for (const event of report.events) await recordBounce(context, event);
    context.log.info({ events: report.events.length }, 'mail_bounced');
    return c.json({ received: report.events.length });
  });
  routes.onError((error, c) => {
    if (isAppError(error)) return c.json({ error: error.code }, getHttpStatus(error.code) as 413);
    if (!isDatabaseUnavailable(error)) context.log.error({ err: error }, 'mail_hook_failed');
    return c.json({ error: 'unavailable' }, 503);
  });
  return routes;
}
