import { apiErrorMessages } from '#content/messages/api-errors.ts';
import { pageDefaultMessages } from '#content/messages/page-defaults.ts';
import type {
  AnalyticsComparison,
  AnalyticsQuery,
  AnalyticsDimension,
  AnalyticsLevel,
  DayRange,
} from '#domain/analytics.ts';
import { resolveRange } from '#domain/day-range.ts';
import { AppError } from '#domain/errors.ts';
import { getAnalyticsLevel, getBasicLevelError } from '#domain/plan-features.ts';
import { getLocalDay } from '#domain/time-zone.ts';
import { findFirstViewDay, type AnalyticsTarget } from '#server/analytics/queries/page-views.ts';
import { findTimeZone, listPublishedPages } from '#server/analytics/queries/publications.ts';
import { findFirstTime } from '#server/analytics/queries/revenue.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { findPlanRow } from '#server/sellers/seller-plans.ts';

export type PageName = { id: string; name: string };

/** Resolved parameters of an analytics query. */
export type AnalyticsScope = {
  of: AnalyticsTarget;
  range: DayRange;
  compare: AnalyticsComparison;
  today: string;
  level: AnalyticsLevel;
  zone: string;
  isZoneChosen: boolean;
  pages: PageName[];
};

type ScopeQuery = AnalyticsQuery & { by?: AnalyticsDimension };

/**
 * Resolves an analytics query. Throws AppError 'plan_needed' for a query beyond the seller's plan, 'invalid_request' for
 * a period that ends before it begins, 'not_found' for a page of another seller.
 */
export async function resolveScope(
  context: Context,
  tx: Db,
  sellerId: string,
  query: ScopeQuery,
): Promise<AnalyticsScope> {
  const { mode } = context;
  const now = context.now();
  const plan = await findPlanRow(tx, sellerId, mode);
  const level = getAnalyticsLevel(plan?.plan ?? null, plan !== null && plan.accessUntil > now);
  const compare = level === 'basic' && query.comparisonOptional ? 'none' : (query.compare ?? 'none');
  const planMessage = level === 'basic' ? getBasicLevelError({ ...query, compare }) : null;
  if (planMessage) throw new AppError('plan_needed', { message: planMessage });
  const chosenZone = await findTimeZone(tx, sellerId);
  const zone = chosenZone ?? 'UTC';
  const today = getLocalDay(zone, now);
  const of: AnalyticsTarget = { sellerId, mode, pageId: query.pageId ?? null };
  const pages = (await listPublishedPages(tx, sellerId)).map(toPageName);
  if (of.pageId !== null && !pages.some(({ id }) => id === of.pageId)) throw new AppError('not_found');
  const first = query.period === 'all' ? await findFirstDay(tx, { ...of, pageId: null }, zone) : null;
  const range = resolveRange(query.period, { today, first: first ?? today });
  if (range.from > range.to) throw new AppError('invalid_request', { message: apiErrorMessages.periodReversed });
  return { of, range, compare, today, level, zone, isZoneChosen: chosenZone !== null, pages };
}

async function findFirstDay(tx: Db, of: AnalyticsTarget, zone: string): Promise<string | null> {
  const firstTime = await findFirstTime(tx, of);
  const days = [await findFirstViewDay(tx, of), firstTime && getLocalDay(zone, firstTime)];
  return days.filter((day) => day !== null).toSorted()[0] ?? null;
}

const toPageName = (page: Awaited<ReturnType<typeof listPublishedPages>>[number]): PageName => {
  const name = (page.name ?? page.productName).trim() || pageDefaultMessages.name;
  return { id: page.id, name: page.gone ? pageDefaultMessages.deletedName({ name }) : name };
};

/** Reads everything from one snapshot of the database. */
export const inSnapshot = <T>({ db }: Context, read: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' });
