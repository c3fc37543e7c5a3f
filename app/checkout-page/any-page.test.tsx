import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { anyConfig } from '#domain/any-config.ts';
import { publicConfigOf } from '#domain/checkout-page.ts';
import { TESTIMONIALS_SHOWN } from '#domain/testimonial.ts';

import { CheckoutPage } from './checkout-page.tsx';

test.for(['classic', 'modern', 'minimal'] as const)('renders any valid page in the %s layout', (layout) => {
  fc.assert(
    fc.property(anyConfig(), (config) => {
      const shown = { ...publicConfigOf(config), layout };
      const html = renderToStaticMarkup(<CheckoutPage config={shown} sellerName="Vane Ceramics" />);
      const quotes = config.testimonials.enabled ? config.testimonials.items.length : 0;
      expect(html.split('<figure').length - 1).toBe(Math.min(quotes, TESTIMONIALS_SHOWN[layout]));
      expect(html).not.toMatch(/<script|javascript:|\son\w+="/i);
    }),
    { numRuns: 60 },
  );
});
