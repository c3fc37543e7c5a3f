import type { Context } from '#server/context.ts';
import { updateAccountDisconnected } from '#server/db/provider-accounts.ts';
import { claimEvents, findNextDue, updateEvent, type ProviderEvent } from '#server/db/provider-events.ts';
import { syncAccount } from '#server/stripe/connect.ts';

import { ForeignEvent, invoiceEffect, sessionEffect, type Effect } from './record-order.ts';

const LEASE_MS = 60_000;
const POLL_MS = 1000;
const MAX_TRIES = 12;
const MAX_BACKOFF_MS = 3_600_000;

/** Finds out what an event means; null when it means nothing to us. The body is never believed, only its ids. */
async function effectOf(context: Context, event: ProviderEvent): Promise<Effect | null> {
  const { accountId, objectId, type } = event;
  if (type.startsWith('checkout.session.')) return sessionEffect(context, accountId, objectId);
  if (type === 'invoice.paid') return invoiceEffect(context, accountId, objectId);
  if (type === 'account.updated') {
    await syncAccount(context, accountId);
    return () => Promise.resolve();
  }
  if (type === 'account.application.deauthorized') {
    // Nothing about the account can be asked any more: this one event is taken at its word.
    return (tx) => updateAccountDisconnected(tx, context.mode, accountId, context.realNow());
  }
  return null;
}

async function work(context: Context, event: ProviderEvent): Promise<void> {
  const { db, mode } = context;
  const doneAt = context.realNow();
  try {
    if (event.attempts > MAX_TRIES)
      throw new Error('No try came to an end: the process may have died in each');
    const effect = await effectOf(context, event);
    await db.transaction(async (tx) => {
      await effect?.(tx);
      await updateEvent(tx, mode, event.id, { status: effect ? 'done' : 'ignored', doneAt, lastError: null });
    });
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

export type InboxWorker = {
  ring: () => void;
  /** Resolves when nothing is due. */
  settled: () => Promise<void>;
  close: () => Promise<void>;
};

/** Works through the inbox: when it is rung, and each second, in case a ring was lost or another process died. */
export function openInboxWorker(context: Context): InboxWorker {
  let running: Promise<void> | null = null;
  let rung = false;
  let closed = false;

  async function round(): Promise<void> {
    do {
      rung = false;
      const events = await claimEvents(context.db, context.mode, context.realNow(), LEASE_MS);
      for (const event of events) await work(context, event);
      if (events.length > 0) rung = true;
    } while (rung && !closed);
  }

  function ring(): void {
    rung = true;
    if (running || closed) return;
    running = round()
      .catch((error: unknown) => context.log.error({ err: error }, 'the inbox could not be read'))
      .finally(() => {
        running = null;
        if (rung && !closed) setImmediate(ring);
      });
  }

  async function settled(): Promise<void> {
    for (;;) {
      if (running) await running;
      const due = await findNextDue(context.db, context.mode);
      if (!running && (!due || due > context.realNow())) return;
      ring();
    }
  }

  const timer = setInterval(ring, POLL_MS).unref();
  async function close(): Promise<void> {
    closed = true;
    clearInterval(timer);
    await running;
  }
  return { ring, settled, close };
}
