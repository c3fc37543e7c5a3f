import { fitLogo } from '#app/checkout-page/page-images.tsx';
import { purchaseMessages } from '#content/messages/purchases.ts';
import { getMailtoUrl } from '#domain/mailto-url.ts';
import type { PurchaseSeller } from '#domain/purchase.ts';

export const getSellerName = ({ name }: PurchaseSeller): string => name ?? purchaseMessages.seller.defaultName;

/** Heading with the seller's name, logo and contact address. */
export const SellerHeader = ({ seller, level = 'h2' }: { seller: PurchaseSeller; level?: 'h2' | 'p' }) => {
  const NameElement = level;
  return (
    <header className="seller-header">
      {seller.logo && (
        <img className="seller-header__logo" src={seller.logo.src} alt="" {...fitLogo(seller.logo.size)} />
      )}
      <div>
        <NameElement className="seller-header__name" dir="auto">
          {getSellerName(seller)}
        </NameElement>
        <p className="buyer-portal__note">
          <SellerContact seller={seller} />
        </p>
      </div>
    </header>
  );
};

export const SellerContact = ({ seller }: { seller: PurchaseSeller }) =>
  seller.email ? <a href={getMailtoUrl(seller.email)}>{seller.email}</a> : <>{purchaseMessages.seller.closed}</>;
