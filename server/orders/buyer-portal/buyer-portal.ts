import { buyerPortalErrorTitles } from '#content/messages/buyer-portal-errors.ts';
import type { Context } from '#server/core/context.ts';
import type { BuyerPortal, Failure } from '#server/core/services.ts';
import { toResult } from '#server/http/app-error.ts';
import { enforceRateLimits } from '#server/http/rate-limits.ts';

import { linkUseBuckets } from './buyer-rate-limits.ts';
import {
  createSessionCookie,
  createExpiredCookie,
  readSessionToken,
  endBuyerSession,
  findSessionByToken,
  createBuyerSession,
  requestPurchasesLink,
  isUsableLink,
} from './buyer-session.ts';
import { createBuyer } from './buyer.ts';

/** Buyers have no account: only a link that is mailed to them opens a session. */
export function createBuyerPortal(context: Context): BuyerPortal {
  const { appUrl } = context.config;
  return {
    requestLink: (typedEmail, address) =>
      toResult<Failure | null>(context, buyerPortalErrorTitles.requestLink, async () => {
        await requestPurchasesLink(context, typedEmail, address);
        return null;
      }),
    isLinkValid: (token) => isUsableLink(context, token),
    redeemLink: (token, cookies, address) =>
      toResult(context, buyerPortalErrorTitles.openLink, async () => {
        await enforceRateLimits(context, linkUseBuckets(address));
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
