import { Page } from './page-content.js';

// oxlint-disable-next-line import/no-default-export -- Next.js requires it
export default function CheckoutPage() {
  return <Page />;
}
