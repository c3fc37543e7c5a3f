import { expect, test } from 'vitest';

import { normalizePhone, parsePhone } from './phone-dialog.tsx';

test.each([
  ['+44 7700 900123', '+447700900123'],
  ['0044 7700-900123', '+447700900123'],
  ['+49 (0)30 / 90 18 20', '+4930901820'],
  ['+1 (212) 555-0123', '+12125550123'],
])('normalizes %s to %s', (text, phone) => {
  expect(normalizePhone(text)).toBe(phone);
  expect(parsePhone(text)).toBe(phone);
});

test.each([
  ['', 'Type your number.'],
  ['07700 900123', 'Begin with the country code, like +44.'],
  ['+44', 'This is not a whole number. Please check it.'],
  ['+44 call me', 'This is not a whole number. Please check it.'],
  ['+0441234567', 'This is not a whole number. Please check it.'],
])('refuses %j with a message', (text, message) => {
  expect(() => parsePhone(text)).toThrow(message);
});
