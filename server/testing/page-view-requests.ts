import { createServer } from 'node:http';

import { pageViewEvents, pageViewDays, pageViews } from '../db/schema-page-views.ts';
import { listen } from './listening-server.ts';
import { TEST_ORIGIN, type TestApp } from './test-app.ts';

export const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

type PageViewResponse = { status: number; type: string | null; cache: string | null };
/** Reports a page view as a browser on our page does; `null` removes a header. */
export type SendPageView = (
  path: string,
  init?: { method?: string; body?: string; headers?: Record<string, string | null> },
) => Promise<PageViewResponse>;

const headersOf = (method: string, overrides: Record<string, string | null> = {}): [string, string][] => {
  const defaults =
    method === 'POST'
      ? { origin: TEST_ORIGIN, 'content-type': 'text/plain;charset=UTF-8' }
      : { referer: `${TEST_ORIGIN}/c/taller`, 'sec-fetch-site': 'same-origin' };
  return Object.entries({ 'user-agent': BROWSER, ...defaults, ...overrides }).filter(
    (header): header is [string, string] => header[1] !== null,
  );
};

const toPageViewResponse = ({ status, headers }: Response): PageViewResponse => ({
  status,
  type: headers.get('content-type'),
  cache: headers.get('cache-control'),
});

/** Sends through the whole middleware chain. */
export const sendThroughMiddleware =
  (app: TestApp): SendPageView =>
  async (path, { method = 'POST', body, headers } = {}) =>
    toPageViewResponse(
      await app.request(path, {
        method,
        headers: headersOf(method, headers),
        ...(body !== undefined && { body }),
      }),
    );

/** Sends through a real server that only serves from the page cache and counts page views; everything else gets 599. */
export async function sendThroughCache(app: TestApp): Promise<SendPageView> {
  const server = createServer((request, response) => {
    if (!app.serveFromCache(request, response)) response.writeHead(599).end();
  });
  const { port } = await listen(server);
  const { host } = new URL(TEST_ORIGIN);
  const { request: httpRequest } = await import('node:http');
  return (path, { method = 'POST', body, headers } = {}) =>
    new Promise((resolve, reject) => {
      const clientRequest = httpRequest(
        { port, path, method, headers: { ...Object.fromEntries(headersOf(method, headers)), host } },
        (response) => {
          response.resume();
          const { 'content-type': type = null, 'cache-control': cache = null } = response.headers;
          resolve({ status: response.statusCode ?? 0, type, cache });
        },
      );
      clientRequest.on('error', reject);
      clientRequest.end(body);
    });
}

export const pageViewBody = (visit: object = {}, v: unknown = 1): string => JSON.stringify({ v, ...visit });

/** Both requests that report a view of the page `taller`. */
export const SCRIPT_VIEW_REQUEST = {
  path: '/c/taller/seen',
  body: pageViewBody(),
  headers: { 'content-type': 'text/plain', origin: TEST_ORIGIN },
};
export const PIXEL_VIEW_REQUEST = {
  path: '/c/taller/seen.gif?v=1',
  headers: { referer: `${TEST_ORIGIN}/c/taller` },
};

/** Page views that are stored and counted so far. */
export async function readPageViews(app: TestApp) {
  await app.waitUntilIdle();
  const { db } = app.context;
  const days = await db.select().from(pageViewDays);
  return {
    uncounted: await db.$count(pageViewEvents),
    events: await db.select().from(pageViews).orderBy(pageViews.id),
    days,
  };
}

/** Views and visitors of a page by the values of one dimension, summed over all days. */
export function sumsOf(days: readonly (typeof pageViewDays.$inferSelect)[], pageId: string, dimension: string) {
  const sums: Record<string, [views: number, visitors: number]> = {};
  for (const row of days.filter((entry) => entry.pageId === pageId && entry.dimension === dimension)) {
    const [viewCount = 0, visitors = 0] = sums[row.value] ?? [];
    sums[row.value] = [viewCount + row.views, visitors + row.visitors];
  }
  return sums;
}
