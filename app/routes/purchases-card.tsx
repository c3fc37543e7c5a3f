import { data, redirect } from 'react-router';

import { PurchaseNotFound, PurchasesLayout } from '#app/features/purchases/purchases-layout.tsx';
import { SellerHeader } from '#app/features/purchases/seller-header.tsx';
import { purchaseMessages, purchaseSubscriptionMessages } from '#content/messages/purchases.ts';
import type { Failure } from '#server/core/services.ts';

import type { Route } from './+types/purchases-card.ts';
import { requireBuyer } from './require-buyer.ts';

const messages = purchaseSubscriptionMessages.card;

/**
 * Redirects to the provider's page for changing the card, and handles the return. Renders a page only on failure.
 * Entered by a link, because `form-action 'self'` keeps forms from leading elsewhere.
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const buyer = await requireBuyer(request, context);
  const { email } = buyer;
  const subscription = await buyer.findSubscription(params.id);
  if (!subscription) return data({ email, seller: null, message: '' }, { status: 404 });
  const { seller } = subscription;
  const refuse = ({ error, status }: Failure) => data({ email, seller, message: error.message }, { status });
  const { searchParams } = new URL(request.url);
  // Buyers who went to Stripe before an update return with the former name, `kept`.
  if (searchParams.has('saved') || searchParams.has('kept')) {
    const saveFailure = await buyer.applyUpdatedCard(params.id);
    if (!saveFailure) throw redirect('/purchases?notice=card', 303);
    return refuse(saveFailure);
  }
  const cardResult = await buyer.createCardUpdateUrl(params.id);
  if ('url' in cardResult) throw redirect(cardResult.url, 303);
  return refuse(cardResult);
}

export const meta = () => [{ title: messages.pageTitle }, { name: 'robots', content: 'noindex' }];

export default function PurchasesCard({ loaderData: { email, seller, message } }: Route.ComponentProps) {
  return (
    <PurchasesLayout email={email} seller={seller}>
      {seller ? (
        <section className="buyer-portal__card">
          <SellerHeader seller={seller} level="p" />
          <h1>{messages.failed}</h1>
          <p>{messages.advice({ reason: message })}</p>
          <p>
            <a href="/purchases">{purchaseMessages.title}</a>
          </p>
        </section>
      ) : (
        <PurchaseNotFound />
      )}
    </PurchasesLayout>
  );
}
