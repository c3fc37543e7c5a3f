/** Writes page views by SQL as the counting leaves them. Used by tests and benchmarks only. */
import { eq, sql, type SQL } from 'drizzle-orm';

import { UNKNOWN_ATTRIBUTION, type Attribution } from '#domain/attribution.ts';

import type { Db } from '../db/client.ts';
import { checkoutAttempts } from '../db/schema-orders.ts';
import { ALL_PAGES, pageViewDays, pageViews, type ViewDimension } from '../db/schema-page-views.ts';
import type { TestApp } from './test-app.ts';

export type PageViewInput = Partial<Attribution> & {
  sellerId: string;
  pageId: string;
  version: number;
  at: Date;
  /** In the seller's time zone. */
  day: string;
  /** One letter per visitor. */
  visitor: string;
};

/** Writes page views and their counts. */
export async function insertPageViews(db: Db, inputs: readonly PageViewInput[]): Promise<void> {
  const sorted = inputs.toSorted((first, second) => first.at.getTime() - second.at.getTime());
  const seenKeys = new Set<string>();
  const isFirst = (key: string): boolean => !seenKeys.has(key) && Boolean(seenKeys.add(key));
  const rows = sorted.map(({ visitor, ...view }, index) => ({
    ...UNKNOWN_ATTRIBUTION,
    ...view,
    id: index + 1,
    mode: 'sandbox' as const,
    visitor: new TextEncoder().encode(visitor.padEnd(8)),
    firstOnPage: isFirst(`${view.sellerId} ${view.day} ${visitor} ${view.pageId}`),
    firstWithSeller: isFirst(`${view.sellerId} ${view.day} ${visitor}`),
  }));
  if (rows.length > 0) await db.insert(pageViews).values(rows);
  await recountPageViews(db);
}

/** Buys as a visitor with this attribution. */
export async function buyWithAttribution(app: TestApp, slug: string, origin: Partial<Attribution>): Promise<void> {
  const { body } = await app.rpc('create-checkout-session', { slug });
  await app.context.db.update(checkoutAttempts).set(origin).where(eq(checkoutAttempts.url, body.url));
  await app.payAtStripe(body.url);
}

const VALUES: Record<ViewDimension, SQL> = {
  all: sql`''`,
  page: sql`page_id::text`,
  version: sql`page_id || ':' || version`,
  source: sql`source`,
  referrer: sql`referrer`,
  utm_source: sql`utm_source`,
  utm_medium: sql`utm_medium`,
  utm_campaign: sql`utm_campaign`,
  utm_term: sql`utm_term`,
  utm_content: sql`utm_content`,
  country: sql`visit_country`,
  device: sql`device`,
  embed: sql`embed`,
};

/** Recounts all page views by day, page and dimension. */
async function recountPageViews(db: Db): Promise<void> {
  await db.delete(pageViewDays);
  for (const [dimension, value] of Object.entries(VALUES)) {
    const count = (pageId: SQL, isFirst: SQL) => sql`
      insert into page_view_days (mode, seller_id, page_id, dimension, day, value, views, visitors)
      select mode, seller_id, ${pageId}, ${dimension}, day, ${value}, count(*), count(*) filter (where ${isFirst})
        from page_views group by 1, 2, 3, 5, 6`;
    await db.execute(
      count(sql`${ALL_PAGES}::uuid`, dimension === 'page' ? sql`first_on_page` : sql`first_with_seller`),
    );
    if (dimension !== 'page') await db.execute(count(sql`page_id`, sql`first_on_page`));
  }
}
