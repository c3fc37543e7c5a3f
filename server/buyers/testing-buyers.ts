/** Buyers and their mail. For tests only. */
import { and, eq } from 'drizzle-orm';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { mailOf } from '#server/db/outbox.ts';
import { outbox } from '#server/db/schema-mail.ts';
import { orders } from '#server/db/schema-money.ts';
import { publicShop } from '#server/pages/public-shop.ts';
import type { Buyer } from '#server/shop.ts';
import { openShop, type TestSeller, type TestShop } from '#server/testing.ts';

export const BO = 'bo@example.com';

/** An app with one seller and the buyer portal. `options`: as for `createTestApp`. */
export async function openBuyers(options: Parameters<typeof openShop>[0] = {}) {
  const shop = await openShop(options);
  const seller = await shop.seller();
  const { buyers } = publicShop(shop.context);
  return { shop, seller, buyers };
}

export type OpenBuyers = Awaited<ReturnType<typeof openBuyers>>;

/** Buys what a new page of a seller sells. Returns the order id. */
export async function buy(
  shop: TestShop,
  seller: TestSeller,
  email: string,
  change: Partial<CheckoutPageConfig> = {},
): Promise<string> {
  const slug = `page-${crypto.randomUUID().slice(0, 8)}`;
  await seller.publish(change, slug);
  const { status, body } = await shop.call('create-checkout-session', { slug, email });
  if (status !== 200) throw new Error(`Paying answered ${status}: ${JSON.stringify(body)}`);
  await shop.pay(body.url, { email });
  const made = await shop.context.db.select({ id: orders.id, sessionId: orders.sessionId }).from(orders);
  const id = made.find(({ sessionId }) => body.url.includes(sessionId))?.id;
  if (!id) throw new Error('There is no order');
  return id;
}

/** Tokens of all links mailed to an address, oldest first. */
export async function mailedTokens({ context }: TestShop, email: string): Promise<string[]> {
  const rows = await context.db
    .select()
    .from(outbox)
    .where(and(eq(outbox.recipient, email), eq(outbox.kind, 'purchases_link')))
    .orderBy(outbox.createdAt);
  return rows.map((row) => {
    const mail = mailOf(row, context.secrets.unseal);
    if (mail.kind !== 'purchases_link') throw new Error('Another mail');
    return new URL(mail.link).searchParams.get('token') ?? '';
  });
}

/** The Cookie header that a browser sends after this Set-Cookie header. */
export const cookieOf = (setCookie: string): string => setCookie.split(';')[0] ?? '';

/** Requests a link, reads it from the mail and opens it. */
export async function letIn(
  { shop, buyers }: Pick<OpenBuyers, 'shop' | 'buyers'>,
  email = BO,
): Promise<{ buyer: Buyer; cookies: string; token: string }> {
  const known = new Set(await mailedTokens(shop, email));
  await buyers.ask(email, '203.0.113.7');
  const token = (await mailedTokens(shop, email)).find((one) => !known.has(one)) ?? '';
  const opened = await buyers.open(token, null, '203.0.113.7');
  if ('refused' in opened) throw new Error(opened.refused.message);
  const cookies = cookieOf(opened.setCookie);
  const buyer = await buyers.enter(cookies);
  if (!buyer) throw new Error('Nobody was let in');
  return { buyer, cookies, token };
}
