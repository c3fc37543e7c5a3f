import { expect, test } from 'vitest';

import { formatCard } from './format-billing.tsx';

test('describes a card by brand and last four digits', () => {
  expect(formatCard({ brand: 'visa', last4: '4242' })).toBe('Visa ending in 4242');
  expect(formatCard({ brand: 'of-tomorrow', last4: '0001' })).toBe('Card ending in 0001');
});
