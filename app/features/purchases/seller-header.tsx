import type { PurchaseSeller } from '#domain/purchase.ts';

const MAX_LOGO_SIZE = { width: 150, height: 48 };

/** Display name of a seller. */
export const getSellerName = ({ name }: PurchaseSeller): string => name ?? 'The seller';

function Logo({ seller }: { seller: PurchaseSeller }) {
  if (!seller.logo) return null;
  const { src, size } = seller.logo;
  const scale = Math.min(1, MAX_LOGO_SIZE.width / size.width, MAX_LOGO_SIZE.height / size.height);
  return (
    <img
      className="seller-header__logo"
      src={src}
      alt=""
      width={Math.max(1, Math.round(size.width * scale))}
      height={Math.max(1, Math.round(size.height * scale))}
    />
  );
}

/** Heading with the seller's name, logo and contact address. */
export const SellerHeader = ({ seller, level = 'h2' }: { seller: PurchaseSeller; level?: 'h2' | 'p' }) => {
  const NameElement = level;
  return (
    <header className="seller-header">
      <Logo seller={seller} />
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
  seller.email ? (
    <a href={`mailto:${encodeURIComponent(seller.email).replace('%40', '@')}`}>{seller.email}</a>
  ) : (
    <>This shop has closed.</>
  );
