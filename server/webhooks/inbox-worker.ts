import { heedPlanEvent } from '#server/billing/plan-events.ts';
import type { Context } from '#server/context.ts';
import { claimEvents, findNextDue, updateEvent, type ProviderEvent } from '#server/db/provider-events.ts';
import { recordDisconnected } from '#server/stripe/account-changes.ts';
import { syncAccount } from '#server/stripe/connect.ts';
import { openWorker, type Worker } from '#server/worker.ts';

import {
  applyEffect,
  ForeignEvent,
  invoiceEffect,
  NOTHING,
  sessionEffect,
  type Effect,
} from './record-order.ts';
import { chargeEffect, refundEffect } from './record-refund.ts';

const LEASE_MS = 60_000;
const MAX_TRIES = 12;
const MAX_BACKOFF_MS = 3_600_000;

/** Finds out what an event means; null when it means nothing to us. The body is never believed, only its ids. */
async function effectOf(context: Context, event: ProviderEvent): Promise<Effect | null> {
  const { accountId, objectId, type } = event;
  if (accountId === '') return (await heedPlanEvent(context, event)) ? NOTHING : null;
  if (type.startsWith('checkout.session.')) return sessionEffect(context, accountId, objectId);
  if (type === 'invoice.paid') return invoiceEffect(context, accountId, objectId);
  if (type === 'charge.refunded') return chargeEffect(context, accountId, objectId);
  if (type.startsWith('refund.') || type === 'charge.refund.updated')
    return refundEffect(context, accountId, objectId);
  if (type === 'account.updated') {
    await syncAccount(context, accountId);
    return NOTHING;
  }
  if (type === 'account.application.deauthorized') {
    // Nothing about the account can be asked any more: this one event is taken at its word.
    return (tx) => recordDisconnected(context, tx, accountId);
  }
  return null;
}

async function work(context: Context, event: ProviderEvent): Promise<void> {
  const { mode } = context;
  const doneAt = context.realNow();
  try {
    if (event.attempts > MAX_TRIES)
      throw new Error('No try came to an end: the process may have died in each');
    const effect = await effectOf(context, event);
    await applyEffect(context, effect ?? NOTHING, (tx) =>
      updateEvent(tx, mode, event.id, { status: effect ? 'done' : 'ignored', doneAt, lastError: null }),
    );
  } catch (error) {
    await fail(context, event, error);
  }
}

/** Later again, with growing gaps; after the last try, and for an event that is not ours to act on, parked for people. */
async function fail(context: Context, event: ProviderEvent, error: unknown): Promise<void> {
  const parked = event.attempts >= MAX_TRIES || error instanceof ForeignEvent;
  const details = { err: error, event: event.id, type: event.type, attempts: event.attempts };
  if (parked) context.log.error(details, 'an event was parked');
  else context.log.warn(details, 'an event will be tried again');
  const wait = Math.min(MAX_BACKOFF_MS, 1000 * 2 ** event.attempts);
  await updateEvent(context.db, context.mode, event.id, {
    status: parked ? 'parked' : 'received',
    nextAt: new Date(context.realNow().getTime() + wait),
    lastError: error instanceof Error ? error.message.slice(0, 500) : String(error),
  });
}

/** Works through the inbox. */
export const openInboxWorker = (context: Context): Worker =>
  openWorker({
    name: 'inbox',
    log: context.log,
    round: async () => {
      const events = await claimEvents(context.db, context.mode, context.realNow(), LEASE_MS);
      for (const event of events) await work(context, event);
      return events.length > 0;
    },
    isDue: async () => {
      const due = await findNextDue(context.db, context.mode);
      return due !== null && due <= context.realNow();
    },
  });
