import { type ReactNode, useId } from 'react';

import { RichText } from '#app/components/rich-text.tsx';
import { checkoutPageMessages } from '#content/messages/checkout-page.ts';
import { LIMITS, type PublicCheckoutConfig } from '#domain/checkout-page.ts';
import { getInitials, TESTIMONIALS_PER_LAYOUT, type Testimonial } from '#domain/testimonial.ts';
import { parseSafeUrl } from '#domain/text.ts';

import { BundleItems } from './bundle-items.tsx';
import { ButtonText, CheckoutForm } from './checkout-form.tsx';
import type { CheckoutPageProps } from './checkout-page-props.ts';
import { CheckIcon, StarRating } from './icons.tsx';
import type { PricedPage } from './order-combinations.ts';
import { formatDueToday, OrderTotal } from './order-summary.tsx';
import { LogoImage, ProductImage } from './page-images.tsx';
import { getInterfaceLang, getSellerLang } from './page-language.ts';
import { getPageStyle } from './page-style.ts';
import { SellerLink } from './terms-field.tsx';

const Quote = ({ name, role, rating, text }: Testimonial) => (
  <figure dir="auto">
    <StarRating rating={rating} />
    <blockquote>{text}</blockquote>
    <figcaption>
      <span className="co-who" aria-hidden="true">
        {getInitials(name)}
      </span>
      <span>
        <b>
          <bdi>{name}</bdi>
        </b>
        {role && <bdi>{role}</bdi>}
      </span>
    </figcaption>
  </figure>
);

function Testimonials({ layout, testimonials }: PublicCheckoutConfig) {
  const shown = testimonials.enabled ? testimonials.items.slice(0, TESTIMONIALS_PER_LAYOUT[layout]) : [];
  if (shown.length === 0) return null;
  return (
    <section
      className="co-said"
      aria-label={checkoutPageMessages.testimonials}
      data-field="testimonials"
      data-count={shown.length}
    >
      {shown.map((item, index) => (
        <Quote key={index} {...item} />
      ))}
    </section>
  );
}

/** Above these lengths the description is left-aligned and the name uses a smaller font. */
const LONG_TEXT_LENGTHS = { description: 280, descriptionLines: 2, name: 60 };

const isLongDescription = (text: string): boolean =>
  text.length > LONG_TEXT_LENGTHS.description || text.trim().split('\n').length > LONG_TEXT_LENGTHS.descriptionLines;

type SectionProps = Pick<CheckoutPageProps, 'config' | 'sellerName' | 'imageSizes' | 'eager' | 'bundleItems'>;

function Logo({ config, sellerName, imageSizes, eager }: SectionProps) {
  if (!config.logo) return null;
  return (
    <div className="co-logo" data-at={config.logoPosition} data-field="logo">
      <LogoImage src={config.logo} alt={sellerName ?? config.productName} size={imageSizes?.logo} eager={eager} />
    </div>
  );
}

function PageHeader({ level, ...sectionProps }: SectionProps & { level: 1 | 2 | 3 }) {
  const { config } = sectionProps;
  const Heading = `h${level}` as const;
  const isAboveProduct = config.logoPosition === 'above-product';
  const name = config.productName.trim();
  return (
    <div className="co-head">
      {isAboveProduct && <Logo {...sectionProps} />}
      <Heading
        className="co-name"
        data-field="productName"
        data-long={name.length > LONG_TEXT_LENGTHS.name || undefined}
        dir="auto"
      >
        {name || <span className="co-empty">{checkoutPageMessages.placeholders.productName}</span>}
      </Heading>
      {config.description.trim() && (
        <p
          className="co-desc"
          data-field="description"
          data-long={isLongDescription(config.description) || undefined}
          dir="auto"
        >
          {config.description}
        </p>
      )}
      <BundleItems {...sectionProps} />
    </div>
  );
}

function Features({ config }: Pick<CheckoutPageProps, 'config'>) {
  const features = config.features.filter((feature) => feature.trim()).slice(0, LIMITS.features);
  if (features.length === 0) return null;
  return (
    <ul className="co-feats" aria-label={checkoutPageMessages.features} data-field="features" dir="auto">
      {features.map((feature, index) => (
        <li key={index}>
          <CheckIcon />
          <span>{feature}</span>
        </li>
      ))}
    </ul>
  );
}

function PageFooter({ config, sellerName, slug }: SectionProps & { slug: string | undefined }) {
  const messages = checkoutPageMessages.footer;
  const terms = parseSafeUrl(config.termsUrl.trim());
  const privacy = parseSafeUrl(config.privacyUrl.trim());
  if (!sellerName && !terms && !privacy && !slug) return null;
  return (
    <div className="co-foot" lang={getInterfaceLang(config)}>
      {sellerName && (
        <span>
          <RichText text={messages.soldBy} tags={{ seller: () => <bdi>{sellerName}</bdi> }} />
        </span>
      )}
      {terms && (
        <SellerLink url={terms} field="termsUrl">
          {messages.terms}
        </SellerLink>
      )}
      {privacy && (
        <SellerLink url={privacy} field="privacyUrl">
          {messages.privacy}
        </SellerLink>
      )}
      {slug && <a href={`/report?page=${slug}`}>{messages.report}</a>}
    </div>
  );
}

type PageFrameProps = Required<Pick<CheckoutPageProps, 'headingLevel'>> &
  SectionProps & {
    /** Slug of the public page; previews have none. */
    slug: string | undefined;
    /** The form, or why there is none. */
    children: ReactNode;
    bar?: ReactNode;
  };

/** The page around the form. The order of elements is the same for all layouts; the stylesheet arranges them. */
export function PageFrame({ headingLevel, slug, children, bar, ...sectionProps }: PageFrameProps) {
  const { config, imageSizes, eager = false } = sectionProps;
  return (
    <div className="co" data-layout={config.layout} lang={getSellerLang(config)} style={getPageStyle(config)}>
      <div className="co-page" data-picture={config.productImage ? 'yes' : 'no'}>
        {config.logoPosition !== 'above-product' && <Logo {...sectionProps} />}
        {config.productImage && (
          <div className="co-art" data-field="productImage">
            <ProductImage
              src={config.productImage}
              layout={config.layout}
              size={imageSizes?.productImage}
              eager={eager}
            />
          </div>
        )}
        <PageHeader {...sectionProps} level={headingLevel} />
        {children}
        <Features config={config} />
        <Testimonials {...config} />
        <PageFooter {...sectionProps} slug={slug} />
        {bar}
      </div>
    </div>
  );
}

const PayBar = (props: PricedPage) => (
  <div className="co-bar" lang={getInterfaceLang(props.config)}>
    <span>
      <OrderTotal {...props} format={formatDueToday} />
    </span>
    <a className="co-pay" href="#pay">
      <ButtonText config={props.config} />
    </a>
  </div>
);

/** The checkout page in all places. It only renders: the public page posts its forms, previews are `inert`. */
export function CheckoutPage(props: CheckoutPageProps) {
  const { config, sellerName, imageSizes, headingLevel = 1, pay, eager = Boolean(pay), bundleItems = [] } = props;
  const generatedId = useId();
  return (
    <PageFrame
      config={config}
      sellerName={sellerName}
      imageSizes={imageSizes}
      headingLevel={headingLevel}
      eager={eager}
      bundleItems={bundleItems}
      slug={pay?.slug}
      bar={pay && <PayBar {...props} />}
    >
      <CheckoutForm {...props} prefix={pay ? '' : `${generatedId}-`} />
    </PageFrame>
  );
}
