import { data, redirect } from 'react-router';

import { NotAmongThem } from '#app/purchases/not-among-them.tsx';
import '#app/purchases/purchases.css';
import { PurchasesFrame } from '#app/purchases/purchases-frame.tsx';
import { SellerHead } from '#app/purchases/seller-head.tsx';
import type { RouteHandle } from '#app/root.tsx';
import { shopContext } from '#app/shop-context.ts';
import type { PurchaseSeller } from '#domain/purchase.ts';
import type { Refused } from '#server/shop.ts';

import type { Route } from './+types/purchases-card.ts';

export const handle: RouteHandle = { static: true };

/**
 * Redirects to the provider's page for changing the card, and handles the return. Renders a page only on failure.
 * Entered by a link, because `form-action 'self'` keeps forms from leading elsewhere.
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const buyer = await context.get(shopContext).buyers.enter(request.headers.get('cookie'));
  if (!buyer) throw redirect('/purchases', 303);
  const found = await buyer.findSubscription(params.id);
  if (!found) return data({ email: buyer.email, seller: null, message: '' }, { status: 404 });
  if (new URL(request.url).searchParams.has('kept')) {
    const unkept = await buyer.keepCard(params.id);
    if (!unkept) throw redirect('/purchases?said=card', 303);
    return data(refusedOf(buyer.email, found.seller, unkept), { status: unkept.status });
  }
  const leads = await buyer.cardUrl(params.id);
  if ('url' in leads) throw redirect(leads.url, 303);
  return data(refusedOf(buyer.email, found.seller, leads), { status: leads.status });
}

const refusedOf = (email: string, seller: PurchaseSeller, { refused }: Refused) => ({
  email,
  seller,
  message: refused.message,
});

export const headers = () => ({ 'Cache-Control': 'no-store' });

export const meta = () => [{ title: 'Your card' }, { name: 'robots', content: 'noindex' }];

export default function Card({ loaderData: { email, seller, message } }: Route.ComponentProps) {
  return (
    <PurchasesFrame email={email}>
      {seller ? (
        <section className="pu-sheet">
          <SellerHead seller={seller} level="p" />
          <h1>The card cannot be changed here</h1>
          <p>{message} If it stays like that, write to the seller.</p>
          <p>
            <a href="/purchases">Your purchases</a>
          </p>
        </section>
      ) : (
        <NotAmongThem />
      )}
    </PurchasesFrame>
  );
}
