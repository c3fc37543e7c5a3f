import { ImportProductsPage } from '#app/pages/import-screen.tsx';
import { screenMeta } from '#app/site/page-meta.ts';

export const meta = screenMeta('Bring products along', 'Import products from Stripe or Gumroad as checkout pages.');

export default function PagesImport() {
  return <ImportProductsPage />;
}
