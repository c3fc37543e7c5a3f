import type Stripe from 'stripe';

import { EVENTS } from '#server/billing/webhook-check.ts';
import type { Context } from '#server/context.ts';
import { PLATFORM, updateCursor, type Cursor } from '#server/db/event-cursors.ts';
import { insertEvents, listKnownEvents } from '#server/db/provider-events.ts';
import { eventRow } from '#server/webhooks/event-row.ts';

import { restoreAttempts } from './restore-attempts.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Stripe keeps events for 30 days. */
export const EVENTS_KEPT_MS = 30 * DAY_MS;
/** Events may appear in lists later than their date. */
const OVERLAP_MS = 10 * MINUTE_MS;
/** After this, another process takes over an unfinished cursor. Longer than one window takes. */
export const LEASE_MS = 5 * MINUTE_MS;
/** A window with more pages is halved; the cursor moves after each window. */
const MOST_PAGES = 5;
const SHORTEST_STRETCH_MS = 10 * MINUTE_MS;
const PAGE = 100;
/** Stripe accepts at most this many types per request. */
const MOST_TYPES = 20;

/**
 * Lists the events of an account or the platform since its cursor and inserts missing ones into the inbox, oldest first.
 * The cursor and its lease move after each window. Returns the current claim, or null if another process has taken it.
 */
export async function putInListedEvents(context: Context, cursor: Cursor): Promise<Cursor | null> {
  const now = context.now().getTime();
  const earliest = now - EVENTS_KEPT_MS;
  if (cursor.listedTo.getTime() < earliest - DAY_MS && cursor.accountId !== PLATFORM)
    context.log.warn(
      { account: cursor.accountId, since: cursor.listedTo },
      'events older than the provider keeps them were not listed',
    );
  let claimed = cursor;
  let from = Math.max(cursor.listedTo.getTime(), earliest);
  let to = now;
  while (from < now) {
    const listed = await listedIn(context, cursor.accountId, from - OVERLAP_MS, to);
    if (!listed) {
      to = from + Math.max(SHORTEST_STRETCH_MS, (to - from) / 2);
      continue;
    }
    await putIn(context, cursor.accountId, listed);
    const change = { listedTo: new Date(to), nextAt: new Date(context.now().getTime() + LEASE_MS) };
    if (!(await updateCursor(context.db, claimed, change))) return null;
    claimed = { ...claimed, ...change };
    [from, to] = [to, Math.min(now, to + 2 * (to - from))];
  }
  return claimed;
}

/** `missed`: events that the inbox does not have, oldest first. `stored`: events that it has. */
type Listed = { missed: Stripe.Event[]; there: Stripe.Event[] };

/** Lists the relevant events of a window. Returns null if the window must be shortened. */
async function listedIn(
  context: Context,
  accountId: string,
  from: number,
  to: number,
): Promise<Listed | null> {
  const most = to - from > SHORTEST_STRETCH_MS + OVERLAP_MS ? MOST_PAGES : Infinity;
  const created = { gte: Math.floor(from / 1000), lte: Math.ceil(to / 1000) };
  const [missed, there]: [Stripe.Event[], Stripe.Event[]] = [[], []];
  for (const types of typesOf(accountId)) {
    let after: string | undefined;
    for (let pages = 1; ; pages++) {
      const params = { types, created, limit: PAGE, ...(after ? { starting_after: after } : {}) };
      const page = await listOf(context, accountId, params);
      const found = await sortedOut(context, accountId, page.data);
      missed.push(...found.missed);
      there.push(...found.there);
      after = page.data.at(-1)?.id;
      if (!page.has_more || !after) break;
      if (pages >= most) return null;
    }
  }
  return { missed: missed.toReversed().toSorted((one, other) => one.created - other.created), there };
}

const listOf = (context: Context, accountId: string, params: Stripe.EventListParams) =>
  accountId === PLATFORM
    ? context.stripe.events.list(params)
    : context.sellerStripe(accountId).events.list(params);

/** Returns the relevant event types in batches that fit one request. */
function typesOf(accountId: string): string[][] {
  const types = EVENTS[accountId === PLATFORM ? 'platform' : 'connect'];
  const parts = Math.ceil(types.length / MOST_TYPES);
  return Array.from({ length: parts }, (_, index) =>
    types.slice(index * MOST_TYPES, (index + 1) * MOST_TYPES),
  );
}

/**
 * Drops events of another account or mode. Stripe sets `account` reliably only on delivered events: an event listed with an
 * account's header belongs to that account, with or without the field.
 */
async function sortedOut(
  context: Context,
  accountId: string,
  events: readonly Stripe.Event[],
): Promise<Listed> {
  const own = events.filter(
    ({ account = accountId, livemode }) => account === accountId && livemode === (context.mode === 'live'),
  );
  const ids = own.map(({ id }) => id);
  const known = await listKnownEvents(context.db, context.mode, ids);
  return {
    missed: own.filter(({ id }) => !known.has(id)),
    there: own.filter(({ id }) => known.has(id)),
  };
}

async function putIn(context: Context, accountId: string, { missed, there }: Listed): Promise<void> {
  const scope = accountId === PLATFORM ? 'platform' : 'connect';
  const restored = scope === 'connect' && (await restoreAttempts(context, accountId, [...missed, ...there]));
  for (let at = 0; at < missed.length; at += PAGE) {
    const rows = missed.slice(at, at + PAGE).map((event) => eventRow(context, scope, event, accountId));
    await insertEvents(context.db, rows);
  }
  if (missed.length > 0)
    context.log.warn({ account: accountId, events: missed.length }, 'events had not been delivered');
  if (missed.length > 0 || restored) context.ring('inbox');
}
