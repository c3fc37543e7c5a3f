import { data, redirect } from 'react-router';

import { NotAmongThem } from '#app/purchases/not-among-them.tsx';
import '#app/purchases/purchases.css';
import { PurchasesFrame } from '#app/purchases/purchases-frame.tsx';
import { SubscriptionQuestion } from '#app/purchases/subscription-question.tsx';
import type { RouteHandle } from '#app/root.tsx';
import { shopContext } from '#app/shop-context.ts';

import type { Route } from './+types/purchases-subscription.ts';

export const handle: RouteHandle = { static: true };

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const buyer = await context.get(shopContext).buyers.enter(request.headers.get('cookie'));
  if (!buyer) throw redirect('/purchases', 303);
  const found = await buyer.findSubscription(params.id);
  if (found?.purchase.subscription.state === 'ended') throw redirect('/purchases?said=over', 303);
  return data({ email: buyer.email, found }, { status: found ? undefined : 404 });
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const buyer = await context.get(shopContext).buyers.enter(request.headers.get('cookie'));
  if (!buyer) return redirect('/purchases', 303);
  const intent = (await request.formData()).get('intent');
  if (intent !== 'cancel' && intent !== 'resume')
    return redirect(`/purchases/subscriptions/${params.id}`, 303);
  const refused = intent === 'cancel' ? await buyer.cancel(params.id) : await buyer.resume(params.id);
  if (refused?.refused.code === 'subscription_over') return redirect('/purchases?said=over', 303);
  if (refused) return data({ problem: refused.refused.message }, { status: refused.status });
  return redirect(`/purchases?said=${intent === 'cancel' ? 'canceled' : 'resumed'}`, 303);
}

export const headers = () => ({ 'Cache-Control': 'no-store' });

export const meta = () => [{ title: 'Your subscription' }, { name: 'robots', content: 'noindex' }];

export default function Subscription({ loaderData, actionData }: Route.ComponentProps) {
  const { email, found } = loaderData;
  return (
    <PurchasesFrame email={email}>
      {found ? (
        <SubscriptionQuestion
          seller={found.seller}
          productName={found.purchase.productName}
          subscription={found.purchase.subscription}
          problem={actionData?.problem ?? null}
        />
      ) : (
        <NotAmongThem />
      )}
    </PurchasesFrame>
  );
}
