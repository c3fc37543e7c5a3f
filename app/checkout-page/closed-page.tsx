import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';

import { pageStyle } from './page-style.ts';

type ClosedPageProps = {
  page: Pick<PublicCheckoutConfig, 'productName' | 'accentColor' | 'fonts'>;
  sellerName: string | null;
  /** The page's own address. */
  address: string;
  /** False: the seller took the page off sale. True: it is, but nobody can be paid at the moment. */
  onSale: boolean;
};

/** What buyers see while a page takes no money. */
export const ClosedPage = ({ page, sellerName, address, onSale }: ClosedPageProps) => (
  <main className="co-document">
    <div className="co" style={pageStyle(page)}>
      <div className="co-result">
        <h1 dir="auto">{page.productName}</h1>
        <p>
          This page is not {onSale ? 'accepting payments' : 'on sale'} at the moment. Nothing was charged.
          Please come back later.
        </p>
        {sellerName && <p dir="auto">Sold by {sellerName}</p>}
        <a className="co-2nd" href={address}>
          Look again
        </a>
        <a className="co-more" href="/purchases">
          Your purchases
        </a>
      </div>
    </div>
  </main>
);
