import { useParams } from 'react-router';

import '#app/checkout-page/checkout-page.css';
import { OrderPage } from '#app/features/orders/order-page.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';
import { screenMessages } from '#content/messages/screens.ts';

export const meta = screenMeta(screenMessages.order);

export default function Order() {
  const { id = '' } = useParams();
  return <OrderPage key={id} orderId={id} />;
}
