import { serve } from '@hono/node-server';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';

import { createApp, type App, type AppOptions } from '#server/app.ts';
import { parseConfig } from '#server/core/config.ts';
import { createSecrets } from '#server/core/secrets.ts';
import type { Database } from '#server/db/client.ts';

import { findFreePort, type RunningApp } from '../../e2e/support/app-process.ts';
import { createConnectedSeller, createPageConfig, publishPage, type Seller } from '../../e2e/support/seller.ts';
import { payOnPage } from './sandbox-stripe.ts';

export type InProcessApp = RunningApp & { app: App };

/** An app in this process on its own port, so that its internals can be measured. */
export async function startInProcessApp(
  database: Database,
  overrides: Partial<Pick<AppOptions, 'wrapEventDelivery' | 'wrapStripe' | 'pagesEntry'>> = {},
): Promise<InProcessApp> {
  await database.migrate();
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const app = createApp({
    config: parseConfig({ APP_URL: url, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' }),
    secrets: createSecrets('a secret for metrics, long enough for them', { platform: 'p', connect: 'c' }),
    database,
    log: pino({ level: 'silent' }),
    sandboxFile: null,
    pagesEntry: null,
    ...overrides,
  });
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const opened = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () => resolve(opened));
  });
  // Copying a million rows takes longer than the idle timeout of a connection.
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = 600_000;
  const stop = async () => {
    server.close();
    await app.close();
  };
  return { url, sandboxUrl: url, output: () => '', stop, app };
}

/** Places the only order of a seller. */
export async function placeOrder({ app }: InProcessApp, seller: Seller, slug: string): Promise<{ orderId: string }> {
  const { url } = await seller.call('create-checkout-session', { slug });
  await app.sandbox?.waitForDeliveries();
  await payOnPage(url);
  await app.waitUntilIdle();
  const [order] = (await seller.call('list-orders', {})).orders;
  if (!order) throw new Error('The order was not recorded');
  return { orderId: order.id };
}

/** A seller with a page and an order; `sellerId` is the id in the database. */
export async function createSellerWithOrder(
  here: InProcessApp,
): Promise<{ seller: Seller; sellerId: string; pageId: string; orderId: string }> {
  const seller = await createConnectedSeller(here);
  const { slug, pageId } = await publishPage(seller, createPageConfig({ requireTerms: false }));
  const { orderId } = await placeOrder(here, seller, slug);
  return { seller, sellerId: await findSellerId(here, pageId), pageId, orderId };
}

/** The seller of a page. */
export async function findSellerId({ app }: InProcessApp, pageId: string): Promise<string> {
  const query = sql`select seller_id as id from pages where id = ${pageId}`;
  const { rows } = (await app.context.db.execute(query)) as unknown as { rows: { id: string }[] };
  return rows[0]?.id ?? '';
}
