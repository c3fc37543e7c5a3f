import { dayIn } from '#domain/time-zone.ts';

import type { Context } from '#server/context.ts';
import { sqlStateOf } from '#server/db/client.ts';
import { forLog } from '#server/db/failed-query.ts';
import { insertNewViews, listSeenPages, type NewView, type SeenPage } from '#server/db/new-views.ts';
import type { Look } from './looks.ts';
import { saltOf, visitorOf } from './visitors.ts';

/** Rows per INSERT statement. */
export const BATCH = 500;

/** Returns whether the database rejected the data, so that a retry would fail as well. */
const isRefusal = (error: unknown): boolean => /^(22|23)/.test(sqlStateOf(error) ?? '');

/** Writes buffered page views. Returns them to the buffer and throws when the database is unavailable. */
export async function writeLooks(context: Context): Promise<boolean> {
  const { looks, log } = context;
  const taken = looks.take(BATCH);
  if (taken.length === 0) return false;
  try {
    await write(context, taken);
    looks.done();
  } catch (error) {
    if (!isRefusal(error)) {
      looks.giveBack(taken);
      throw error;
    }
    log.error({ err: forLog(error), count: taken.length }, 'looks at pages were refused and are not counted');
  }
  return true;
}

async function write({ db, mode }: Context, looks: readonly Look[]): Promise<void> {
  const found = await listSeenPages(db, [...new Set(looks.map(({ slug }) => slug))]);
  const pages = new Map(found.map((page) => [page.slug, page]));
  const dayOf = daysOf();
  const rows: NewView[] = [];
  for (const look of looks) {
    const page = pages.get(look.slug);
    if (!page) continue;
    const day = dayOf(page, look);
    const visitor = visitorOf(await saltOf(db, day), { ...look, sellerId: page.sellerId, day });
    rows.push({
      ...look.origin,
      mode,
      sellerId: page.sellerId,
      pageId: page.pageId,
      // The browser can report a version that does not exist.
      version: Math.min(look.version, page.version),
      at: look.at,
      day,
      visitor,
    });
  }
  await insertNewViews(db, rows);
}

const MINUTE_MS = 60_000;

/** Returns a function that computes the day in the seller's time zone, cached per zone and minute. */
function daysOf(): (page: SeenPage, look: Look) => string {
  const known = new Map<string, string>();
  return ({ timeZone }, { at }) => {
    const zone = timeZone ?? 'UTC';
    const key = `${zone} ${Math.floor(at.getTime() / MINUTE_MS)}`;
    const day = known.get(key) ?? dayIn(zone, at);
    known.set(key, day);
    return day;
  };
}
