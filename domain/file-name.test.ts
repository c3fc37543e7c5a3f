import fc from 'fast-check';
import { expect, test } from 'vitest';

import { DELIVERABLE_LIMITS } from './deliverable.ts';
import { cleanFileName, getFileExtension } from './file-name.ts';

test.for([
  ['Guide.pdf', 'Guide.pdf'],
  ['  Guide   v2 .pdf ', 'Guide v2 .pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\book.epub', 'book.epub'],
  ['.htaccess', 'htaccess'],
  ['..', 'file'],
  ['', 'file'],
  ['\u0000\u0007', 'file'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['a\u200Bb\u2066c\u00ADd.zip', 'abcd.zip'],
  ['new\nline\r\n.txt', 'new line .txt'],
  ['what? "this" <is>:|*.mp3', 'what_ _this_ _is____.mp3'],
  ['NUL.txt', '_NUL.txt'],
  ['com1', '_com1'],
  ['Console.pdf', 'Console.pdf'],
  ['ends with dots...', 'ends with dots'],
  ['Stra\u00DFe \u65E5\u672C.pdf', 'Stra\u00DFe \u65E5\u672C.pdf'],
  ['e\u0301tude.pdf', '\u00E9tude.pdf'],
  ['half \uD83D.pdf', 'half .pdf'],
] as const)('cleans the name %j', ([input, name]) => {
  expect(cleanFileName(input)).toBe(name);
});

test('shortens a long name before its extension', () => {
  const name = cleanFileName(`${'x'.repeat(300)}.pdf`);
  expect([name.length, name.endsWith('x.pdf')]).toEqual([DELIVERABLE_LIMITS.fileName, true]);
  expect(cleanFileName('\u{1F4D8}'.repeat(300))).toBe('\u{1F4D8}'.repeat(DELIVERABLE_LIMITS.fileName));
});

test('returns a name that is clean already for any input', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (input) => {
      const name = cleanFileName(input);
      expect(cleanFileName(name)).toBe(name);
      expect(name).toMatch(/^[^/\\\p{Cc}<>:"|?*]+$/u);
      expect(Array.from(name).length).toBeLessThanOrEqual(DELIVERABLE_LIMITS.fileName);
    }),
  );
});

test.for([
  ['book.EPUB', 'epub'],
  ['archive.tar.gz', 'gz'],
  ['.zip', ''],
  ['name', ''],
  ['name.', ''],
] as const)('finds the extension of %j', ([name, extension]) => {
  expect(getFileExtension(name)).toBe(extension);
});
