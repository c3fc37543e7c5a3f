import { expect, test } from 'vitest';

import { hasExtension, PAGE_FILE_EXTENSIONS, TABLE_FILE_EXTENSIONS } from './file-extension.ts';

test('accepts the extension in any case', () => {
  for (const name of ['page.json', 'Page.tillwright.JSON']) expect(hasExtension(name, PAGE_FILE_EXTENSIONS)).toBe(true);
  for (const name of ['sales.csv', 'SALES.TSV']) expect(hasExtension(name, TABLE_FILE_EXTENSIONS)).toBe(true);
});

test('rejects names that only contain the extension', () => {
  for (const name of ['', 'json', 'page.json.exe', 'page.json ', 'page.csv', 'pagejson'])
    expect(hasExtension(name, PAGE_FILE_EXTENSIONS)).toBe(false);
});
