import { data, redirect } from 'react-router';

import { AskForm } from '#app/purchases/ask-form.tsx';
import { PurchaseList } from '#app/purchases/purchase-list.tsx';
import { saidText } from '#app/purchases/purchase-words.ts';
import '#app/purchases/purchases.css';
import { PurchasesFrame } from '#app/purchases/purchases-frame.tsx';
import type { RouteHandle } from '#app/root.tsx';
import { shopContext } from '#app/shop-context.ts';

import type { Route } from './+types/purchases.ts';

export const handle: RouteHandle = { static: true };

/** Set by the HTTP server, which drops the header from incoming requests. */
const ADDRESS_HEADER = 'x-client-address';

export async function loader({ request, context }: Route.LoaderArgs) {
  const buyer = await context.get(shopContext).buyers.enter(request.headers.get('cookie'));
  const { searchParams } = new URL(request.url);
  const said = searchParams.get('said');
  if (!buyer) return { email: null, purchases: null, said };
  const page = /^[1-9]\d{0,5}$/.test(searchParams.get('page') ?? '') ? Number(searchParams.get('page')) : 1;
  return { email: buyer.email, purchases: await buyer.listPurchases(page), said };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { buyers } = context.get(shopContext);
  const form = await request.formData();
  const intent = form.get('intent');
  if (intent === 'sign-out' || intent === 'another') {
    const { setCookie } = await buyers.leave(request.headers.get('cookie'));
    const headers: HeadersInit = setCookie ? { 'Set-Cookie': setCookie } : {};
    return redirect(intent === 'another' ? '/purchases' : '/purchases?said=signed-out', {
      status: 303,
      headers,
    });
  }
  const given = form.get('email');
  const typed = typeof given === 'string' ? given : '';
  const refused = await buyers.ask(typed, request.headers.get(ADDRESS_HEADER) ?? 'unknown');
  if (!refused) return redirect('/purchases?said=sent', 303);
  return data({ typed, problem: refused.refused.message }, { status: refused.status });
}

export const headers = () => ({ 'Cache-Control': 'no-store' });

export const meta = () => [{ title: 'Your purchases' }, { name: 'robots', content: 'noindex' }];

export default function PurchasesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, purchases, said } = loaderData;
  return (
    <PurchasesFrame email={email} said={actionData ? null : saidText(said)}>
      {purchases ? (
        <PurchaseList {...purchases} />
      ) : (
        <>
          <h1>Your purchases</h1>
          <p className="pu-lead">
            Receipts of everything that you bought here, and the keys to your subscriptions: all that was paid
            with one email address.
          </p>
          <AskForm {...actionData} />
        </>
      )}
    </PurchasesFrame>
  );
}
