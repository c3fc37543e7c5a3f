import { serve } from '@hono/node-server';
import { pino } from 'pino';

import { createApp, type App, type AppOptions } from '#server/app.ts';
import { parseConfig } from '#server/core/config.ts';
import { createSecrets } from '#server/core/secrets.ts';
import type { Database } from '#server/db/client.ts';

import type { RunningApp } from '../../e2e/support/app-process.ts';
import { findFreePort } from './pinned-processes.ts';

export type InProcessApp = RunningApp & { app: App };

/** An app in this process on its own port, so that its internals can be measured. */
export async function startInProcessApp(
  database: Database,
  overrides: Partial<Pick<AppOptions, 'wrapEventDelivery' | 'pagesEntry'>> = {},
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
