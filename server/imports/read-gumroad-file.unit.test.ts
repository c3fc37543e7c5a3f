import { expect, test } from 'vitest';

import { MAX_IMPORT_FILE_BYTES, MAX_IMPORT_PRODUCTS } from '#domain/product-import.ts';

import { readGumroadFile } from './read-gumroad-file.ts';

/** Each took minutes with patterns of quadratic time; the time limit of the test detects that. */
const HOSTILE_CELLS = [
  ['tags without an end', 'description', '<a'.repeat(450_000)],
  ['list items without an end', 'description', '<li '.repeat(240_000)],
  ['line breaks without an end', 'description', '<br '.repeat(240_000)],
  ['spaces between tags', 'description', '<b> </b>'.repeat(120_000)],
  ['commas in a price', 'price', `${',11'.repeat(300_000)}.`],
] as const;

test.for(HOSTILE_CELLS)('parses a file with %s', async ([, column, cell]) => {
  const [product] = await readGumroadFile(`name,${column}\nGlaze Recipes,"${cell}"\n`);
  expect(product?.name).toBe('Glaze Recipes');
});

test('keeps the event loop free while parsing a file of maximum size', async () => {
  const row = (index: number) => `Glaze Recipes,$19,Sold ${index} <b>times</b>\n`;
  let csv = 'name,price,description\n';
  for (let index = 0; csv.length < MAX_IMPORT_FILE_BYTES - 100; index += 1) csv += row(index);
  let tickCount = 0;
  const timer = setInterval(() => (tickCount += 1), 1);
  const products = await readGumroadFile(csv);
  clearInterval(timer);
  expect(products).toHaveLength(1);
  expect(tickCount).toBeGreaterThan(10);
});

test('refuses a file with too many products or that takes too long', async () => {
  const names = Array.from({ length: MAX_IMPORT_PRODUCTS + 1 }, (_, index) => `Recipe ${index}\n`).join('');
  await expect(readGumroadFile(`name\n${names}`)).rejects.toMatchObject({
    code: 'import_unreadable',
    message: 'This file has 2,001 products. You can import up to 2,000 at a time.',
  });
  await expect(readGumroadFile('name\nGlaze Recipes\n', 0)).rejects.toMatchObject({
    code: 'import_unreadable',
    message: 'This file takes too long to read. Export a shorter period and import that file.',
  });
});

test('passes on the reason why a file is unreadable', async () => {
  await expect(readGumroadFile('color,price\nred,$1\n')).rejects.toMatchObject({
    code: 'import_unreadable',
    message: expect.stringContaining('The first row must have a Name or Item Name column') as string,
  });
});
