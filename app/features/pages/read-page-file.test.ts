import { expect, test } from 'vitest';

import { MAX_PAGE_FILE_BYTES } from '#domain/page-file.ts';

import { parsePageFileText, readPageFile } from './import-file-button.tsx';

const getError = (text: string) => {
  const read = parsePageFileText(text);
  return 'error' in read ? read.error : null;
};

test('reads a page file unchanged', () => {
  const file = { format: 'tillwright-page', version: 1, schema: 1, name: null, config: {} };
  expect(parsePageFileText(JSON.stringify(file))).toEqual({ file });
});

test('rejects every other file with a message', () => {
  for (const text of ['', 'no json', '[]', 'null', '{}', '{"format":"other"}'])
    expect(getError(text)).toContain('This file is not a page');
  expect(getError('{"format":"tillwright-page","version":2}')).toContain('newer version');
  expect(getError('{"format":"tillwright-page"}')).toContain('newer version');
});

test('does not read a file that is too large', async () => {
  const read = await readPageFile(new File([new Uint8Array(MAX_PAGE_FILE_BYTES + 1)], 'big.json'));
  expect(read).toHaveProperty('error', expect.stringContaining('bigger than 8 MB'));
});

test('does not read a file with another extension, whatever its content', async () => {
  const text = '{"format":"tillwright-page","version":1}';
  for (const name of ['page.txt', 'page.json.exe', 'page'])
    expect(await readPageFile(new File([text], name))).toHaveProperty(
      'error',
      expect.stringContaining('its name ends in .tillwright.json'),
    );
  expect(await readPageFile(new File([text], 'PAGE.JSON'))).toHaveProperty('file');
});
