import { memo, useDeferredValue } from 'react';

import { publicConfigOf, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import { CheckoutPage } from '#app/checkout-page/checkout-page.tsx';
import { fontStylesheets } from '#app/checkout-page/fonts/fonts.ts';

import { shownIn, type PreviewState } from './preview-states.ts';

type Props = { config: CheckoutPageConfig; sellerName: string | null; state: PreviewState };

/** The real page component, drawn again only when the page itself is another one. */
const DrawnPage = memo(function DrawnPage({ config, sellerName, state }: Props) {
  return (
    <>
      {fontStylesheets(config.fonts).map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      <CheckoutPage
        key={state}
        config={publicConfigOf(config)}
        sellerName={sellerName}
        headingLevel={2}
        {...shownIn(state, config)}
      />
    </>
  );
});

/** Typing goes first: the page follows when the keystroke is on the screen, and skips those that it cannot keep up with. */
export const Preview = memo(function Preview({ config, sellerName, state }: Props) {
  const drawn = useDeferredValue(config);
  return <DrawnPage config={drawn} sellerName={sellerName} state={state} />;
});
