import type Stripe from 'stripe';

import { DAY_MS, MINUTE_MS } from '#domain/time-units.ts';
import { REQUIRED_EVENTS } from '#server/billing/stripe-webhook-endpoints.ts';
import type { Context } from '#server/core/context.ts';
import { insertEvents, listKnownEventIds } from '#server/payments/queries/stripe-events.ts';
import { PLATFORM_CURSOR, updateCursor, type ReconcileCursor } from '#server/stripe/reconcile-cursors.ts';
import { fetchPages, PAGE_SIZE } from '#server/stripe/stripe-values.ts';

import { toEventRow } from './event-row.ts';
import { restoreAttempts } from './restore-attempts.ts';

/** Stripe keeps events for 30 days. */
export const EVENT_RETENTION_MS = 30 * DAY_MS;
/** Events may appear in lists later than their date. */
const OVERLAP_MS = 10 * MINUTE_MS;
/** After this, another process takes over an unfinished cursor. Longer than one window takes. */
export const LEASE_MS = 5 * MINUTE_MS;
/** A window with more pages is halved; the cursor moves after each window. */
const MAX_PAGES = 5;
const MIN_WINDOW_MS = 10 * MINUTE_MS;
/** Stripe accepts at most this many types per request. */
const MAX_TYPES_PER_REQUEST = 20;

/**
 * Lists the events of an account or the platform since its cursor and inserts missing ones into the inbox, oldest first.
 * The cursor and its lease move after each window. Returns the current claim, or null if another process has taken it.
 */
export async function importMissedEvents(context: Context, cursor: ReconcileCursor): Promise<ReconcileCursor | null> {
  const now = context.now().getTime();
  const earliest = now - EVENT_RETENTION_MS;
  if (cursor.listedUntil.getTime() < earliest - DAY_MS && cursor.accountId !== PLATFORM_CURSOR)
    context.log.warn({ account: cursor.accountId, since: cursor.listedUntil }, 'stripe_events_expired');
  let claimed = cursor;
  let from = Math.max(cursor.listedUntil.getTime(), earliest);
  let to = now;
  while (from < now) {
    const listedEvents = await listWindow(context, cursor.accountId, from - OVERLAP_MS, to);
    if (!listedEvents) {
      to = from + Math.max(MIN_WINDOW_MS, (to - from) / 2);
      continue;
    }
    await storeMissedEvents(context, cursor.accountId, listedEvents);
    const change = { listedUntil: new Date(to), nextAt: new Date(context.now().getTime() + LEASE_MS) };
    if (!(await updateCursor(context.db, claimed, change))) return null;
    claimed = { ...claimed, ...change };
    [from, to] = [to, Math.min(now, to + 2 * (to - from))];
  }
  return claimed;
}

/** `missed`: events that the inbox does not have, oldest first. `stored`: events that it has. */
type ListedEvents = { missed: Stripe.Event[]; stored: Stripe.Event[] };

/** Lists the relevant events of a window. Returns null if the window must be shortened. */
async function listWindow(context: Context, accountId: string, from: number, to: number): Promise<ListedEvents | null> {
  const maxPages = to - from > MIN_WINDOW_MS + OVERLAP_MS ? MAX_PAGES : Infinity;
  const created = { gte: Math.floor(from / 1000), lte: Math.ceil(to / 1000) };
  const [missed, stored]: [Stripe.Event[], Stripe.Event[]] = [[], []];
  for (const types of typeBatches(accountId)) {
    const fetchPage = (cursor: Stripe.PaginationParams) =>
      fetchEventPage(context, accountId, { types, created, ...cursor });
    let pages = 0;
    for await (const page of fetchPages(fetchPage)) {
      const partition = await partitionEvents(context, accountId, page.data);
      missed.push(...partition.missed);
      stored.push(...partition.stored);
      if (page.has_more && ++pages >= maxPages) return null;
    }
  }
  return { missed: missed.toReversed().toSorted((a, b) => a.created - b.created), stored };
}

const fetchEventPage = (context: Context, accountId: string, params: Stripe.EventListParams) =>
  accountId === PLATFORM_CURSOR
    ? context.stripe.events.list(params)
    : context.sellerStripe(accountId).events.list(params);

function typeBatches(accountId: string): string[][] {
  const types = REQUIRED_EVENTS[accountId === PLATFORM_CURSOR ? 'platform' : 'connect'];
  const batchCount = Math.ceil(types.length / MAX_TYPES_PER_REQUEST);
  return Array.from({ length: batchCount }, (_, index) =>
    types.slice(index * MAX_TYPES_PER_REQUEST, (index + 1) * MAX_TYPES_PER_REQUEST),
  );
}

/**
 * Drops events of another account or mode. Stripe sets `account` reliably only on delivered events: an event listed with an
 * account's header belongs to that account, with or without the field.
 */
async function partitionEvents(
  context: Context,
  accountId: string,
  events: readonly Stripe.Event[],
): Promise<ListedEvents> {
  const ownEvents = events.filter(
    ({ account = accountId, livemode }) => account === accountId && livemode === (context.mode === 'live'),
  );
  const ids = ownEvents.map(({ id }) => id);
  const knownIds = await listKnownEventIds(context.db, context.mode, ids);
  return {
    missed: ownEvents.filter(({ id }) => !knownIds.has(id)),
    stored: ownEvents.filter(({ id }) => knownIds.has(id)),
  };
}

async function storeMissedEvents(context: Context, accountId: string, { missed, stored }: ListedEvents): Promise<void> {
  const scope = accountId === PLATFORM_CURSOR ? 'platform' : 'connect';
  const hasRestored = scope === 'connect' && (await restoreAttempts(context, accountId, [...missed, ...stored]));
  for (let offset = 0; offset < missed.length; offset += PAGE_SIZE) {
    const rows = missed.slice(offset, offset + PAGE_SIZE).map((event) => toEventRow(context, scope, event, accountId));
    await insertEvents(context.db, rows);
  }
  if (missed.length > 0) context.log.warn({ account: accountId, events: missed.length }, 'stripe_events_missed');
  if (missed.length > 0 || hasRestored) context.wake('inbox');
}
