/** Buyers and their mail. For tests only. */
import { and, eq } from 'drizzle-orm';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { BuyerAccount } from '#server/core/services.ts';
import { orders } from '#server/db/schema-orders.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { toMail } from '#server/email/queries/outbox.ts';
import { createPublicServices } from '#server/routes/public-services.ts';

import { createTestApp, type TestSeller, type TestApp } from './test-app.ts';

export const BO = 'bo@example.com';

/** An app with one seller and the buyer portal. `options`: as for `createTestApp`. */
export async function createTestBuyers(options: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp(options);
  const seller = await app.signUpSeller();
  const { buyerPortal: buyers } = createPublicServices(app.context);
  return { app, seller, buyers };
}

export type TestBuyers = Awaited<ReturnType<typeof createTestBuyers>>;

/** Buys what a new page of a seller sells. Returns the order id. */
export async function buyPage(
  app: TestApp,
  seller: TestSeller,
  email: string,
  config: Partial<CheckoutPageConfig> = {},
): Promise<string> {
  const slug = `page-${crypto.randomUUID().slice(0, 8)}`;
  await seller.publishPage(config, slug);
  const { status, body } = await app.rpc('create-checkout-session', { slug, email });
  if (status !== 200) throw new Error(`Paying answered ${status}: ${JSON.stringify(body)}`);
  await app.payAtStripe(body.url, { email });
  const orderRows = await app.context.db.select({ id: orders.id, sessionId: orders.sessionId }).from(orders);
  const id = orderRows.find(({ sessionId }) => body.url.includes(sessionId))?.id;
  if (!id) throw new Error('There is no order');
  return id;
}

/** Tokens of all links mailed to an address, oldest first. */
export async function listMailedTokens({ context }: TestApp, email: string): Promise<string[]> {
  const rows = await context.db
    .select()
    .from(outbox)
    .where(and(eq(outbox.recipient, email), eq(outbox.kind, 'purchases_link')))
    .orderBy(outbox.createdAt);
  return rows.map((row) => {
    const mail = toMail(row, context.secrets.unseal);
    if (mail.kind !== 'purchases_link') throw new Error('Another mail');
    return new URL(mail.link).searchParams.get('token') ?? '';
  });
}

/** The Cookie header that a browser sends after this Set-Cookie header. */
export const toCookieHeader = (setCookie: string): string => setCookie.split(';')[0] ?? '';

/** Requests a link, reads it from the mail and opens it. */
export async function signInBuyer(
  { app, buyers }: Pick<TestBuyers, 'app' | 'buyers'>,
  email = BO,
): Promise<{ buyer: BuyerAccount; cookies: string; token: string }> {
  const knownTokens = new Set(await listMailedTokens(app, email));
  await buyers.requestLink(email, '203.0.113.7');
  const token = (await listMailedTokens(app, email)).find((candidate) => !knownTokens.has(candidate)) ?? '';
  const result = await buyers.redeemLink(token, null, '203.0.113.7');
  if ('error' in result) throw new Error(result.error.message);
  const cookies = toCookieHeader(result.setCookie);
  const buyer = await buyers.authenticate(cookies);
  if (!buyer) throw new Error('Nobody was let in');
  return { buyer, cookies, token };
}
