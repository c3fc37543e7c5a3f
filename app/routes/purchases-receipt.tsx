import { data, redirect } from 'react-router';

import '#app/purchases/purchases.css';
import { PurchasesFrame } from '#app/purchases/purchases-frame.tsx';
import { NotAmongThem } from '#app/purchases/not-among-them.tsx';
import { paperName } from '#app/purchases/purchase-words.ts';
import { ReceiptPaper } from '#app/purchases/receipt-paper.tsx';
import type { RouteHandle } from '#app/root.tsx';
import { shopContext } from '#app/shop-context.ts';
import type { PurchaseReceipt } from '#domain/purchase.ts';

import type { Route } from './+types/purchases-receipt.ts';

export const handle: RouteHandle = { static: true };

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const buyer = await context.get(shopContext).buyers.enter(request.headers.get('cookie'));
  if (!buyer) throw redirect('/purchases', 303);
  const receipt = await buyer.findReceipt(params.orderId);
  return data({ email: buyer.email, receipt }, { status: receipt ? 200 : 404 });
}

export const headers = () => ({ 'Cache-Control': 'no-store' });

const titleOf = (receipt: PurchaseReceipt): string =>
  `${paperName(receipt)} ${receipt.number}${receipt.seller.name ? ` · ${receipt.seller.name}` : ''}`;

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData?.receipt ? titleOf(loaderData.receipt) : 'Not found' },
  { name: 'robots', content: 'noindex' },
];

export default function Receipt({ loaderData: { email, receipt } }: Route.ComponentProps) {
  return (
    <PurchasesFrame email={email}>
      {receipt ? <ReceiptPaper receipt={receipt} /> : <NotAmongThem />}
    </PurchasesFrame>
  );
}
