import fc from 'fast-check';
import { expect, test } from 'vitest';

import { formatJson } from './delivery-dialog.tsx';

test('formats JSON with standard indentation', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value: unknown = JSON.parse(text);
      if (typeof value !== 'object' || value === null) expect(formatJson(text)).toBe(text);
      else expect(JSON.parse(formatJson(text))).toEqual(value);
    }),
  );
  const order = { id: 'a', lines: [{ x: 1 }, []], none: {}, words: 'a {b}, "c": [d]' };
  expect(formatJson(JSON.stringify(order))).toBe(JSON.stringify(order, null, 2));
});

test('keeps numbers that JavaScript cannot represent exactly', () => {
  const text = '{"id":12345678901234567890,"amount":1.10,"2":"b","1":"a"}';
  expect(formatJson(text)).toBe('{\n  "id": 12345678901234567890,\n  "amount": 1.10,\n  "2": "b",\n  "1": "a"\n}');
});

test('leaves other text unchanged', () => {
  for (const text of ['', 'ok', '<html>', '"a', '{"a', 'Error: {no}']) expect(formatJson(text)).toBe(text);
});
