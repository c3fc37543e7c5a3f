import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { toPublicConfig } from '#domain/checkout-page.ts';
import { TESTIMONIALS_PER_LAYOUT } from '#domain/testimonial.ts';
import { configArbitrary } from '#domain/testing/page-config.ts';

import { CheckoutPage } from './checkout-page.tsx';

test.for(['classic', 'modern', 'minimal'] as const)('renders any valid page in the %s layout', (layout) => {
  fc.assert(
    fc.property(configArbitrary(), (config) => {
      const shown = { ...toPublicConfig(config), layout };
      const html = renderToStaticMarkup(<CheckoutPage config={shown} sellerName="Vane Ceramics" />);
      const quotes = config.testimonials.enabled ? config.testimonials.items.length : 0;
      expect(html.split('<figure').length - 1).toBe(Math.min(quotes, TESTIMONIALS_PER_LAYOUT[layout]));
      expect(html).not.toMatch(/<script|javascript:|\son\w+="/i);
    }),
    { numRuns: 60 },
  );
});
