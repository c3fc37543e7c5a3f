import { expect, test } from 'vitest';

import { CONFIG_SCHEMA, createEmptyConfig } from './checkout-page.ts';
import { createDeliverableSettings } from './deliverable.ts';
import { parsePageFile } from './page-file-schema.ts';
import { PAGE_FILE_FORMAT, PAGE_FILE_VERSION } from './page-file.ts';

const PNG = 'data:image/png;base64,AAAA';
const file = (change: object = {}) => ({
  format: PAGE_FILE_FORMAT,
  version: PAGE_FILE_VERSION,
  schema: CONFIG_SCHEMA,
  name: null,
  config: { ...createEmptyConfig(), productImage: PNG },
  deliverables: [],
  ...change,
});
const withConfig = (change: object) => file({ config: { ...createEmptyConfig(), ...change } });

test('reads a page with embedded images unchanged', () => {
  expect(parsePageFile(file())).toEqual({ file: file() });
  expect(parsePageFile(file({ name: ' My page ' }))).toEqual({ file: file({ name: 'My page' }) });
});

test('reads what the page delivers, with clean texts, and nothing from a file that does not name it', () => {
  const text = createDeliverableSettings('text');
  const item = { id: '1', name: 'Instructions', settings: { ...text, text: 'Fire at cone 6.' }, file: null };
  const read = parsePageFile(file({ deliverables: [{ ...item, name: ' Instructions ' }] }));
  expect(read).toEqual({ file: file({ deliverables: [item] }) });
  const { deliverables: _, ...older } = file();
  expect(parsePageFile(older)).toEqual({ file: file() });
});

test.for([
  ['no object', 'text', 'format: The format, version, or schema is missing or invalid'],
  ['nothing', null, 'format: The format, version, or schema is missing or invalid'],
  ['a list', [], 'format: The format, version, or schema is missing or invalid'],
  ['another format', file({ format: 'gumroad' }), 'format: The format, version, or schema is missing or invalid'],
  [
    'a later version',
    file({ version: 2 }),
    `version: The file has version 2 and schema ${CONFIG_SCHEMA}. This site supports version 1 and schema ${CONFIG_SCHEMA}`,
  ],
  [
    'a later schema',
    file({ schema: 9 }),
    `version: The file has version 1 and schema 9. This site supports version 1 and schema ${CONFIG_SCHEMA}`,
  ],
  ['an unknown key', file({ owner: 'me' }), 'owner: There is no such field.'],
  ['an unknown key of the config', withConfig({ onSale: true }), 'config.onSale: There is no such field.'],
  ['an unknown layout', withConfig({ layout: 'wild' }), 'config.layout: Must be one of: classic, modern, minimal.'],
  [
    'the address of an image',
    withConfig({ logo: `/media/${'0a'.repeat(32)}.webp` }),
    'config.logo: Images in a page file must be data URLs',
  ],
  ['a long name', file({ name: 'x'.repeat(121) }), /^name: The page’s name can’t be longer than 120/],
] as const)('%s is refused in words', ([, value, message]) => {
  const read = parsePageFile(value);
  const [first] = 'errors' in read ? read.errors : [];
  const expectedError = first && `${first.path}: ${first.message}`;
  if (typeof message === 'string') expect(expectedError).toBe(message);
  else expect(expectedError).toMatch(message);
});
