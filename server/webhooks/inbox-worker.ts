import { heedPlanEvent } from '#server/billing/plan-events.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { updateAccountDisconnected } from '#server/db/provider-accounts.ts';
import { claimEvents, findNextDue, updateEvent, type ProviderEvent } from '#server/db/provider-events.ts';
import { syncAccount } from '#server/stripe/connect.ts';
import { openWorker, type Worker } from '#server/worker.ts';

import { ForeignEvent } from '#server/ledger/foreign-event.ts';
import type { Subject } from '#server/ledger/subject.ts';
import { updateLedger } from '#server/ledger/update-ledger.ts';

const LEASE_MS = 60_000;
const MAX_TRIES = 12;
const MAX_BACKOFF_MS = 3_600_000;

/** Which of an account's objects an event is about; null: none that our books follow. The body is never believed, only its ids. */
function subjectOf({ accountId, objectId: id, refs, type }: ProviderEvent): Subject | null {
  if (type.startsWith('checkout.session.')) return { accountId, kind: 'session', id };
  if (type.startsWith('customer.subscription.')) return { accountId, kind: 'subscription', id };
  if (type === 'charge.refunded') return { accountId, kind: 'charge', id };
  if (/^(refund\.|charge\.refund\.|charge\.dispute\.)/.test(type))
    return refs.charge ? { accountId, kind: 'charge', id: refs.charge } : null;
  return type.startsWith('invoice.') ? { accountId, kind: 'invoice', id } : null;
}

/** What is not about orders; false when it means nothing to us. */
async function heed(context: Context, event: ProviderEvent): Promise<boolean> {
  const { accountId, type } = event;
  if (accountId === '') return heedPlanEvent(context, event);
  if (type === 'account.updated') await syncAccount(context, accountId);
  // Nothing about the account can be asked any more: this one event is taken at its word.
  else if (type === 'account.application.deauthorized')
    await updateAccountDisconnected(context.db, context.mode, accountId, context.realNow());
  else return false;
  return true;
}

async function work(context: Context, event: ProviderEvent): Promise<void> {
  const doneAt = context.realNow();
  const done = { status: 'done', doneAt, lastError: null } as const;
  const mark = (tx: Db) => updateEvent(tx, context.mode, event.id, done);
  try {
    if (event.attempts > MAX_TRIES)
      throw new Error('No try came to an end: the process may have died in each');
    const subject = event.accountId === '' ? null : subjectOf(event);
    if (!subject) {
      const status = (await heed(context, event)) ? 'done' : 'ignored';
      return await updateEvent(context.db, context.mode, event.id, { ...done, status });
    }
    const [outcome] = (await updateLedger(context, [subject], { mark })).values();
    if (outcome?.kind === 'error') throw outcome.error;
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
