import { useId } from 'react';

import { LIMITS } from '#domain/checkout-page.ts';
import { safeUrl } from '#domain/text.ts';

import type { CheckoutPageProps } from './checkout-page-props.ts';
import { CouponForms, hasCoupons } from './coupon-box.tsx';
import { Tick } from './marks.tsx';
import { pageStyle } from './page-style.ts';
import { LogoImage, ProductPicture } from './pictures.tsx';
import { Total } from './price-line.tsx';
import { SellerLink } from './terms-box.tsx';
import { Testimonials } from './testimonials.tsx';
import { Till } from './till.tsx';

/** Above these lengths the description is left-aligned and the name uses a smaller font. */
const LONG = { description: 280, name: 60 };

type Part = Pick<CheckoutPageProps, 'config' | 'sellerName' | 'imageSizes' | 'atOnce'>;

function Logo({ config, sellerName, imageSizes, atOnce }: Part) {
  if (!config.logo) return null;
  return (
    <div className="co-logo" data-at={config.logoPosition} data-field="logo">
      <LogoImage
        src={config.logo}
        alt={sellerName ?? config.productName}
        size={imageSizes?.logo}
        atOnce={atOnce}
      />
    </div>
  );
}

function Head({ level, ...part }: Part & { level: 1 | 2 | 3 }) {
  const { config } = part;
  const Heading = `h${level}` as const;
  const isLong = config.description.length > LONG.description || config.description.trim().includes('\n');
  const above = config.logoPosition === 'above-product';
  const name = config.productName.trim();
  return (
    <div className="co-head">
      {above && <Logo {...part} />}
      <Heading
        className="co-name"
        data-field="productName"
        data-long={name.length > LONG.name || undefined}
        dir="auto"
      >
        {name || <span className="co-empty">Product name</span>}
      </Heading>
      {config.description.trim() && (
        <p className="co-desc" data-field="description" data-long={isLong || undefined} dir="auto">
          {config.description}
        </p>
      )}
    </div>
  );
}

function Features({ config }: Pick<CheckoutPageProps, 'config'>) {
  const features = config.features.filter((feature) => feature.trim()).slice(0, LIMITS.features);
  if (features.length === 0) return null;
  return (
    <ul className="co-feats" aria-label="What you get" data-field="features" dir="auto">
      {features.map((feature, place) => (
        <li key={place}>
          <Tick />
          <span>{feature}</span>
        </li>
      ))}
    </ul>
  );
}

function Foot({ config, sellerName, slug }: Part & { slug: string | undefined }) {
  const terms = safeUrl(config.termsUrl.trim());
  const privacy = safeUrl(config.privacyUrl.trim());
  if (!sellerName && !terms && !privacy && !slug) return null;
  return (
    <div className="co-foot">
      {sellerName && (
        <span>
          Sold by <bdi>{sellerName}</bdi>
        </span>
      )}
      {terms && (
        <SellerLink url={terms} field="termsUrl">
          Terms
        </SellerLink>
      )}
      {privacy && (
        <SellerLink url={privacy} field="privacyUrl">
          Privacy
        </SellerLink>
      )}
      {slug && <a href={`/report?page=${slug}`}>Report this page</a>}
    </div>
  );
}

/**
 * The checkout page in all places. It only renders: the public page posts its forms, previews are `inert`. The order of
 * elements is the same for all layouts; the stylesheet arranges them.
 */
export function CheckoutPage(props: CheckoutPageProps) {
  const { config, sellerName, imageSizes, headingLevel = 1, discounted, pay, atOnce = Boolean(pay) } = props;
  const part = { config, sellerName, imageSizes, atOnce };
  const own = useId();
  const prefix = pay ? '' : `${own}-`;
  return (
    <div className="co" data-layout={config.layout} style={pageStyle(config)}>
      <div className="co-page" data-picture={config.productImage ? 'yes' : 'no'}>
        {config.logoPosition !== 'above-product' && <Logo {...part} />}
        {config.productImage && (
          <div className="co-art" data-field="productImage">
            <ProductPicture
              src={config.productImage}
              layout={config.layout}
              size={imageSizes?.productImage}
              atOnce={atOnce}
            />
          </div>
        )}
        <Head {...part} level={headingLevel} />
        <Till {...props} prefix={prefix} />
        <Features config={config} />
        <Testimonials {...config} />
        <Foot {...part} slug={pay?.slug} />
        {pay && (
          <div className="co-bar">
            <span>
              <Total config={config} discounted={discounted} />
            </span>
            <a className="co-pay" href="#pay">
              <bdi>{config.buttonText.trim() || 'Buy now'}</bdi>
            </a>
          </div>
        )}
      </div>
      {hasCoupons(config) && <CouponForms pay={pay} prefix={prefix} />}
    </div>
  );
}
