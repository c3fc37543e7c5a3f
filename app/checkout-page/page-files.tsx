import type { Availability } from '#domain/offer.ts';

import type { CheckoutPageProps } from './checkout-page-props.ts';
import countDown from './count-down.ts?worker&url';
import offerStyle from './offer.css?url&no-inline';

type Page = Pick<CheckoutPageProps, 'config' | 'left'> & {
  availability: Availability;
  countdownOver: boolean;
};

/** Returns whether the page has an end or an opening that is still in the future. */
const isCounting = ({ config, availability, countdownOver }: Page): boolean =>
  availability === 'early' || (config.countdown.enabled && !countdownOver);

const offersMore = ({ config, left, availability }: Page): boolean =>
  config.priceOptions.others.length > 0 ||
  config.payWhatYouWant.enabled ||
  config.countdown.enabled ||
  typeof left === 'number' ||
  availability !== 'open';

/** Stylesheet and script that only some pages need. */
export const PageFiles = ({ page }: { page: Page }) => (
  <>
    {offersMore(page) && <link rel="stylesheet" precedence="face" href={offerStyle} />}
    {isCounting(page) && <script type="module" src={countDown} />}
  </>
);
