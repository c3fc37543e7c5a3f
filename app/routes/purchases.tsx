import { data, redirect } from 'react-router';

import { PurchaseList } from '#app/features/purchases/purchase-list.tsx';
import { getNotice } from '#app/features/purchases/purchase-text.ts';
import { PurchasesLayout } from '#app/features/purchases/purchases-layout.tsx';
import { LinkSent, SignInLinkForm } from '#app/features/purchases/sign-in-link-form.tsx';
import { createFieldReader, getClientAddress } from '#app/lib/request-fields.ts';
import { parsePageNumber } from '#app/lib/url-state.ts';
import { servicesContext } from '#app/services-context.ts';
import { purchaseMessages } from '#content/messages/purchases.ts';
import type { Purchases } from '#domain/purchase.ts';

import type { Route } from './+types/purchases.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const buyer = await context.get(servicesContext).buyerPortal.authenticate(request.headers.get('cookie'));
  const { searchParams } = new URL(request.url);
  const noticeCode = searchParams.get('notice');
  if (!buyer) return { email: null, purchases: null, noticeCode };
  const page = parsePageNumber(searchParams.get('page'));
  return { email: buyer.email, purchases: await buyer.listPurchases(page), noticeCode };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { buyerPortal: buyers } = context.get(servicesContext);
  const readField = createFieldReader(await request.formData());
  const intent = readField('intent');
  if (intent === 'sign-out' || intent === 'another') {
    const { setCookie } = await buyers.signOut(request.headers.get('cookie'));
    const headers: HeadersInit = setCookie ? { 'Set-Cookie': setCookie } : {};
    return redirect(intent === 'another' ? '/purchases' : '/purchases?notice=signed-out', {
      status: 303,
      headers,
    });
  }
  if (intent === 'complete-bundle') {
    const buyer = await buyers.authenticate(request.headers.get('cookie'));
    const link = await buyer?.createCompletionUrl(readField('page'));
    return redirect(link && 'url' in link ? link.url : '/purchases?notice=bundle-gone', 303);
  }
  const typed = readField('email');
  const failure = await buyers.requestLink(typed, getClientAddress(request));
  if (!failure) return redirect('/purchases?notice=sent', 303);
  return data({ email: typed, error: failure.error.message }, { status: failure.status });
}

export const meta = () => [{ title: purchaseMessages.title }, { name: 'robots', content: 'noindex' }];

/** Returns the seller if all purchases are of one. */
const findOnlySeller = ({ sellers, pages }: Purchases) =>
  pages === 1 && sellers.length === 1 ? sellers[0]?.seller : null;

export default function PurchasesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, purchases, noticeCode } = loaderData;
  const isSent = !email && !actionData && noticeCode === 'sent';
  return (
    <PurchasesLayout
      email={email}
      seller={purchases && findOnlySeller(purchases)}
      notice={isSent || actionData ? null : getNotice(noticeCode)}
    >
      {purchases ? (
        <PurchaseList {...purchases} />
      ) : isSent ? (
        <LinkSent />
      ) : (
        <>
          <h1>{purchaseMessages.title}</h1>
          <p className="buyer-portal__lead">{purchaseMessages.signIn.lead}</p>
          <SignInLinkForm {...actionData} />
        </>
      )}
    </PurchasesLayout>
  );
}
