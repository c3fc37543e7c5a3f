import { data } from 'react-router';

import { PurchaseReceiptDocument } from '#app/features/purchases/purchase-receipt.tsx';
import { getReceiptTitle } from '#app/features/purchases/purchase-text.ts';
import { PurchasesLayout, PurchaseNotFound } from '#app/features/purchases/purchases-layout.tsx';
import { purchaseMessages } from '#content/messages/purchases.ts';
import type { PurchaseReceipt } from '#domain/purchase.ts';

import type { Route } from './+types/purchases-receipt.ts';
import { requireBuyer } from './require-buyer.ts';

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const buyer = await requireBuyer(request, context);
  const receipt = await buyer.findReceipt(params.orderId);
  return data({ email: buyer.email, receipt }, { status: receipt ? 200 : 404 });
}

const getPageTitle = (receipt: PurchaseReceipt): string =>
  [getReceiptTitle(receipt), receipt.seller.name].filter(Boolean).join(' · ');

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData?.receipt ? getPageTitle(loaderData.receipt) : purchaseMessages.notFound.title },
  { name: 'robots', content: 'noindex' },
];

export default function Receipt({ loaderData: { email, receipt } }: Route.ComponentProps) {
  return (
    <PurchasesLayout email={email} seller={receipt?.seller}>
      {receipt ? <PurchaseReceiptDocument receipt={receipt} /> : <PurchaseNotFound />}
    </PurchasesLayout>
  );
}
