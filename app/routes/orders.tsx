import { OrderListPage } from '#app/features/orders/order-list-page.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';
import { screenMessages } from '#content/messages/screens.ts';

export const meta = screenMeta(screenMessages.orders);

export default OrderListPage;
