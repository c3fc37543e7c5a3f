import { serve } from '@hono/node-server';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';

import { createApp, type App, type AppOptions } from '#server/app.ts';
import { parseConfig } from '#server/core/config.ts';
import { createSecrets } from '#server/core/secrets.ts';
import type { Db } from '#server/db/client.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';

import { findFreePort } from '../../e2e/support/app-process.ts';
import { createConnectedSeller, createPageConfig, publishPage, type Seller } from '../../e2e/support/seller.ts';
import { openTestPostgres } from '../../scripts/test-postgres.ts';
import type { DatabaseKind } from './harness.ts';
import { openAppDatabase } from './postgres.ts';
import { payOnPage } from './sandbox-stripe.ts';

export type InProcessApp = AsyncDisposable & {
  app: App;
  url: string;
  db: Db;
  /** Empty with the embedded database. */
  databaseUrl: string;
};

type InProcessOptions = Partial<Pick<AppOptions, 'wrapEventDelivery' | 'wrapStripe' | 'pagesEntry'>> &
  /** A new database, or an existing one. */
  ({ database: DatabaseKind } | { databaseUrl: string });

/** An app in this process on its own port, so that its internals can be measured. */
export async function startInProcessApp(options: InProcessOptions): Promise<InProcessApp> {
  const cleanups = new AsyncDisposableStack();
  let databaseUrl = 'databaseUrl' in options ? options.databaseUrl : '';
  if ('database' in options && options.database === 'postgres') {
    const postgres = await openTestPostgres();
    cleanups.defer(postgres.close);
    databaseUrl = postgres.url;
  }
  const database = databaseUrl ? openAppDatabase(databaseUrl) : await openEmbedded(null, 'drizzle');
  await database.migrate();
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const app = createApp({
    ...options,
    config: parseConfig({ APP_URL: url, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' }),
    secrets: createSecrets('a secret for metrics, long enough for them', { platform: 'p', connect: 'c' }),
    database,
    log: pino({ level: 'silent' }),
    sandboxFile: null,
    pagesEntry: options.pagesEntry ?? null,
  });
  cleanups.defer(app.close);
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const opened = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () => resolve(opened));
  });
  cleanups.defer(() => void server.close());
  // Copying a million rows takes longer than the idle timeout of a connection.
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = 600_000;
  return { app, url, db: database.db, databaseUrl, [Symbol.asyncDispose]: () => cleanups.disposeAsync() };
}

let clients = 0;

/** Sends a request without a connection, as a local proxy would that names another client address each time. */
export function sendInProcess({ app }: InProcessApp, url: string, init: RequestInit = {}): Promise<Response> {
  const client = clients++;
  const headers = new Headers(init.headers);
  headers.set('x-forwarded-for', `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`);
  const incoming = {
    socket: { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' },
    url: '/',
    rawHeaders: ['Host', new URL(url).host],
  };
  return Promise.resolve(app.fetch(new Request(url, { ...init, headers }), { incoming }));
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
export async function findSellerId({ db }: InProcessApp, pageId: string): Promise<string> {
  const query = sql`select seller_id as id from pages where id = ${pageId}`;
  const { rows } = (await db.execute(query)) as unknown as { rows: { id: string }[] };
  return rows[0]?.id ?? '';
}
