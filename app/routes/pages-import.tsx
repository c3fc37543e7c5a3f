import { ConnectStripeButton } from '#app/features/builder/connect-stripe-button.tsx';
import { ImportProductsPage } from '#app/features/pages/import-products-page.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';
import { screenMessages } from '#content/messages/screens.ts';

export const meta = screenMeta(screenMessages.importProducts);

export default function ImportProducts() {
  return <ImportProductsPage ConnectStripe={ConnectStripeButton} />;
}
