import type { Purchases } from '#domain/purchase.ts';

import { PurchaseItem } from './purchase-item.tsx';
import { getSellerName, SellerContact, SellerHeader } from './seller-head.tsx';

/** A buyer's purchases, grouped by seller. */
export const PurchaseList = ({ sellers, page, pages }: Purchases) => (
  <>
    <h1>Your purchases</h1>
    {sellers.length === 0 ? (
      <p className="pu-sheet">
        Nothing was bought here with this address. Perhaps you paid with another one: receipts in your mail say which.
      </p>
    ) : (
      sellers.map(({ seller, purchases }) => (
        <section className="pu-sheet" key={seller.id}>
          <SellerHeader seller={seller} />
          <ul className="pu-items">
            {purchases.map((purchase) => (
              <PurchaseItem key={purchase.id} purchase={purchase} />
            ))}
          </ul>
        </section>
      ))
    )}
    {pages > 1 && <PurchasePagination page={page} pages={pages} />}
    <YourData sellers={sellers} />
  </>
);

const PurchasePagination = ({ page, pages }: { page: number; pages: number }) => (
  <nav className="pu-pages" aria-label="Pages">
    {page > 1 && <a href={`/purchases?page=${page - 1}`}>Newer</a>}
    <span>
      Page {page} of {pages}
    </span>
    {page < pages && <a href={`/purchases?page=${page + 1}`}>Older</a>}
  </nav>
);

const YourData = ({ sellers }: Pick<Purchases, 'sellers'>) => (
  <section className="pu-data">
    <h2>Your data</h2>
    <p>
      <a href="/purchases/data" download>
        Download my data
      </a>{' '}
      gives you everything that is kept with this address, as a file (JSON).
    </p>
    {sellers.length > 0 && (
      <>
        <p>It is kept for whoever sold to you. To have it deleted, write to them:</p>
        <ul>
          {sellers.map(({ seller }) => (
            <li key={seller.id}>
              <bdi>{getSellerName(seller)}</bdi>: <SellerContact seller={seller} />
            </li>
          ))}
        </ul>
      </>
    )}
  </section>
);
