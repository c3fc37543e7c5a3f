import { expect, test } from 'vitest';

import { hasEnding, PAGE_FILE_ENDINGS, TABLE_ENDINGS } from './file-ending.ts';

test('accepts the extension in any case', () => {
  for (const name of ['page.json', 'Page.tillwright.JSON'])
    expect(hasEnding(name, PAGE_FILE_ENDINGS)).toBe(true);
  for (const name of ['sales.csv', 'SALES.TSV']) expect(hasEnding(name, TABLE_ENDINGS)).toBe(true);
});

test('rejects names that only contain the extension', () => {
  for (const name of ['', 'json', 'page.json.exe', 'page.json ', 'page.csv', 'pagejson'])
    expect(hasEnding(name, PAGE_FILE_ENDINGS)).toBe(false);
});
