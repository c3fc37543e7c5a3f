import { Hono } from 'hono';
import type Stripe from 'stripe';

import { isShopError, statusOf } from '#domain/errors.ts';
import type { Context } from '#server/context.ts';
import { isDatabaseAway } from '#server/db/away.ts';
import { ASK_AGAIN_S } from '#server/disk/disk-room.ts';
import { readText } from '#server/http/read-json.ts';

import { openIntake } from './event-intake.ts';
import { eventRow, type Scope } from './event-row.ts';
import { watchSkew } from './event-skew.ts';

const MAX_BYTES = 512 * 1024;
/** Maximum difference between the signed time and our clock. */
const TOLERANCE_S = 300;
/** The signature is verified at its own time; `isWithinTolerance` checks the difference to our clock. */
const SAME_S = 1;

/** Routes for Stripe events: verifies the signature, stores the event in the inbox, then acknowledges it. */
export function webhookDoors(context: Context): Hono {
  const doors = new Hono();
  const { metrics } = context;
  const keep = openIntake(context);
  const noteSentAt = watchSkew(context);
  for (const scope of ['platform', 'connect'] as const) {
    doors.post(`/${scope}`, async (c) => {
      const arrived = performance.now();
      context.room.need();
      const body = await readText(c.req.raw, MAX_BYTES);
      const signed = signedEvent(context, scope, body, c.req.header('stripe-signature') ?? '');
      if (signed) noteSentAt(signed.sentAtS);
      if (!signed || !isTimely(context, signed)) {
        metrics.count('events', { outcome: 'refused' });
        return c.json({ error: 'The signature does not fit' }, 400);
      }
      const { event } = signed;
      if (belongsHere(context, scope, event)) {
        await keep(eventRow(context, scope, event));
        metrics.count('events', { outcome: 'kept' });
        metrics.time('event_acknowledgement', {}, (performance.now() - arrived) / 1000);
      } else {
        metrics.count('events', { outcome: 'foreign' });
        context.log.warn({ event: event.id, type: event.type, scope }, 'an event of another scope or mode');
      }
      return c.json({ received: true });
    });
  }
  doors.onError((error, c) => {
    if (isShopError(error) && error.code === 'disk_full') c.header('Retry-After', String(ASK_AGAIN_S));
    if (isShopError(error)) return c.json({ error: error.code }, statusOf(error.code) as 413);
    metrics.count('events', { outcome: 'failed' });
    if (!isDatabaseAway(error)) context.log.error({ err: error }, 'an event could not be kept');
    return c.json({ error: 'unavailable' }, 503);
  });
  return doors;
}

type Signed = { event: Stripe.Event; sentAtS: number };

/** Verifies the signature with the scope's secret, at any time. Returns null if it is invalid. */
function signedEvent(context: Context, scope: Scope, body: string, signature: string): Signed | null {
  const sentAtS = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? 0);
  const { webhooks } = context.stripe;
  const secret = context.secrets.webhooks[scope];
  try {
    const event = webhooks.constructEvent(body, signature, secret, SAME_S, undefined, sentAtS * 1000);
    return { event, sentAtS };
  } catch {
    return null;
  }
}

const isTimely = ({ realNow }: Context, { sentAtS }: Signed): boolean =>
  Math.abs(realNow().getTime() / 1000 - sentAtS) <= TOLERANCE_S;

/** Connect events name an account and platform events do not. A live endpoint receives test events too. */
const belongsHere = (context: Context, scope: Scope, event: Stripe.Event): boolean =>
  event.livemode === (context.mode === 'live') && (scope === 'connect') === Boolean(event.account);
