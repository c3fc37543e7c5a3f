import { expect, test } from 'vitest';

import { hasEnding, PAGE_FILE_ENDINGS, TABLE_ENDINGS } from './file-ending.ts';

test('the end of a name counts, however its letters are written', () => {
  for (const name of ['page.json', 'Page.tillwright.JSON'])
    expect(hasEnding(name, PAGE_FILE_ENDINGS)).toBe(true);
  for (const name of ['sales.csv', 'SALES.TSV']) expect(hasEnding(name, TABLE_ENDINGS)).toBe(true);
});

test('what only looks like it does not count', () => {
  for (const name of ['', 'json', 'page.json.exe', 'page.json ', 'page.csv', 'pagejson'])
    expect(hasEnding(name, PAGE_FILE_ENDINGS)).toBe(false);
});
