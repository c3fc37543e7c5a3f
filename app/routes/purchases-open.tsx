import { data, redirect } from 'react-router';

import { AskForm } from '#app/purchases/ask-form.tsx';
import { OpenForm } from '#app/purchases/open-form.tsx';
import '#app/purchases/purchases.css';
import { PurchasesFrame } from '#app/purchases/purchases-frame.tsx';
import type { RouteHandle } from '#app/root.tsx';
import { shopContext } from '#app/shop-context.ts';
import { ShopError, statusOf } from '#domain/errors.ts';

import type { Route } from './+types/purchases-open.ts';

export const handle: RouteHandle = { static: true };

/** Set by the HTTP server, which drops the header from incoming requests. */
const ADDRESS_HEADER = 'x-client-address';
const GONE = statusOf('purchases_link_spent');
const SPENT = new ShopError('purchases_link_spent').message;

/** Opening the link does not use it up, because email scanners follow links. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const { buyers } = context.get(shopContext);
  if (await buyers.isFresh(token)) return data({ token });
  return data({ token: null }, { status: GONE });
}

export async function action({ request, context }: Route.ActionArgs) {
  const token = (await request.formData()).get('token');
  const opened = await context
    .get(shopContext)
    .buyers.open(
      typeof token === 'string' ? token : '',
      request.headers.get('cookie'),
      request.headers.get(ADDRESS_HEADER) ?? 'unknown',
    );
  if ('setCookie' in opened)
    return redirect('/purchases', { status: 303, headers: { 'Set-Cookie': opened.setCookie } });
  return data({ problem: opened.refused.message }, { status: opened.status });
}

export const headers = () => ({ 'Cache-Control': 'no-store' });

export const meta = () => [{ title: 'Your purchases' }, { name: 'robots', content: 'noindex' }];

export default function OpenPurchases({ loaderData, actionData }: Route.ComponentProps) {
  const { token } = loaderData;
  return (
    <PurchasesFrame email={null}>
      <h1>Your purchases</h1>
      {token && !actionData ? (
        <OpenForm token={token} />
      ) : (
        <>
          <p className="pu-said" role="alert">
            {actionData?.problem ?? SPENT}
          </p>
          <AskForm />
        </>
      )}
    </PurchasesFrame>
  );
}
