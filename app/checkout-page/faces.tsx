import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';

import { fontPreloads, fontStylesheets } from './fonts/fonts.ts';

/** Preloads and stylesheets of the page's fonts. */
export const FontLinks = ({ fonts }: Pick<PublicCheckoutConfig, 'fonts'>) => (
  <>
    {fontPreloads(fonts).map((href) => (
      <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
    ))}
    {fontStylesheets(fonts).map((href) => (
      <link key={href} rel="stylesheet" precedence="face" href={href} />
    ))}
  </>
);
