import type { FunctionComponent } from 'react';

import { StarRating } from '#app/checkout-page/marks.tsx';
import { createQrCode, createQrPath, getQrSideLength } from '#app/ui/qr-code.ts';
import type { ClaimId } from '#content/claims.ts';
import { SAMPLE_PAGES } from '#content/sample-pages.ts';
import { PAGE_TEMPLATES } from '#content/templates.ts';
import { getCurrency } from '#domain/currencies.ts';
import { MAX_PAGE_BYTES } from '#domain/page-weight.ts';
import { formatComputedPrice, formatPrice } from '#domain/price.ts';
import { calculatePricing } from '#domain/pricing.ts';

import {
  AnalyticsPicture,
  BuyerPortalPicture,
  CountdownPicture,
  CustomFieldsPicture,
  EmbeddingPicture,
  IntegrationsPicture,
  CustomDomainPicture,
  RefundsPicture,
} from './claim-pictures.tsx';
import { CheckIcon } from './tick.tsx';

const [COURSE_SAMPLE] = SAMPLE_PAGES;

/** The three layouts as thumbnails, each with its sample's image and accent color. */
const LayoutsPicture = () => (
  <div className="pic-layouts">
    {SAMPLE_PAGES.map(({ config, picture }) => (
      <div key={config.layout} className="mini" data-layout={config.layout}>
        <img src={picture} alt="" width="960" height="540" loading="lazy" />
        <i className="mini-name" />
        <i />
        <i />
        <i />
        <span className="mini-till">
          <i />
          <i />
          <b style={{ background: config.accentColor }} />
        </span>
      </div>
    ))}
  </div>
);

/** Currencies whose symbols are in the font's Latin subset; others would load another font file. */
const SAMPLE_CURRENCIES = ['EUR', 'GBP', 'USD', 'JPY', 'BRL', 'SEK', 'ZAR', 'HUF'];

const CurrenciesPicture = () => (
  <div className="pic-currencies">
    {SAMPLE_CURRENCIES.map((code) => (
      <span key={code}>{getCurrency(code).symbol}</span>
    ))}
  </div>
);

function CouponsPicture() {
  const { config } = COURSE_SAMPLE;
  const [coupon] = config.validCoupons;
  const pricing = coupon ? calculatePricing(config, coupon) : null;
  if (!coupon || !pricing || 'error' in pricing) return null;
  const { total } = pricing;
  return (
    <div className="pic-coupon">
      <p>
        <span className="in">{coupon.code}</span>
        <span className="badge mint">
          <CheckIcon />
          Applied
        </span>
      </p>
      <p className="fig">
        <del>{formatPrice(config)}</del> {formatComputedPrice(total, config)}
      </p>
    </div>
  );
}

const SAMPLE_TEMPLATES = ['art-print', 'membership', 'software', 'music'];

const TemplatesPicture = () => (
  <div className="pic-templates">
    {PAGE_TEMPLATES.filter(({ id }) => SAMPLE_TEMPLATES.includes(id)).map(({ id, picture }) => (
      <img key={id} src={picture} alt="" width="1600" height="900" loading="lazy" />
    ))}
  </div>
);

/** A page on a scale that shows its size. */
const PageWeightPicture = () => (
  <svg className="pic-light" viewBox="0 0 260 190">
    <ellipse cx="130" cy="180" rx="112" ry="7" fill="#000" opacity=".14" />
    <path d="M88 20l62-8 10 66-72 10z" fill="#b9c4be" />
    <path d="M84 16l62-6 8 62-64 8z" fill="#fcfefd" stroke="#b9c4be" strokeWidth="1.5" />
    <path d="M94 28l34-3M95 38l44-4M96 48l26-2" stroke="#9aa59f" strokeWidth="3" strokeLinecap="round" />
    <path d="M100 64l44-4" stroke="#0e6346" strokeWidth="7" strokeLinecap="round" />
    <path d="M28 80h204c-4 18-34 26-102 26S32 98 28 80z" fill="#229a70" />
    <rect x="24" y="74" width="212" height="10" rx="5" fill="#0c5a3f" />
    <path d="M74 104h112l24 70c1 4-2 8-6 8H56c-4 0-7-4-6-8z" fill="#17805b" />
    <rect x="74" y="120" width="112" height="44" rx="8" fill="#03130d" />
    <rect x="80" y="125" width="100" height="34" rx="4" fill="#fbfcf6" />
    <text x="130" y="153" textAnchor="middle">
      {MAX_PAGE_BYTES / 1000} kB
    </text>
  </svg>
);

function DemoLinkPicture({ demoUrl }: { demoUrl: string }) {
  // Level L gives the smallest code; nothing covers it on a screen.
  const code = createQrCode(demoUrl, 'L');
  const sideLength = getQrSideLength(code);
  return (
    <div className="pic-link">
      <p className="receipt-type">{demoUrl.replace(/^https?:\/\//, '')}</p>
      <svg viewBox={`0 0 ${sideLength} ${sideLength}`} shapeRendering="crispEdges">
        <path fill="#fff" d={`M0 0h${sideLength}v${sideLength}H0z`} />
        <path d={createQrPath(code)} />
      </svg>
    </div>
  );
}

function TestimonialsPicture() {
  const [quote] = COURSE_SAMPLE.config.testimonials.items;
  if (!quote) return null;
  return (
    <div className="pic-quote">
      <div className="pic-stars">
        <StarRating rating={quote.rating} />
      </div>
      <p>{quote.text}</p>
      <p className="small">
        <b>{quote.name}</b> {quote.role}
      </p>
    </div>
  );
}

/** Illustrations of claims. Claims without one are listed below the cards. */
export const FEATURE_PICTURES: Readonly<Partial<Record<ClaimId, FunctionComponent<{ demoUrl: string }>>>> = {
  layouts: LayoutsPicture,
  currencies: CurrenciesPicture,
  coupons: CouponsPicture,
  templates: TemplatesPicture,
  light: PageWeightPicture,
  link: DemoLinkPicture,
  testimonials: TestimonialsPicture,
  analytics: AnalyticsPicture,
  embedding: EmbeddingPicture,
  countdowns: CountdownPicture,
  'custom-fields': CustomFieldsPicture,
  'custom-domain': CustomDomainPicture,
  integrations: IntegrationsPicture,
  'buyer-portal': BuyerPortalPicture,
  refunds: RefundsPicture,
};
