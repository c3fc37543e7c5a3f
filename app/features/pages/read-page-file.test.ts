import { expect, test } from 'vitest';

import { MAX_PAGE_FILE_BYTES } from '#domain/page-file.ts';

import { parsePageFileText, readPageFile } from './import-file-button.tsx';

test('reads a page file unchanged', () => {
  const file = { format: 'tillwright-page', version: 1, schema: 1, name: null, config: {} };
  expect(parsePageFileText(JSON.stringify(file))).toEqual(file);
});

test('rejects every other file with a message', () => {
  for (const text of ['', 'no json', '[]', 'null', '{}', '{"format":"other"}'])
    expect(() => parsePageFileText(text)).toThrow('This isn’t an exported page');
  expect(() => parsePageFileText('{"format":"tillwright-page","version":2}')).toThrow('newer version');
  expect(() => parsePageFileText('{"format":"tillwright-page"}')).toThrow('newer version');
});

test('does not read a file that is too large', async () => {
  const file = new File([new Uint8Array(MAX_PAGE_FILE_BYTES + 1)], 'big.json');
  await expect(readPageFile(file)).rejects.toThrow('larger than 8 MB');
});

test('does not read a file with another extension, whatever its content', async () => {
  const text = '{"format":"tillwright-page","version":1}';
  for (const name of ['page.txt', 'page.json.exe', 'page'])
    await expect(readPageFile(new File([text], name))).rejects.toThrow('Choose a .tillwright.json file');
  expect(await readPageFile(new File([text], 'PAGE.JSON'))).toEqual({ format: 'tillwright-page', version: 1 });
});
