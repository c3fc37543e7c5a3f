import { hash, randomBytes } from 'node:crypto';

import { MINUTE_MS } from '#domain/time-units.ts';
import { getLocalDay } from '#domain/time-zone.ts';
import {
  insertPageViewEvents,
  listViewedPages,
  type NewPageView,
  type ViewedPage,
  getOrCreateVisitorSalt,
} from '#server/analytics/queries/page-view-events.ts';
import type { Context } from '#server/core/context.ts';
import { sqlStateOf } from '#server/db/client.ts';
import { forLog } from '#server/db/database-errors.ts';

import type { PageView } from './page-view-buffer.ts';

const SALT_BYTES = 32;
const VISITOR_BYTES = 8;
/** Number of days that can be today in some time zone. */
const MAX_CURRENT_DAYS = 4;

/** Salt of a current day, shared by all processes. */
async function findOrCreateSalt({ db, caches }: Context, day: string): Promise<string> {
  const salts = caches.visitorSalts;
  const cachedSalt = salts.get(day);
  if (cachedSalt !== undefined) return cachedSalt;
  const salt = Buffer.from(await getOrCreateVisitorSalt(db, day, randomBytes(SALT_BYTES))).toString('hex');
  salts.set(day, salt);
  for (const expiredDay of [...salts.keys()].toSorted().slice(0, -MAX_CURRENT_DAYS)) salts.delete(expiredDay);
  return salt;
}

type VisitorKey = { sellerId: string; day: string; address: string; userAgent: string };

/**
 * Pseudonymous id of a visitor for one seller and day; meaningless elsewhere and after the salt is deleted. Length
 * extension is no risk, because salts have one length and most of the hash is dropped.
 */
const visitorHash = (salt: string, { sellerId, day, address, userAgent }: VisitorKey): Uint8Array =>
  hash('sha256', `${salt}${sellerId}\n${day}\n${address}\n${userAgent}`, 'buffer').subarray(0, VISITOR_BYTES);

/** Rows per INSERT statement. */
export const WRITE_BATCH = 500;

/** Returns whether the database rejected the data, so that a retry would fail as well. */
const isDataError = (error: unknown): boolean => /^(22|23)/.test(sqlStateOf(error) ?? '');

/** Writes buffered page views. Returns them to the buffer and throws when the database is unavailable. */
export async function writePageViews(context: Context): Promise<boolean> {
  const { pageViewBuffer: buffer, log } = context;
  const batch = buffer.takeOldest(WRITE_BATCH);
  if (batch.length === 0) return false;
  try {
    await insertPageViews(context, batch);
    buffer.markWritten();
  } catch (error) {
    if (!isDataError(error)) {
      buffer.restore(batch);
      throw error;
    }
    log.error({ err: forLog(error), count: batch.length }, 'page_views_rejected');
  }
  return true;
}

async function insertPageViews(context: Context, pageViews: readonly PageView[]): Promise<void> {
  const { db, mode } = context;
  const seenPages = await listViewedPages(db, [...new Set(pageViews.map(({ slug }) => slug))]);
  const pages = new Map(seenPages.map((page) => [page.slug, page]));
  const dayOf = createDayResolver();
  const rows: NewPageView[] = [];
  for (const pageView of pageViews) {
    const page = pages.get(pageView.slug);
    if (!page) continue;
    const day = dayOf(page, pageView);
    const visitor = visitorHash(await findOrCreateSalt(context, day), {
      ...pageView,
      sellerId: page.sellerId,
      day,
    });
    rows.push({
      ...pageView.origin,
      mode,
      sellerId: page.sellerId,
      pageId: page.pageId,
      // The browser can report a version that does not exist.
      version: Math.min(pageView.version, page.version),
      at: pageView.viewedAt,
      day,
      visitor,
    });
  }
  await insertPageViewEvents(db, rows);
}

/** Returns a function that computes the day in the seller's time zone, cached per zone and minute. */
function createDayResolver(): (page: ViewedPage, pageView: PageView) => string {
  const dayCache = new Map<string, string>();
  return ({ timeZone }, { viewedAt: at }) => {
    const zone = timeZone ?? 'UTC';
    const key = `${zone} ${Math.floor(at.getTime() / MINUTE_MS)}`;
    const day = dayCache.get(key) ?? getLocalDay(zone, at);
    dayCache.set(key, day);
    return day;
  };
}
