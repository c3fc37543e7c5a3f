import { redirect, type RouterContextProvider } from 'react-router';

import { servicesContext } from '#app/services-context.ts';
import type { BuyerAccount } from '#server/core/services.ts';

/** The signed-in buyer of the portal. Throws a redirect to the sign-in form for everyone else. */
export async function requireBuyer(request: Request, context: Readonly<RouterContextProvider>): Promise<BuyerAccount> {
  const { buyerPortal } = context.get(servicesContext);
  const buyer = await buyerPortal.authenticate(request.headers.get('cookie'));
  if (!buyer) throw redirect('/purchases', 303);
  return buyer;
}
