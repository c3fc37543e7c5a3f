import type { Context } from '#server/context.ts';
import { orRefused, take } from '#server/pages/or-refused.ts';
import type { BuyersDesk, Refused } from '#server/shop.ts';
import { cookieWith, noCookie, tokenIn } from './buyer-cookie.ts';
import { openLimits } from './buyer-limits.ts';
import { buyerOf } from './buyer.ts';
import { endHeldSession, findHeldSession, openBuyerSession } from './buyer-session.ts';
import { askForLink, isFreshLink } from './purchases-link.ts';

/** Buyers have no account: only a link that is mailed to them opens a session. */
export function buyersDesk(context: Context): BuyersDesk {
  const { appUrl } = context.config;
  return {
    ask: (typed, address) =>
      orRefused<Refused | null>(context, 'No link was sent', async () => {
        await askForLink(context, typed, address);
        return null;
      }),
    isFresh: (token) => isFreshLink(context, token),
    open: (token, cookies, address) =>
      orRefused(context, 'This link does not open', async () => {
        await take(context, openLimits(address));
        const session = await openBuyerSession(context, token, tokenIn(appUrl, cookies));
        return { setCookie: cookieWith(appUrl, session) };
      }),
    enter: async (cookies) => {
      const token = tokenIn(appUrl, cookies);
      const session = token && (await findHeldSession(context, token));
      return session ? buyerOf(context, session.email) : null;
    },
    leave: async (cookies) => {
      const token = tokenIn(appUrl, cookies);
      if (!token) return { setCookie: null };
      await endHeldSession(context, token);
      return { setCookie: noCookie(appUrl) };
    },
  };
}
