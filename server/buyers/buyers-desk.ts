import type { Context } from '#server/context.ts';
import { toResult, consumeRateLimit } from '#server/pages/or-refused.ts';
import type { BuyerPortal, Failure } from '#server/shop.ts';
import { createSessionCookie, createExpiredCookie, readSessionToken } from './buyer-cookie.ts';
import { linkUseBuckets } from './buyer-limits.ts';
import { createBuyer } from './buyer.ts';
import { endBuyerSession, findSessionByToken, createBuyerSession } from './buyer-session.ts';
import { requestPurchasesLink, isUsableLink } from './purchases-link.ts';

/** Buyers have no account: only a link that is mailed to them opens a session. */
export function createBuyerPortal(context: Context): BuyerPortal {
  const { appUrl } = context.config;
  return {
    requestLink: (typedEmail, address) =>
      toResult<Failure | null>(context, 'No link was sent', async () => {
        await requestPurchasesLink(context, typedEmail, address);
        return null;
      }),
    isLinkValid: (token) => isUsableLink(context, token),
    redeemLink: (token, cookies, address) =>
      toResult(context, 'This link does not open', async () => {
        await consumeRateLimit(context, linkUseBuckets(address));
        const session = await createBuyerSession(context, token, readSessionToken(appUrl, cookies));
        return { setCookie: createSessionCookie(appUrl, session) };
      }),
    authenticate: async (cookies) => {
      const token = readSessionToken(appUrl, cookies);
      const session = token && (await findSessionByToken(context, token));
      return session ? createBuyer(context, session.email) : null;
    },
    signOut: async (cookies) => {
      const token = readSessionToken(appUrl, cookies);
      if (!token) return { setCookie: null };
      await endBuyerSession(context, token);
      return { setCookie: createExpiredCookie(appUrl) };
    },
  };
}
