import type { FunctionComponent } from 'react';

import { homeMessages } from '#content/messages/home.ts';
import type { ClaimId } from '#content/product-claims.ts';
import { SAMPLE_PAGES } from '#content/sample-pages.ts';
import { getCurrency } from '#domain/currencies.ts';
import { formatComputedPrice, formatPrice } from '#domain/format-price.ts';
import { MAX_PAGE_BYTES } from '#domain/page-size.ts';
import { quoteOrder } from '#domain/quote.ts';

import { CheckIcon } from './check-icon.tsx';

const MESSAGES = homeMessages.features.pictures;

/** Two weeks of sample data: visits as an area, orders as bars. */
const SAMPLE_VISITS = [38, 44, 41, 52, 60, 47, 43, 58, 72, 96, 84, 77, 90, 104];
const SAMPLE_ORDERS = [2, 3, 2, 4, 5, 3, 3, 4, 7, 11, 8, 7, 9, 12];
const [CHART_WIDTH, CHART_HEIGHT] = [300, 150];
const getX = (day: number): number => 10 + (day * (CHART_WIDTH - 20)) / (SAMPLE_VISITS.length - 1);

function AnalyticsPicture() {
  const getY = (visits: number) => CHART_HEIGHT - 14 - visits;
  const line = SAMPLE_VISITS.map((visits, day) => `${day ? 'L' : 'M'}${getX(day).toFixed(1)} ${getY(visits)}`).join('');
  return (
    <svg className="chart-picture" viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}>
      <path className="chart-picture__area" d={`${line}V${CHART_HEIGHT - 14}H10z`} />
      <path className="chart-picture__line" d={line} />
      {SAMPLE_ORDERS.map((orders, day) => (
        <rect
          key={day}
          className="chart-picture__bar"
          x={getX(day) - 4}
          y={CHART_HEIGHT - 14 - orders * 3}
          width="8"
          height={orders * 3}
          rx="1.5"
        />
      ))}
      <path className="chart-picture__axis" d={`M6 ${CHART_HEIGHT - 14}H${CHART_WIDTH - 6}`} />
      <circle className="chart-picture__annotation" cx={getX(8)} cy={CHART_HEIGHT - 6} r="4" />
    </svg>
  );
}

const [COURSE_SAMPLE] = SAMPLE_PAGES;

/** The three layouts as thumbnails, each with its sample's image and accent color. */
const LayoutsPicture = () => (
  <div className="layouts-picture">
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
  <div className="currencies-picture">
    {SAMPLE_CURRENCIES.map((code) => (
      <span key={code}>{getCurrency(code).symbol}</span>
    ))}
  </div>
);

function CouponsPicture() {
  const { config } = COURSE_SAMPLE;
  const [coupon] = config.validCoupons;
  const quote = coupon ? quoteOrder(config, {}, coupon) : null;
  if (!coupon || !quote || 'error' in quote) return null;
  const { total } = quote;
  return (
    <div className="coupon-picture">
      <p>
        <span className="in">{coupon.code}</span>
        <span className="badge mint">
          <CheckIcon />
          {MESSAGES.applied}
        </span>
      </p>
      <p className="fig">
        <del>{formatPrice(config)}</del> {formatComputedPrice(total, config)}
      </p>
    </div>
  );
}

/** A page on a scale that shows its size. */
const PageWeightPicture = () => (
  <svg className="page-weight-picture" viewBox="0 0 260 190">
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
      {MESSAGES.pageSize({ kilobytes: MAX_PAGE_BYTES / 1000 })}
    </text>
  </svg>
);

/** Illustrations of the main claims. The others are text. */
export const FEATURE_PICTURES: Readonly<Partial<Record<ClaimId, FunctionComponent>>> = {
  layouts: LayoutsPicture,
  currencies: CurrenciesPicture,
  coupons: CouponsPicture,
  light: PageWeightPicture,
  analytics: AnalyticsPicture,
};
