import { expect, test } from 'vitest';

import { validatePreset } from './price-group.tsx';

const page = (presets: string[], minimum = '5', maximum = '100') => ({
  currency: 'USD',
  payWhatYouWant: { enabled: true, minimum, maximum, presets },
});

test.each<[string, string | null]>([
  ['20', null],
  ['5', null],
  ['100', null],
  ['4.99', 'Enter $5.00 or more'],
  ['100.01', 'Enter $100.00 or less'],
  ['10.00', 'You’ve already added $10.00'],
  ['a lot', 'Enter an amount as a number, like 29.99'],
])('validates %s next to an existing amount of 10: %s', (amount, error) => {
  expect(validatePreset(amount, page(['10']))).toBe(error);
});

test('rejects a seventh amount', () => {
  const six = ['10', '11', '12', '13', '14', '15'];
  expect(validatePreset('16', page(six))).toBe('You can suggest at most 6 amounts');
});

test("rejects amounts below Stripe's minimum but accepts zero", () => {
  expect(validatePreset('0.10', page([], '', ''))).toBe('Stripe’s minimum in USD is $0.50');
  expect(validatePreset('0', page([], '', ''))).toBeNull();
});
