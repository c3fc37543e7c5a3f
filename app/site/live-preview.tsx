import { useId } from 'react';

import '#app/checkout-page/checkout-page.css';
import { CheckoutPage } from '#app/checkout-page/checkout-page.tsx';
import { PriceFlags } from '#app/ui/price-flags.tsx';
import { SAMPLE_PAGES, type SamplePage } from '#content/sample-pages.ts';
import { publicConfigOf, type PublicCheckoutConfig } from '#domain/checkout-page.ts';
import { parsePrice, symbolText } from '#domain/money.ts';

import { CardFields } from './card-fields.tsx';
import faces from './sample-faces.css?url&no-inline';

const titleOf = ({ config }: SamplePage): string => config.layout[0]?.toUpperCase() + config.layout.slice(1);

function priceOf({ config }: SamplePage): string {
  const price = parsePrice(config.price, config.currency);
  return 'amount' in price ? symbolText(price.amount, config.currency) : '';
}

const TICKED = { terms: true };

/** Config of a sample page. Two layouts omit the testimonials, which would be below the visible part. */
function configOf({ config, picture, logo }: SamplePage): PublicCheckoutConfig {
  const { enabled, items } = config.testimonials;
  return {
    ...publicConfigOf(config),
    productImage: picture,
    logo,
    testimonials: { enabled: enabled && config.layout === 'minimal', items },
  };
}

/** The real page component with a sample, not interactive. */
function Sample({ page, first }: { page: SamplePage; first: boolean }) {
  const config = configOf(page);
  return (
    <div className="sample" data-layout={config.layout} inert>
      <fieldset className="sample-scale" disabled>
        <CheckoutPage
          config={config}
          sellerName={page.sellerName}
          headingLevel={2}
          typed={TICKED}
          atOnce={first}
        >
          <CardFields />
        </CheckoutPage>
      </fieldset>
    </div>
  );
}

/** Loads the samples' fonts after the page: `loadDeferredStylesheets` changes the media query. */
const Faces = () => (
  <>
    <link rel="stylesheet" href={faces} media="print" data-later />
    <noscript>
      <link rel="stylesheet" href={faces} />
    </noscript>
  </>
);

/** Live preview in three layouts. CSS alone switches between them, so it works without JavaScript. */
export function LivePreview() {
  const name = useId();
  return (
    <div className="machine">
      <Faces />
      <div className="machine-panel">
        <fieldset className="layout-keys">
          <legend>Layout</legend>
          {SAMPLE_PAGES.map((page, place) => (
            <label key={page.config.layout} className="key enamel">
              <input type="radio" name={name} value={page.config.layout} defaultChecked={place === 0} />
              {titleOf(page)}
            </label>
          ))}
        </fieldset>
        {SAMPLE_PAGES.map((page) => (
          <div key={page.config.layout} className="sample-price" data-layout={page.config.layout}>
            <PriceFlags text={priceOf(page)} size="3.5rem" />
          </div>
        ))}
      </div>
      <div className="slot" />
      <div className="feed">
        <div className="tear">
          {SAMPLE_PAGES.map((page, place) => (
            <Sample key={page.config.layout} page={page} first={place === 0} />
          ))}
        </div>
      </div>
    </div>
  );
}
