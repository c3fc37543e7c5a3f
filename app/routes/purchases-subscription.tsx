import { data, redirect } from 'react-router';

import { PurchaseNotFound, PurchasesLayout } from '#app/features/purchases/purchases-layout.tsx';
import { SubscriptionConfirmation } from '#app/features/purchases/subscription-confirmation.tsx';
import { getItemName } from '#content/messages/item-name.ts';
import { purchaseSubscriptionMessages } from '#content/messages/purchases.ts';

import type { Route } from './+types/purchases-subscription.ts';
import { requireBuyer } from './require-buyer.ts';

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const buyer = await requireBuyer(request, context);
  const purchaseWithSeller = await buyer.findSubscription(params.id);
  if (purchaseWithSeller?.purchase.paymentPlan) throw redirect('/purchases', 303);
  if (purchaseWithSeller?.purchase.subscription.state === 'ended') throw redirect('/purchases?notice=over', 303);
  return data({ email: buyer.email, purchaseWithSeller }, { status: purchaseWithSeller ? undefined : 404 });
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const buyer = await requireBuyer(request, context);
  const intent = (await request.formData()).get('intent');
  if (intent !== 'cancel' && intent !== 'resume') return redirect(`/purchases/subscriptions/${params.id}`, 303);
  const failure =
    intent === 'cancel' ? await buyer.cancelSubscription(params.id) : await buyer.resumeSubscription(params.id);
  if (failure?.error.code === 'subscription_over') return redirect('/purchases?notice=over', 303);
  if (failure) return data({ problem: failure.error.message }, { status: failure.status });
  return redirect(`/purchases?notice=${intent === 'cancel' ? 'canceled' : 'resumed'}`, 303);
}

export const meta = () => [{ title: purchaseSubscriptionMessages.pageTitle }, { name: 'robots', content: 'noindex' }];

export default function Subscription({ loaderData, actionData }: Route.ComponentProps) {
  const { email, purchaseWithSeller } = loaderData;
  return (
    <PurchasesLayout email={email} seller={purchaseWithSeller?.seller}>
      {purchaseWithSeller ? (
        <SubscriptionConfirmation
          seller={purchaseWithSeller.seller}
          productName={getItemName({
            name: purchaseWithSeller.purchase.productName,
            quantity: purchaseWithSeller.purchase.quantity,
          })}
          subscription={purchaseWithSeller.purchase.subscription}
          error={actionData?.problem ?? null}
        />
      ) : (
        <PurchaseNotFound />
      )}
    </PurchasesLayout>
  );
}
