import { data, redirect } from 'react-router';

import { PurchaseNotFound, PurchasesLayout } from '#app/features/purchases/purchases-layout.tsx';
import { SellerHeader } from '#app/features/purchases/seller-header.tsx';
import type { PurchaseSeller } from '#domain/purchase.ts';
import type { Failure } from '#server/core/services.ts';

import type { Route } from './+types/purchases-card.ts';
import { requireBuyer } from './require-buyer.ts';

/**
 * Redirects to the provider's page for changing the card, and handles the return. Renders a page only on failure.
 * Entered by a link, because `form-action 'self'` keeps forms from leading elsewhere.
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const buyer = await requireBuyer(request, context);
  const subscription = await buyer.findSubscription(params.id);
  if (!subscription) return data({ email: buyer.email, seller: null, message: '' }, { status: 404 });
  if (new URL(request.url).searchParams.has('kept')) {
    const saveFailure = await buyer.applyUpdatedCard(params.id);
    if (!saveFailure) throw redirect('/purchases?said=card', 303);
    return data(createFailureData(buyer.email, subscription.seller, saveFailure), {
      status: saveFailure.status,
    });
  }
  const cardResult = await buyer.createCardUpdateUrl(params.id);
  if ('url' in cardResult) throw redirect(cardResult.url, 303);
  return data(createFailureData(buyer.email, subscription.seller, cardResult), { status: cardResult.status });
}

const createFailureData = (email: string, seller: PurchaseSeller, { error: refused }: Failure) => ({
  email,
  seller,
  message: refused.message,
});

export const meta = () => [{ title: 'Your card' }, { name: 'robots', content: 'noindex' }];

export default function PurchasesCard({ loaderData: { email, seller, message } }: Route.ComponentProps) {
  return (
    <PurchasesLayout email={email}>
      {seller ? (
        <section className="buyer-portal__card">
          <SellerHeader seller={seller} level="p" />
          <h1>The card cannot be changed here</h1>
          <p>{message} If it stays like that, write to the seller.</p>
          <p>
            <a href="/purchases">Your purchases</a>
          </p>
        </section>
      ) : (
        <PurchaseNotFound />
      )}
    </PurchasesLayout>
  );
}
