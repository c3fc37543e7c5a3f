import { data, redirect } from 'react-router';

import { PurchasesLayout } from '#app/features/purchases/purchases-layout.tsx';
import { SignInLinkForm, OpenPurchasesForm } from '#app/features/purchases/sign-in-link-form.tsx';
import { createFieldReader, getClientAddress } from '#app/lib/request-fields.ts';
import { servicesContext } from '#app/services-context.ts';
import { purchaseMessages } from '#content/messages/purchases.ts';
import { AppError, getHttpStatus } from '#domain/errors.ts';

import type { Route } from './+types/purchases-open.ts';

const GONE_STATUS = getHttpStatus('purchases_link_spent');
const LINK_EXPIRED_MESSAGE = new AppError('purchases_link_spent').message;

/** Opening the link does not use it up, because email scanners follow links. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const { buyerPortal: buyers } = context.get(servicesContext);
  if (await buyers.isLinkValid(token)) return data({ token });
  return data({ token: null }, { status: GONE_STATUS });
}

export async function action({ request, context }: Route.ActionArgs) {
  const token = createFieldReader(await request.formData())('token');
  const openResult = await context
    .get(servicesContext)
    .buyerPortal.redeemLink(token, request.headers.get('cookie'), getClientAddress(request));
  if ('setCookie' in openResult)
    return redirect('/purchases', { status: 303, headers: { 'Set-Cookie': openResult.setCookie } });
  return data({ problem: openResult.error.message }, { status: openResult.status });
}

export const meta = () => [{ title: purchaseMessages.title }, { name: 'robots', content: 'noindex' }];

export default function OpenPurchases({ loaderData, actionData }: Route.ComponentProps) {
  const { token } = loaderData;
  return (
    <PurchasesLayout email={null}>
      <h1>{purchaseMessages.title}</h1>
      {token && !actionData ? (
        <OpenPurchasesForm token={token} />
      ) : (
        <>
          <p className="buyer-portal__notice" role="alert">
            {actionData?.problem ?? LINK_EXPIRED_MESSAGE}
          </p>
          <SignInLinkForm />
        </>
      )}
    </PurchasesLayout>
  );
}
