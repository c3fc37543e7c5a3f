import { fontPreloads, fontStylesheets } from '#app/checkout-page/fonts/fonts.ts';
import { isBundle } from '#domain/bundle.ts';
import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';
import type { Availability } from '#domain/page-schedule.ts';

import type { CheckoutPageProps } from './checkout-page-props.ts';
import countDown from './enhance/countdown-script.ts?worker&url';
import { hasSummary } from './order-combinations.ts';

import deliveredStyle from './delivered.css?url&no-inline';
import offerStyle from './offer.css?url&no-inline';
import resultStyle from './result-page.css?url&no-inline';

export type FontLinksProps = Pick<PublicCheckoutConfig, 'fonts'> & {
  /** The page's own files, and the stylesheet that declares them together with the full ones; null: it has none. */
  pageFontFiles?: { stylesheet: string; files: readonly string[] } | null;
};

const FONTS_PATH = '/fonts/';

/**
 * Preloads and stylesheets of the page's fonts. React keeps stylesheets of one `precedence` in the order in which they are
 * rendered; its name has no other meaning. All stylesheets of a checkout page share one.
 */
export const FontLinks = ({ fonts, pageFontFiles }: FontLinksProps) => (
  <>
    {(pageFontFiles?.files.map((file) => FONTS_PATH + file) ?? fontPreloads(fonts)).map((href) => (
      <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
    ))}
    {(pageFontFiles ? [FONTS_PATH + pageFontFiles.stylesheet] : fontStylesheets(fonts)).map((href) => (
      <link key={href} rel="stylesheet" precedence="page" href={href} />
    ))}
  </>
);

type PageAssetsInput = Pick<CheckoutPageProps, 'config' | 'stockLeft'> & {
  availability: Availability;
  countdownOver: boolean;
};

/** Returns whether the page has an end or an opening that is still in the future. */
const needsCountdownScript = ({ config, availability, countdownOver }: PageAssetsInput): boolean =>
  availability === 'early' || (config.countdown.enabled && !countdownOver);

const needsOfferStyles = ({ config, stockLeft, availability }: PageAssetsInput): boolean =>
  config.priceOptions.others.length > 0 ||
  config.payWhatYouWant.enabled ||
  config.customFields.length > 0 ||
  isBundle(config) ||
  hasSummary({ config }) ||
  config.countdown.enabled ||
  typeof stockLeft === 'number' ||
  availability !== 'open';

/** Stylesheet and script that only some pages need. */
export const PageAssets = ({ page }: { page: PageAssetsInput }) => (
  <>
    {needsOfferStyles(page) && <link rel="stylesheet" precedence="page" href={offerStyle} />}
    {needsCountdownScript(page) && <script type="module" src={countDown} />}
  </>
);

/** Stylesheet of what orders deliver, for pages on which there may be nothing. */
export const DeliveredStyles = () => <link rel="stylesheet" precedence="page" href={deliveredStyle} />;

/** Stylesheet of pages without a form. */
export const ResultStyles = () => <link rel="stylesheet" precedence="page" href={resultStyle} />;
