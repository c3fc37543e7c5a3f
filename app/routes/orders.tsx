import { OrderListPage } from '#app/features/orders/order-list-page.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';

export const meta = screenMeta('Orders', 'Every order of your checkout pages.');

export default OrderListPage;
