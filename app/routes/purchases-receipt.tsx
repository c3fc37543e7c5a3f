import { data } from 'react-router';

import { PurchaseReceiptDocument } from '#app/features/purchases/purchase-receipt.tsx';
import { getDocumentName } from '#app/features/purchases/purchase-text.ts';
import { PurchasesLayout, PurchaseNotFound } from '#app/features/purchases/purchases-layout.tsx';
import type { PurchaseReceipt } from '#domain/purchase.ts';

import type { Route } from './+types/purchases-receipt.ts';
import { requireBuyer } from './require-buyer.ts';

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const buyer = await requireBuyer(request, context);
  const receipt = await buyer.findReceipt(params.orderId);
  return data({ email: buyer.email, receipt }, { status: receipt ? 200 : 404 });
}

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
