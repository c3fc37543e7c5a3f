import { CustomerListPage } from '#app/features/orders/customers/customer-list-page.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';
import { screenMessages } from '#content/messages/screens.ts';

export const meta = screenMeta(screenMessages.customers);

export default CustomerListPage;
