import { expect, test } from 'vitest';

import { cardText } from './card-text.ts';

test('a card is told by its brand and its last figures', () => {
  expect(cardText({ brand: 'visa', last4: '4242' })).toBe('Visa ending 4242');
  expect(cardText({ brand: 'of-tomorrow', last4: '0001' })).toBe('Card ending 0001');
});
