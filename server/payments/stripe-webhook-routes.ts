import { Hono } from 'hono';
import type Stripe from 'stripe';

import { operatorAlertMessages } from '#content/messages/operator-alerts.ts';
import { isAppError, getHttpStatus } from '#domain/errors.ts';
import type { Context } from '#server/core/context.ts';
import { isDatabaseUnavailable } from '#server/db/database-errors.ts';
import { readText } from '#server/http/read-json.ts';

import { createEventIntake } from './event-intake.ts';
import { toEventRow, type Scope } from './event-row.ts';

/** Number of recent events that are compared, and the minimum for a result. */
const SAMPLE_SIZE = 50;
const MIN_SAMPLES = 20;
const MAX_SKEW_S = 60;
const ALERT_INTERVAL_MS = 3_600_000;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/**
 * Compares the sending time of events with their arrival. If the median differs by more than a minute, our clock is wrong
 * and signatures will soon be rejected: logs an error every hour and emails the operator once a day.
 */
function createSkewMonitor(context: Context): (sentAtS: number) => void {
  let skews: number[] = [];
  let alertedAt = -Infinity;
  return (sentAtS) => {
    const now = context.realNow().getTime();
    skews = [...skews, now / 1000 - sentAtS].slice(-SAMPLE_SIZE);
    const skewS = Math.round(median(skews));
    if (skews.length < MIN_SAMPLES || Math.abs(skewS) <= MAX_SKEW_S || now - alertedAt < ALERT_INTERVAL_MS) return;
    alertedAt = now;
    context.log.error({ skewS }, 'clock_skew_detected');
    emailOperator(context, skewS).catch((error: unknown) =>
      context.log.warn({ err: error }, 'clock_skew_alert_failed'),
    );
  };
}

async function emailOperator(context: Context, skewS: number): Promise<void> {
  const queued = await context.alertOperator(context.db, {
    key: `clock:${context.realNow().toISOString().slice(0, 10)}`,
    what: operatorAlertMessages.clock.title,
    detail: operatorAlertMessages.clock[skewS > 0 ? 'late' : 'early']({ seconds: Math.abs(skewS) }),
    remedy: operatorAlertMessages.clock.remedy,
  });
  if (queued) context.wake('outbox');
}

const MAX_BYTES = 512 * 1024;
/** Maximum difference between the signed time and our clock. */
const TOLERANCE_S = 300;
/** The signature is verified at its own time; `isWithinTolerance` checks the difference to our clock. */
const SIGNATURE_TOLERANCE_S = 1;

/** Routes for Stripe events: verifies the signature, stores the event in the inbox, then acknowledges it. */
export function stripeWebhookRoutes(context: Context): Hono {
  const routes = new Hono();
  const { metrics } = context;
  const storeEvent = createEventIntake(context);
  const recordSentAt = createSkewMonitor(context);
  for (const scope of ['platform', 'connect'] as const) {
    routes.post(`/${scope}`, async (c) => {
      const startedAt = performance.now();
      const body = await readText(c.req.raw, MAX_BYTES);
      const verified = verifyEvent(context, scope, body, c.req.header('stripe-signature') ?? '');
      if (verified) recordSentAt(verified.sentAtS);
      if (!verified || !isWithinTolerance(context, verified)) {
        metrics.count('events', { outcome: 'rejected' });
        return c.json({ error: 'Invalid signature' }, 400);
      }
      const { event } = verified;
      if (isForThisEndpoint(context, scope, event)) {
        await storeEvent(toEventRow(context, scope, event));
        metrics.count('events', { outcome: 'stored' });
        metrics.observeDuration('event_acknowledgement', {}, (performance.now() - startedAt) / 1000);
      } else {
        metrics.count('events', { outcome: 'foreign' });
        context.log.warn({ event: event.id, type: event.type, scope }, 'stripe_event_of_other_scope');
      }
      return c.json({ received: true });
    });
  }
  routes.onError((error, c) => {
    if (isAppError(error)) return c.json({ error: error.code }, getHttpStatus(error.code) as 413);
    metrics.count('events', { outcome: 'failed' });
    if (!isDatabaseUnavailable(error)) context.log.error({ err: error }, 'stripe_event_store_failed');
    return c.json({ error: 'unavailable' }, 503);
  });
  return routes;
}

type VerifiedEvent = { event: Stripe.Event; sentAtS: number };

/** Verifies the signature with the scope's secret, at any time. Returns null if it is invalid. */
function verifyEvent(context: Context, scope: Scope, body: string, signature: string): VerifiedEvent | null {
  const sentAtS = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? 0);
  const { webhooks } = context.stripe;
  const secret = context.secrets.webhooks[scope];
  try {
    const event = webhooks.constructEvent(body, signature, secret, SIGNATURE_TOLERANCE_S, undefined, sentAtS * 1000);
    return { event, sentAtS };
  } catch {
    return null;
  }
}

const isWithinTolerance = ({ realNow }: Context, { sentAtS }: VerifiedEvent): boolean =>
  Math.abs(realNow().getTime() / 1000 - sentAtS) <= TOLERANCE_S;

/** Connect events name an account and platform events do not. A live endpoint receives test events too. */
const isForThisEndpoint = (context: Context, scope: Scope, event: Stripe.Event): boolean =>
  event.livemode === (context.mode === 'live') && (scope === 'connect') === Boolean(event.account);
