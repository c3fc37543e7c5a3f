import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';

import { pageStyle } from './page-style.ts';

type ClosedPageProps = {
  page: Pick<PublicCheckoutConfig, 'productName' | 'accentColor' | 'fonts'>;
  sellerName: string | null;
};

/** What buyers see while a page's seller cannot take money. */
export const ClosedPage = ({ page, sellerName }: ClosedPageProps) => (
  <main className="co-document">
    <div className="co" style={pageStyle(page)}>
      <div className="co-result">
        <h1 dir="auto">{page.productName}</h1>
        <p>This page is not accepting payments at the moment. Nothing was charged. Please come back later.</p>
        {sellerName && <p dir="auto">Sold by {sellerName}</p>}
      </div>
    </div>
  </main>
);
