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
  ['', 'Enter your phone number.'],
  ['07700 900123', 'Start with the country code, like +1.'],
  ['+44', 'Enter a complete phone number.'],
  ['+44 call me', 'Enter a complete phone number.'],
  ['+0441234567', 'Enter a complete phone number.'],
])('refuses %j with a message', (text, message) => {
  expect(() => parsePhone(text)).toThrow(message);
});
