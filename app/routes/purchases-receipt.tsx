import { data, redirect } from 'react-router';

import '#app/features/purchases/purchases.css';
import { PurchaseReceiptDocument } from '#app/features/purchases/purchase-receipt.tsx';
import { getDocumentName } from '#app/features/purchases/purchase-text.ts';
import { PurchasesLayout, PurchaseNotFound } from '#app/features/purchases/purchases-layout.tsx';
import type { RouteHandle } from '#app/root.tsx';
import { servicesContext } from '#app/services-context.ts';
import type { PurchaseReceipt } from '#domain/purchase.ts';

import type { Route } from './+types/purchases-receipt.ts';

export const handle: RouteHandle = { static: true };

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const buyer = await context.get(servicesContext).buyerPortal.authenticate(request.headers.get('cookie'));
  if (!buyer) throw redirect('/purchases', 303);
  const receipt = await buyer.findReceipt(params.orderId);
  return data({ email: buyer.email, receipt }, { status: receipt ? 200 : 404 });
}

export const headers = () => ({ 'Cache-Control': 'no-store' });

const getReceiptTitle = (receipt: PurchaseReceipt): string =>
  `${getDocumentName(receipt)} ${receipt.number}${receipt.seller.name ? ` · ${receipt.seller.name}` : ''}`;

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData?.receipt ? getReceiptTitle(loaderData.receipt) : 'Not found' },
  { name: 'robots', content: 'noindex' },
];

export default function Receipt({ loaderData: { email, receipt } }: Route.ComponentProps) {
  return (
    <PurchasesLayout email={email}>
      {receipt ? <PurchaseReceiptDocument receipt={receipt} /> : <PurchaseNotFound />}
    </PurchasesLayout>
  );
}
