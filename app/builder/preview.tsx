import { memo, useDeferredValue, useState } from 'react';

import { publicConfigOf, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { isCountdownOver } from '#domain/offer.ts';

import '#app/checkout-page/offer.css';
import { CheckoutPage } from '#app/checkout-page/checkout-page.tsx';
import { ClosedPage } from '#app/checkout-page/closed-page.tsx';
import { fontStylesheets } from '#app/checkout-page/fonts/fonts.ts';

import { closedIn, configIn, shownIn, type PreviewState } from './preview-states.ts';

type Props = { config: CheckoutPageConfig; sellerName: string | null; state: PreviewState };

/** The real checkout page component; renders again only if config, seller name or state change. */
const DrawnPage = memo(function DrawnPage({ config, sellerName, state }: Props) {
  const because = closedIn(state, config);
  const [now] = useState(Date.now);
  const shown = publicConfigOf(configIn(state, config, now));
  return (
    <>
      {fontStylesheets(config.fonts).map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      {because ? (
        <ClosedPage page={shown} because={because} sellerName={sellerName} headingLevel={2} now={now} />
      ) : (
        <CheckoutPage
          key={state}
          config={shown}
          sellerName={sellerName}
          headingLevel={2}
          left={config.availability.showStock ? config.availability.stock : null}
          now={now}
          countdownOver={isCountdownOver(config, new Date(now))}
          {...shownIn(state, config)}
        />
      )}
    </>
  );
});

/** Preview with a deferred config: typing stays responsive, and intermediate keystrokes may be skipped. */
export const Preview = memo(function Preview({ config, sellerName, state }: Props) {
  const drawn = useDeferredValue(config);
  return <DrawnPage config={drawn} sellerName={sellerName} state={state} />;
});
