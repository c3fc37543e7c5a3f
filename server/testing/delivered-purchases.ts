/** Purchases of a page that delivers a private link, license keys and a text. Used by tests only. */
import { eq } from 'drizzle-orm';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { createDeliverableSettings, type DeliverableSettings } from '#domain/deliverable.ts';
import type { PagesEntry } from '#server/app.ts';
import { checkoutAttempts } from '#server/db/schema-orders.ts';
import { createPublicServices } from '#server/routes/public-services.ts';

import { publishDelivery } from './delivering-page.ts';
import { createTestApp, type TestApp } from './test-app.ts';

export const PRIVATE_URL = 'https://forum.example/join?plan=a%20b';

/** What the page delivers: a private link, license keys and a text, with these names. */
const SETTINGS = {
  'Kiln forum': { ...createDeliverableSettings('link'), url: PRIVATE_URL, signed: true },
  'Glaze calculator': { ...createDeliverableSettings('keys'), prefix: 'GLAZE' },
  'Before you start': { ...createDeliverableSettings('text'), text: 'Wedge some clay.' },
} as Readonly<Record<string, DeliverableSettings>>;

/** Stands in for the built routes: answers with what the services say of a delivery. */
export const DELIVERY_PAGES: PagesEntry = {
  render: async (request, services) => {
    const token = /^\/g\/([^/]+)$/.exec(new URL(request.url).pathname)?.[1];
    const page = token === undefined ? null : await services.findAccessLink(token);
    const { deliveryProblem } = services;
    const status = token === undefined ? (deliveryProblem?.status ?? 200) : page ? 200 : 404;
    return new Response(JSON.stringify({ page, problem: deliveryProblem?.error.code }), {
      status,
      headers: { 'content-type': 'text/html' },
    });
  },
};

/** An app whose seller has published a page that delivers something, or that has another `delivery` by `configChanges`. */
export async function createDeliveringPage(
  configChanges: Partial<CheckoutPageConfig> = {},
  options: Parameters<typeof createTestApp>[0] = {},
) {
  const app = await createTestApp({ pagesEntry: DELIVERY_PAGES, ...options });
  const seller = await app.signUpSeller();
  const slug = 'taller';
  const inputs = Object.entries(SETTINGS).map(([name, settings]) => ({ name, settings }));
  const { pageId, deliverableIds } = configChanges.delivery
    ? { ...(await seller.publishPage(configChanges, slug)), deliverableIds: [] }
    : await publishDelivery(app, seller, inputs, slug, configChanges);
  const ids: Record<string, string | undefined> = Object.fromEntries(
    inputs.map(({ name }, index) => [name, deliverableIds[index]]),
  );
  return { app, seller, pageId, slug, ids, services: createPublicServices(app.context) };
}

export type DeliveringPage = Awaited<ReturnType<typeof createDeliveringPage>>;

/** The Cookie header after a Set-Cookie header; null without one. */
export const toCookies = (setCookie: string | null): string | null => setCookie?.split(';')[0] ?? null;

/** Buys the page as a browser does. */
export async function buyDeliveringPage(
  { app, services, slug }: DeliveringPage,
  { email = 'jane@example.com', cookies = null }: { email?: string; cookies?: string | null } = {},
) {
  const client = { userAgent: null, country: '', cookies };
  const started = await services.startCheckout({ slug, email }, '203.0.113.7', client);
  if ('error' in started) throw new Error(started.error.message);
  await app.payAtStripe(started.url, { email });
  return { attemptId: started.attemptId, cookies: toCookies(started.setCookie) };
}

export async function loadAttempt({ context: { db } }: TestApp, id: string) {
  const [attempt] = await db.select().from(checkoutAttempts).where(eq(checkoutAttempts.id, id));
  if (!attempt) throw new Error('There is no such attempt');
  return attempt;
}
