import { createHash, timingSafeEqual } from 'node:crypto';

import { Hono } from 'hono';
import { z } from 'zod';

import { isShopError, statusOf } from '#domain/errors.ts';

import type { Context } from '#server/context.ts';
import { isDatabaseAway } from '#server/db/away.ts';
import { readText } from '#server/http/read-json.ts';

import { recordBounce } from './record-bounce.ts';

const MAX_BYTES = 256 * 1024;

const Events = z.strictObject({
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

/** Compares hashes, so that the time depends neither on the content nor on the length. */
const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest());

function eventsIn(body: string): z.infer<typeof Events> | null {
  try {
    return Events.parse(JSON.parse(body));
  } catch {
    return null;
  }
}

/** Receives bounces and complaints from the mail provider: see docs/operations.md. Without a secret it answers 404. */
export function mailHook(context: Context): Hono {
  const secret = context.config.mailHookSecret;
  const doors = new Hono();
  doors.post('/', async (c) => {
    if (secret === null) return c.json({ error: 'not_found' }, 404);
    const [, shown = ''] = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '') ?? [];
    if (!isSame(shown, secret)) return c.json({ error: 'unauthorized' }, 401);
    const told = eventsIn(await readText(c.req.raw, MAX_BYTES));
    if (!told) return c.json({ error: 'invalid_request' }, 400);
    for (const event of told.events) await recordBounce(context, event);
    context.log.info({ events: told.events.length }, 'mail has come back');
    return c.json({ received: told.events.length });
  });
  doors.onError((error, c) => {
    if (isShopError(error)) return c.json({ error: error.code }, statusOf(error.code) as 413);
    if (!isDatabaseAway(error)) context.log.error({ err: error }, 'what came back of mail could not be kept');
    return c.json({ error: 'unavailable' }, 503);
  });
  return doors;
}
