import { Hono } from 'hono';
import type Stripe from 'stripe';

import { isShopError, statusOf } from '#domain/errors.ts';
import type { Context } from '#server/context.ts';
import { isDatabaseAway } from '#server/db/away.ts';
import { ASK_AGAIN_S } from '#server/disk/disk-room.ts';
import { readText } from '#server/http/read-json.ts';

import { openIntake } from './event-intake.ts';
import { eventRow, type Scope } from './event-row.ts';

const MAX_BYTES = 512 * 1024;
const FUTURE_TOLERANCE_S = 300;

/** The provider's events: verified, written into the inbox, and only then acknowledged. */
export function webhookDoors(context: Context): Hono {
  const doors = new Hono();
  const keep = openIntake(context);
  for (const scope of ['platform', 'connect'] as const) {
    doors.post(`/${scope}`, async (c) => {
      context.room.need();
      const body = await readText(c.req.raw, MAX_BYTES);
      const event = verifiedEvent(context, scope, body, c.req.header('stripe-signature') ?? '');
      if (!event) return c.json({ error: 'The signature does not fit' }, 400);
      if (belongsHere(context, scope, event)) await keep(eventRow(context, scope, event));
      else
        context.log.warn({ event: event.id, type: event.type, scope }, 'an event of another scope or mode');
      return c.json({ received: true });
    });
  }
  doors.onError((error, c) => {
    if (isShopError(error) && error.code === 'disk_full') c.header('Retry-After', String(ASK_AGAIN_S));
    if (isShopError(error)) return c.json({ error: error.code }, statusOf(error.code) as 413);
    if (!isDatabaseAway(error)) context.log.error({ err: error }, 'an event could not be kept');
    return c.json({ error: 'unavailable' }, 503);
  });
  return doors;
}

function verifiedEvent(context: Context, scope: Scope, body: string, signature: string): Stripe.Event | null {
  const sentAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? 0);
  const now = context.realNow().getTime();
  if (sentAt > now / 1000 + FUTURE_TOLERANCE_S) return null;
  try {
    const secret = context.secrets.webhooks[scope];
    return context.stripe.webhooks.constructEvent(body, signature, secret, undefined, undefined, now);
  } catch {
    return null;
  }
}

/** Events of connected accounts name their account, events of the platform name none; a live endpoint hears test events too. */
const belongsHere = (context: Context, scope: Scope, event: Stripe.Event): boolean =>
  event.livemode === (context.mode === 'live') && (scope === 'connect') === Boolean(event.account);
