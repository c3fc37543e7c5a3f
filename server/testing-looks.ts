import { createServer } from 'node:http';

import { newViews, viewDays, views } from './db/schema-views.ts';
import { listening } from './testing-listening.ts';
import { TEST_ORIGIN, type TestShop } from './testing.ts';

export const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

export type Sent = { status: number; type: string | null; cache: string | null };
/** Sends a page-view beacon as a browser on our page does; `null` removes a header. */
export type Send = (
  path: string,
  init?: { method?: string; body?: string; headers?: Record<string, string | null> },
) => Promise<Sent>;

const headersOf = (method: string, given: Record<string, string | null> = {}): [string, string][] => {
  const own =
    method === 'POST'
      ? { origin: TEST_ORIGIN, 'content-type': 'text/plain;charset=UTF-8' }
      : { referer: `${TEST_ORIGIN}/c/taller`, 'sec-fetch-site': 'same-origin' };
  return Object.entries({ 'user-agent': BROWSER, ...own, ...given }).filter(
    (header): header is [string, string] => header[1] !== null,
  );
};

const sentOf = ({ status, headers }: Response): Sent => ({
  status,
  type: headers.get('content-type'),
  cache: headers.get('cache-control'),
});

/** Sends through the whole middleware chain. */
export const theWholeWay =
  (shop: TestShop): Send =>
  async (path, { method = 'POST', body, headers } = {}) =>
    sentOf(
      await shop.request(path, {
        method,
        headers: headersOf(method, headers),
        ...(body !== undefined && { body }),
      }),
    );

/** Sends through a real server with the in-memory fast path; anything that it does not handle gets 599. */
export async function theShortWay(shop: TestShop): Promise<Send> {
  const server = createServer((request, response) => {
    if (!shop.answerFromMemory(request, response)) response.writeHead(599).end();
  });
  const { port } = await listening(server);
  const { host } = new URL(TEST_ORIGIN);
  const { request: ask } = await import('node:http');
  return (path, { method = 'POST', body, headers } = {}) =>
    new Promise((resolve, reject) => {
      const sent = ask(
        { port, path, method, headers: { ...Object.fromEntries(headersOf(method, headers)), host } },
        (answer) => {
          answer.resume();
          const { 'content-type': type = null, 'cache-control': cache = null } = answer.headers;
          resolve({ status: answer.statusCode ?? 0, type, cache });
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
}

export const beacon = (hint: object = {}, v: unknown = 1): string => JSON.stringify({ v, ...hint });

/** Both beacon requests of a page `taller`. */
export const BEACON = {
  path: '/c/taller/seen',
  body: beacon(),
  headers: { 'content-type': 'text/plain', origin: TEST_ORIGIN },
};
export const SEEN_PICTURE = {
  path: '/c/taller/seen.gif?v=1',
  headers: { referer: `${TEST_ORIGIN}/c/taller` },
};

/** Page views that are stored and counted so far. */
export async function countedOf(shop: TestShop) {
  await shop.settled();
  const { db } = shop.context;
  const days = await db.select().from(viewDays);
  return {
    waiting: await db.$count(newViews),
    single: await db.select().from(views).orderBy(views.id),
    days,
  };
}

/** Views and visitors of a page by the values of one dimension, summed over all days. */
export function sumsOf(days: readonly (typeof viewDays.$inferSelect)[], pageId: string, dimension: string) {
  const sums: Record<string, [views: number, visitors: number]> = {};
  for (const row of days.filter((one) => one.pageId === pageId && one.dimension === dimension)) {
    const [views_ = 0, visitors = 0] = sums[row.value] ?? [];
    sums[row.value] = [views_ + row.views, visitors + row.visitors];
  }
  return sums;
}
