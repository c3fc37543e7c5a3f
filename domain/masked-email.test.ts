import fc from 'fast-check';
import { expect, test } from 'vitest';

import { maskedEmail } from './masked-email.ts';

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
  expect(maskedEmail(address ?? '')).toBe(shown);
});

const letters = fc.stringMatching(/^[a-h.+_0-9-]{1,64}$/);
const domains = fc.constantFrom('example.com', 'mail.example.org', 'xn--bcher-kva.example');

test('shows at most the first letter of the local part and hides its length', () => {
  fc.assert(
    fc.property(letters, domains, (name, domain) => {
      const shown = maskedEmail(`${name}@${domain}`);
      expect(shown).toBe(`${name.length > 2 ? name.charAt(0) : ''}•••@${domain}`);
    }),
  );
});

test('masks two names with the same first letter equally', () => {
  fc.assert(
    fc.property(letters, letters, domains, (one, other, domain) => {
      const [first, second] = [`x12${one}`, `x12${other}`];
      expect(maskedEmail(`${first}@${domain}`)).toBe(maskedEmail(`${second}@${domain}`));
    }),
  );
});

test('never shows more than one character of the local part of any input', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
      const [shown = ''] = maskedEmail(typed).split('•••');
      expect([...new Intl.Segmenter().segment(shown)].length).toBeLessThanOrEqual(1);
    }),
  );
});
