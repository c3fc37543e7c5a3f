import type { PurchaseSeller } from '#domain/purchase.ts';

const BOX = { width: 150, height: 48 };

/** Display name of a seller. */
export const nameOf = ({ name }: PurchaseSeller): string => name ?? 'The seller';

function Logo({ seller }: { seller: PurchaseSeller }) {
  if (!seller.logo) return null;
  const { src, size } = seller.logo;
  const scale = Math.min(1, BOX.width / size.width, BOX.height / size.height);
  return (
    <img
      className="pu-logo"
      src={src}
      alt=""
      width={Math.max(1, Math.round(size.width * scale))}
      height={Math.max(1, Math.round(size.height * scale))}
    />
  );
}

/** Heading with the seller's name, logo and contact address. */
export const SellerHead = ({ seller, level = 'h2' }: { seller: PurchaseSeller; level?: 'h2' | 'p' }) => {
  const Name = level;
  return (
    <header className="pu-seller">
      <Logo seller={seller} />
      <div>
        <Name className="pu-name" dir="auto">
          {nameOf(seller)}
        </Name>
        <p className="pu-note">
          <SellerAddress seller={seller} />
        </p>
      </div>
    </header>
  );
};

export const SellerAddress = ({ seller }: { seller: PurchaseSeller }) =>
  seller.email ? (
    <a href={`mailto:${encodeURIComponent(seller.email).replace('%40', '@')}`}>{seller.email}</a>
  ) : (
    <>This shop has closed.</>
  );
