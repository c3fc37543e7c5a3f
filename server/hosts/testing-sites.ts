/** Helpers for tests at sellers' domains, which skip the verification of the domain. Used by tests only. */
import { request as ask, createServer, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';

import { getRequestListener } from '@hono/node-server';
import { eq } from 'drizzle-orm';

import type { PlanId } from '#domain/plans.ts';

import type { PagesEntry } from '#server/app.ts';
import { domains } from '#server/db/schema-domains.ts';
import { pages } from '#server/db/schema-pages.ts';
import { planSubscriptions } from '#server/db/schema-plans.ts';
import { listening } from '#server/testing-listening.ts';
import type { TestShop } from '#server/testing.ts';

/** Stands in for the built routes: prints everything that a document can say about its site. */
export const ECHO: PagesEntry = {
  render: async (request, shop) => {
    const { pathname, origin } = new URL(request.url);
    const slug = /^\/[ce]\/([^/]+)/.exec(pathname)?.[1] ?? '';
    const found = await shop.findPage(slug);
    const page = found.kind === 'page' ? found.page : null;
    if (slug && !page) return new Response('<h1>Page not found</h1>', { status: 404, headers: HTML });
    const said = {
      origin,
      pathname,
      method: request.method,
      home: shop.pathOf(slug),
      own: page?.domainUrl ?? null,
    };
    return new Response(
      `<h1>${page?.config.productName ?? 'A document'}</h1><code>${JSON.stringify(said)}</code>`,
      {
        headers: HTML,
      },
    );
  },
};
const HTML = { 'content-type': 'text/html' };

/** Adds a verified domain for the seller of the page. */
export async function prove(shop: TestShop, host: string, pageId: string): Promise<void> {
  const { db } = shop.context;
  const [page] = await db.select().from(pages).where(eq(pages.id, pageId));
  if (!page) throw new Error('There is no such page');
  const now = new Date();
  await db.insert(domains).values({
    id: crypto.randomUUID(),
    sellerId: page.sellerId,
    host,
    proof: 'proof',
    pageId,
    provenAt: now,
    createdAt: now,
    nextCheckAt: now,
  });
  await shop.context.caughtUp();
}

/** Changes the row of a domain; resolves when this process has received the change. */
export async function changeDomain(
  { context: { db, caughtUp } }: TestShop,
  host: string,
  change: Partial<typeof domains.$inferInsert>,
): Promise<void> {
  await db.update(domains).set(change).where(eq(domains.host, host));
  await caughtUp();
}

/** Moves all sellers to a plan, as a Stripe event would. */
export async function changePlan({ context: { db, caughtUp } }: TestShop, plan: PlanId): Promise<void> {
  await db.update(planSubscriptions).set({ plan });
  await caughtUp();
}

/** Sends requests with this host name. */
export const at =
  (shop: TestShop, host: string) =>
  (path: string, init: RequestInit = {}): Promise<Response> =>
    Promise.resolve(shop.fetch(new Request(`http://${host}${path}`, { redirect: 'manual', ...init })));

export type Answered = { status: number; headers: IncomingHttpHeaders; text: string };

/** Serves the app behind a Node server that asks the page cache first. */
export async function serve(shop: TestShop) {
  const asked = { past: 0 };
  const listener = getRequestListener(shop.fetch);
  const server = createServer((request, response) => {
    if (shop.answerFromMemory(request, response)) return;
    asked.past += 1;
    void listener(request, response);
  });
  const { port } = await listening(server);
  const get = (host: string, path: string, method = 'GET', headers: Record<string, string> = {}) =>
    new Promise<Answered>((resolve, reject) => {
      const sent = ask({ port, host: '127.0.0.1', path, method, headers: { ...headers, host } }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      });
      sent.on('error', reject);
      sent.end();
    });
  return { get, raw: (text: string) => overSocket(port, text), asked };
}

/** Sends exactly these bytes and returns the response; the server must close the connection. */
function overSocket(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(text, 'latin1')));
    let answer = '';
    socket.setEncoding('latin1').on('data', (part: string) => (answer += part));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}
