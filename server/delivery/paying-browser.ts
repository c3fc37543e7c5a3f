import { and, eq, inArray } from 'drizzle-orm';

import { PAYING_BROWSER_HOURS } from '#domain/delivered.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import type { Context } from '#server/core/context.ts';
import { createToken, formatCookie, readCookieToken } from '#server/core/cookies.ts';
import { checkoutAttempts } from '#server/db/schema-orders.ts';

type CheckoutAttempt = typeof checkoutAttempts.$inferSelect;

const COOKIE = 'tillwright-paid';

/** The browser that starts a payment, known by a random token in its cookie. Attempts store the keyed hash. */
export type PayingBrowser = { token: string; hash: string };

/** Returns the browser of the Cookie header. One without our cookie gets a new token, which the response must set. */
export function identifyBrowser(
  { secrets }: Pick<Context, 'secrets'>,
  origin: string,
  cookies: string | null,
): PayingBrowser {
  const token = readCookieToken(origin, COOKIE, cookies) ?? createToken();
  return { token, hash: secrets.hash(token) };
}

export const createBrowserCookie = (origin: string, { token }: PayingBrowser): string =>
  formatCookie(origin, { name: COOKIE, value: token, maxAgeS: PAYING_BROWSER_HOURS * 3600 });

/**
 * Lets the browser that continues an unpaid attempt see what it delivers. Another browser of the same client address takes
 * over, because a repeated request without a response has no cookie yet. Any other client is refused.
 */
export async function bindBrowser(
  { db, secrets }: Pick<Context, 'db' | 'secrets'>,
  { id, browserHash, addressKey }: CheckoutAttempt,
  browser: PayingBrowser,
  clientKey: string,
): Promise<boolean> {
  if (browserHash !== null && secrets.candidateHashes(browser.token).includes(browserHash)) return true;
  if (addressKey !== clientKey) return false;
  const isUnpaid = inArray(checkoutAttempts.state, ['new', 'open']);
  const bound = await db
    .update(checkoutAttempts)
    .set({ browserHash: browser.hash })
    .where(and(eq(checkoutAttempts.id, id), isUnpaid))
    .returning({ id: checkoutAttempts.id });
  return bound.length > 0;
}

/**
 * Moves an unpaid attempt from a one-time token to the browser of the Cookie header. The token is in the URL to which an
 * embedded page leads the top window, because a response inside a frame cannot set the cookie. Null: it is used or unknown.
 */
export async function redeemBrowserToken(
  context: Pick<Context, 'db' | 'secrets'>,
  attemptId: string,
  { token, origin, cookies }: { token: string; origin: string; cookies: string | null },
): Promise<PayingBrowser | null> {
  const browser = identifyBrowser(context, origin, cookies);
  const redeemed = await context.db
    .update(checkoutAttempts)
    .set({ browserHash: browser.hash })
    .where(
      and(
        eq(checkoutAttempts.id, attemptId),
        eq(checkoutAttempts.state, 'open'),
        inArray(checkoutAttempts.browserHash, context.secrets.candidateHashes(token)),
      ),
    )
    .returning({ id: checkoutAttempts.id });
  return redeemed.length > 0 ? browser : null;
}

/** Whether the request comes from the browser that paid, a short time after its checkout started. */
export function isPayingBrowser(
  { secrets, now }: Pick<Context, 'secrets' | 'now'>,
  { browserHash, createdAt }: CheckoutAttempt,
  origin: string,
  cookies: string | null,
): boolean {
  const token = readCookieToken(origin, COOKIE, cookies);
  const isRecent = now().getTime() - createdAt.getTime() < PAYING_BROWSER_HOURS * HOUR_MS;
  return isRecent && token !== null && browserHash !== null && secrets.candidateHashes(token).includes(browserHash);
}
