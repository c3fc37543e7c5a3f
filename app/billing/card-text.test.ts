import { expect, test } from 'vitest';

import { cardText } from './card-text.ts';

test('describes a card by brand and last four digits', () => {
  expect(cardText({ brand: 'visa', last4: '4242' })).toBe('Visa ending 4242');
  expect(cardText({ brand: 'of-tomorrow', last4: '0001' })).toBe('Card ending 0001');
});
