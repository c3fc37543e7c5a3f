import fc from 'fast-check';
import { expect, test } from 'vitest';

import { maskEmail } from './mask-email.ts';

test.for([
  ['nora.quill@example.com', 'n•••@example.com'],
  ['ana@example.com', 'a•••@example.com'],
  ['an@example.com', '•••@example.com'],
  ['a@example.com', '•••@example.com'],
  ['👩‍🎨painter@example.com', '👩‍🎨•••@example.com'],
  ['e\u0301loise@example.com', 'e\u0301•••@example.com'],
  ['"odd@name"@example.com', '"•••@example.com'],
  ['no address', '•••'],
  ['', '•••'],
])('masks %s as %s', ([address, shown]) => {
  expect(maskEmail(address ?? '')).toBe(shown);
});

const localPart = fc.stringMatching(/^[a-h.+_0-9-]{1,64}$/);
const domains = fc.constantFrom('example.com', 'mail.example.org', 'xn--bcher-kva.example');

test('shows at most the first letter of the local part and hides its length', () => {
  fc.assert(
    fc.property(localPart, domains, (name, domain) => {
      const shown = maskEmail(`${name}@${domain}`);
      expect(shown).toBe(`${name.length > 2 ? name.charAt(0) : ''}•••@${domain}`);
    }),
  );
});

test('masks two names with the same first letter equally', () => {
  fc.assert(
    fc.property(localPart, localPart, domains, (one, other, domain) => {
      const [first, second] = [`x12${one}`, `x12${other}`];
      expect(maskEmail(`${first}@${domain}`)).toBe(maskEmail(`${second}@${domain}`));
    }),
  );
});

test('never shows more than one character of the local part of any input', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (input) => {
      const [shown = ''] = maskEmail(input).split('•••');
      expect([...new Intl.Segmenter().segment(shown)].length).toBeLessThanOrEqual(1);
    }),
  );
});
