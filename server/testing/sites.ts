/** Helpers for tests at sellers' domains, which skip the verification of the domain. Used by tests only. */
import { request as httpRequest, createServer, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';

import { getRequestListener } from '@hono/node-server';
import { eq } from 'drizzle-orm';

import type { PlanId } from '#domain/plans.ts';
import type { PagesEntry } from '#server/app.ts';
import { domains } from '#server/db/schema-domains.ts';
import { pages } from '#server/db/schema-pages.ts';
import { planSubscriptions } from '#server/db/schema-plans.ts';

import { listen } from './listening-server.ts';
import type { TestApp } from './test-app.ts';

/** Stands in for the built routes: prints everything that a document can say about its site. */
export const ECHO: PagesEntry = {
  render: async (request, services) => {
    const { pathname, origin } = new URL(request.url);
    const slug = /^\/[ce]\/([^/]+)/.exec(pathname)?.[1] ?? '';
    const pageResult = await services.findPage(slug);
    const page = pageResult.kind === 'page' ? pageResult.page : null;
    if (slug && !page) return new Response('<h1>Page not found</h1>', { status: 404, headers: HTML });
    const echo = {
      origin,
      pathname,
      method: request.method,
      rootPath: services.pagePath(slug),
      domainUrl: page?.domainUrl ?? null,
    };
    return new Response(`<h1>${page?.config.productName ?? 'A document'}</h1><code>${JSON.stringify(echo)}</code>`, {
      headers: HTML,
    });
  },
};
const HTML = { 'content-type': 'text/html' };

/** Adds a verified domain for the seller of the page. */
export async function addVerifiedDomain(app: TestApp, host: string, pageId: string): Promise<void> {
  const { db } = app.context;
  const [page] = await db.select().from(pages).where(eq(pages.id, pageId));
  if (!page) throw new Error('There is no such page');
  const now = new Date();
  await db.insert(domains).values({
    id: crypto.randomUUID(),
    sellerId: page.sellerId,
    host,
    verificationToken: 'token',
    pageId,
    verifiedAt: now,
    createdAt: now,
    nextCheckAt: now,
  });
  await app.context.waitForReplication();
}

/** Changes the row of a domain; resolves when this process has received the change. */
export async function changeDomain(
  { context: { db, waitForReplication: caughtUp } }: TestApp,
  host: string,
  change: Partial<typeof domains.$inferInsert>,
): Promise<void> {
  await db.update(domains).set(change).where(eq(domains.host, host));
  await caughtUp();
}

/** Moves all sellers to a plan, as a Stripe event would. */
export async function changePlan(
  { context: { db, waitForReplication: caughtUp } }: TestApp,
  plan: PlanId,
): Promise<void> {
  await db.update(planSubscriptions).set({ plan });
  await caughtUp();
}

/** Sends requests with this host name. */
export const requestAt =
  (app: TestApp, host: string) =>
  (path: string, init: RequestInit = {}): Promise<Response> =>
    Promise.resolve(app.fetch(new Request(`http://${host}${path}`, { redirect: 'manual', ...init })));

export type RawResponse = { status: number; headers: IncomingHttpHeaders; text: string };

/** Serves the app behind a Node server that asks the page cache first. */
export async function serveApp(app: TestApp) {
  const counters = { passedOn: 0 };
  const listener = getRequestListener(app.fetch);
  const server = createServer((request, response) => {
    if (app.serveFromCache(request, response)) return;
    counters.passedOn += 1;
    void listener(request, response);
  });
  const { port } = await listen(server);
  const get = (host: string, path: string, method = 'GET', headers: Record<string, string> = {}) =>
    new Promise<RawResponse>((resolve, reject) => {
      const clientRequest = httpRequest(
        { port, host: '127.0.0.1', path, method, headers: { ...headers, host } },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
        },
      );
      clientRequest.on('error', reject);
      clientRequest.end();
    });
  return { get, raw: (text: string) => sendRaw(port, text), counters };
}

/** Sends exactly these bytes and returns the response; the server must close the connection. */
function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(text, 'latin1')));
    let answer = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => (answer += chunk));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}
