import { serve } from '@hono/node-server';
import { pino } from 'pino';

import { openShop, type RunningShop, type ShopParts } from '../server/app.ts';
import { configFrom } from '../server/config.ts';
import type { Database } from '../server/db/client.ts';
import { secretsFrom } from '../server/secrets.ts';
import type { Shop } from '../e2e/shop-process.ts';
import { freePort } from './processes.ts';

export type ShopHere = Shop & { shop: RunningShop };

/** A shop of this process behind a port of its own, so that what is inside can be measured, too. */
export async function openShopHere(
  database: Database,
  parts: Partial<Pick<ShopParts, 'aroundEvents' | 'pagesEntry'>> = {},
): Promise<ShopHere> {
  await database.migrate();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const shop = openShop({
    config: configFrom({ APP_URL: url, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' }),
    secrets: secretsFrom('a secret for figures, long enough for them', { platform: 'p', connect: 'c' }),
    database,
    log: pino({ level: 'silent' }),
    sandboxFile: null,
    pagesEntry: null,
    ...parts,
  });
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const opened = serve({ fetch: shop.fetch, port, hostname: '127.0.0.1' }, () => resolve(opened));
  });
  // A million rows take longer to copy than an idle connection is kept.
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = 600_000;
  const stop = async () => {
    server.close();
    await shop.close();
  };
  return { url, sandboxUrl: url, output: () => '', stop, shop };
}
