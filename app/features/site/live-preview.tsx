import { useId } from 'react';

import '#app/checkout-page/checkout-page.css';
import { CheckoutPage } from '#app/checkout-page/checkout-page.tsx';
import { PriceDisplay } from '#app/components/price-display.tsx';
import { homeMessages } from '#content/messages/home.ts';
import { SAMPLE_PAGES, type SamplePage } from '#content/sample-pages.ts';
import { toPublicConfig, type PublicCheckoutConfig } from '#domain/checkout-page.ts';
import { parsePrice, formatWithSymbol } from '#domain/money.ts';

import faces from './sample-fonts.css?url&no-inline';

const MESSAGES = homeMessages.preview;

type Props = { label: string; placeholder: string; maxLength?: number };

function CardField({ label, placeholder, maxLength }: Props) {
  const id = useId();
  return (
    <div className="co-f">
      <label htmlFor={id}>{label}</label>
      <input className="co-in" id={id} placeholder={placeholder} maxLength={maxLength} disabled />
    </div>
  );
}

/** Card fields as on the provider's page, in the style of the sample. Disabled. */
function SampleCardFields() {
  return (
    <>
      <CardField {...MESSAGES.cardholder} />
      <CardField {...MESSAGES.card} />
      <div className="co-two">
        <CardField {...MESSAGES.expiry} />
        <CardField {...MESSAGES.cvc} maxLength={4} />
      </div>
    </>
  );
}

const getLayoutName = ({ config }: SamplePage): string => config.layout[0]?.toUpperCase() + config.layout.slice(1);

function formatPrice({ config }: SamplePage): string {
  const price = parsePrice(config.price, config.currency);
  return 'amount' in price ? formatWithSymbol(price.amount, config.currency) : '';
}

const ACCEPTED_TERMS = { terms: true };

/** Config of a sample page. Two layouts omit the testimonials, which would be below the visible part. */
function getSampleConfig({ config, picture, logo }: SamplePage): PublicCheckoutConfig {
  const { enabled, items } = config.testimonials;
  return {
    ...toPublicConfig(config),
    productImage: picture,
    logo,
    testimonials: { enabled: enabled && config.layout === 'minimal', items },
  };
}

/** The real page component with a sample, not interactive. */
function SamplePreview({ page, isFirst }: { page: SamplePage; isFirst: boolean }) {
  const config = getSampleConfig(page);
  return (
    <div className="sample" data-layout={config.layout} inert>
      <fieldset className="sample-scale" disabled>
        <CheckoutPage
          config={config}
          sellerName={page.sellerName}
          headingLevel={2}
          values={ACCEPTED_TERMS}
          eager={isFirst}
        >
          <SampleCardFields />
        </CheckoutPage>
      </fieldset>
    </div>
  );
}

/** Loads the samples' fonts after the page: `loadDeferredStylesheets` changes the media query. */
const FontStylesheet = () => (
  <>
    <link rel="stylesheet" href={faces} media="print" data-later />
    <noscript>
      <link rel="stylesheet" href={faces} />
    </noscript>
  </>
);

/** Live preview in three layouts. CSS alone switches between them, so it works without JavaScript. */
export function LivePreview() {
  const groupName = useId();
  return (
    <div className="machine">
      <FontStylesheet />
      <div className="machine-panel">
        <fieldset className="layout-keys">
          <legend>{MESSAGES.layout}</legend>
          {SAMPLE_PAGES.map((page, index) => (
            <label key={page.config.layout} className="key enamel">
              <input type="radio" name={groupName} value={page.config.layout} defaultChecked={index === 0} />
              {getLayoutName(page)}
            </label>
          ))}
        </fieldset>
        {SAMPLE_PAGES.map((page) => (
          <div key={page.config.layout} className="sample-price" data-layout={page.config.layout}>
            <PriceDisplay text={formatPrice(page)} size="3.5rem" />
          </div>
        ))}
      </div>
      <div className="slot" />
      <div className="feed">
        <div className="tear">
          {SAMPLE_PAGES.map((page, index) => (
            <SamplePreview key={page.config.layout} page={page} isFirst={index === 0} />
          ))}
        </div>
      </div>
    </div>
  );
}
