import { useParams } from 'react-router';

import { CustomerPage } from '#app/features/orders/customers/customer-page.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';
import { screenMessages } from '#content/messages/screens.ts';

export const meta = screenMeta(screenMessages.customer);

export default function Customer() {
  const { id = '' } = useParams();
  return <CustomerPage key={id} customerId={id} />;
}
