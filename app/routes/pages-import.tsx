import { ImportProductsPage } from '#app/features/pages/import-products-page.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';

export const meta = screenMeta('Bring products along', 'Import products from Stripe or Gumroad as checkout pages.');

export default ImportProductsPage;
