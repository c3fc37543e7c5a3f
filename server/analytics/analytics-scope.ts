import { analyticsLevelOf, beyondBasic } from '#domain/analytics-level.ts';
import type { AnalyticsAsk, AnalyticsDimension, AnalyticsLevel, DayRange } from '#domain/analytics.ts';
import { rangeOf } from '#domain/day-range.ts';
import { ShopError } from '#domain/errors.ts';
import { dayIn } from '#domain/time-zone.ts';

import type { Context } from '#server/context.ts';
import { findFirstTime } from '#server/db/analytics-money.ts';
import { findTimeZone, listPublishedPages } from '#server/db/analytics-pages.ts';
import { findFirstViewDay, type AnalyticsOf } from '#server/db/analytics-views.ts';
import type { Db } from '#server/db/client.ts';
import { findPlanRow } from '#server/db/plan-subscriptions.ts';

export type PageName = { id: string; name: string };

/** Resolved parameters of an analytics query. */
export type Scope = {
  of: AnalyticsOf;
  range: DayRange;
  today: string;
  level: AnalyticsLevel;
  zone: string;
  zoneChosen: boolean;
  pages: PageName[];
};

type Asked = AnalyticsAsk & { by?: AnalyticsDimension };

/**
 * Resolves an analytics query. Throws AppError 'plan_needed' for a query beyond the seller's plan, 'invalid_request' for
 * a period that ends before it begins, 'not_found' for a page of another seller.
 */
export async function analyticsScope(
  context: Context,
  tx: Db,
  sellerId: string,
  asked: Asked,
): Promise<Scope> {
  const { mode } = context;
  const now = context.now();
  const plan = await findPlanRow(tx, sellerId, mode);
  const level = analyticsLevelOf(plan?.plan ?? null, plan !== null && plan.accessUntil > now);
  const refusal = level === 'basic' ? beyondBasic(asked) : null;
  if (refusal) throw new ShopError('plan_needed', { message: refusal });
  const chosen = await findTimeZone(tx, sellerId);
  const zone = chosen ?? 'UTC';
  const today = dayIn(zone, now);
  const of: AnalyticsOf = { sellerId, mode, pageId: asked.pageId ?? null };
  const pages = (await listPublishedPages(tx, sellerId)).map(named);
  if (of.pageId !== null && !pages.some(({ id }) => id === of.pageId)) throw new ShopError('not_found');
  const first = asked.period === 'all' ? await firstDay(tx, { ...of, pageId: null }, zone) : null;
  const range = rangeOf(asked.period, { today, first: first ?? today });
  if (range.from > range.to)
    throw new ShopError('invalid_request', { message: 'The period ends before it begins.' });
  return { of, range, today, level, zone, zoneChosen: chosen !== null, pages };
}

async function firstDay(tx: Db, of: AnalyticsOf, zone: string): Promise<string | null> {
  const firstTime = await findFirstTime(tx, of);
  const days = [await findFirstViewDay(tx, of), firstTime && dayIn(zone, firstTime)];
  return days.filter((day) => day !== null).toSorted()[0] ?? null;
}

const named = (page: Awaited<ReturnType<typeof listPublishedPages>>[number]): PageName => {
  const name = (page.name ?? page.productName).trim() || 'Untitled page';
  return { id: page.id, name: page.gone ? `${name} (deleted)` : name };
};

/** Reads everything from one snapshot of the database. */
export const atOneMoment = <T>({ db }: Context, read: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' });
