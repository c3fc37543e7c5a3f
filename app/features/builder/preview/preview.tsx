import { memo, useDeferredValue, useState } from 'react';

import { CheckoutPage } from '#app/checkout-page/checkout-page.tsx';
import { ClosedPage } from '#app/checkout-page/closed-page.tsx';

import '#app/checkout-page/offer.css';
import { fontStylesheets } from '#app/checkout-page/fonts/fonts.ts';
import { toPublicConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { isCountdownOver } from '#domain/offer.ts';

import { getClosedReason, getConfigInState, getPropsInState, type PreviewState } from './preview-states.ts';

type Props = { config: CheckoutPageConfig; sellerName: string | null; state: PreviewState };

/** The real checkout page component; renders again only if config, seller name or state change. */
const RenderedPage = memo(function RenderedPage({ config, sellerName, state }: Props) {
  const closedReason = getClosedReason(state, config);
  const [now] = useState(Date.now);
  const publicConfig = toPublicConfig(getConfigInState(state, config, now));
  return (
    <>
      {fontStylesheets(config.fonts).map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      {closedReason ? (
        <ClosedPage page={publicConfig} reason={closedReason} sellerName={sellerName} headingLevel={2} now={now} />
      ) : (
        <CheckoutPage
          key={state}
          config={publicConfig}
          sellerName={sellerName}
          headingLevel={2}
          stockLeft={config.availability.showStock ? config.availability.stock : null}
          now={now}
          countdownOver={isCountdownOver(config, new Date(now))}
          {...getPropsInState(state, config)}
        />
      )}
    </>
  );
});

/** Preview with a deferred config: typing stays responsive, and intermediate keystrokes may be skipped. */
export const Preview = memo(function Preview({ config, sellerName, state }: Props) {
  const deferredConfig = useDeferredValue(config);
  return <RenderedPage config={deferredConfig} sellerName={sellerName} state={state} />;
});
