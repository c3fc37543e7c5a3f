import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { createPageConfig } from '../../e2e/support/seller.ts';

/** A page that uses most features, with this many coupons. */
export const createFullConfig = (coupons: number): CheckoutPageConfig =>
  createPageConfig({
    features: Array.from({ length: 10 }, (_, index) => `Lesson ${index + 1}: a longer line about what it is`),
    testimonials: {
      enabled: true,
      items: Array.from({ length: 5 }, (_, index) => ({
        name: `Buyer Number${index}`,
        role: 'Hobby printer',
        rating: 5,
        text: 'I stopped fighting the press on lesson four, and the first good print hangs on the wall.',
      })),
    },
    validCoupons: Array.from({ length: coupons }, (_, index) => ({
      code: `CODE${index}`,
      discount: index + 1,
      type: 'percentage' as const,
    })),
  });
