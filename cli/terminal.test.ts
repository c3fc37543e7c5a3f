import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, test } from 'vitest';

import { createFolder, KEY, runCli, serveResponses } from './testing/run-cli.ts';

const ORDER = {
  id: '3f0a6f1e-6a43-4c1c-8f1e-0d9a2b7c4e11',
  number: 7,
  createdAt: '2026-03-02T10:00:00Z',
  state: 'paid',
  disputeState: null,
  currency: 'USD',
  amounts: { total: 2900, net: 2900 },
  productName: 'Taller\u001b[2J\u001b]0;root\u0007\tfree\nOrder 8\u202e',
  buyer: { email: 'ana@example.com', name: null },
};

test('prints foreign text without terminal controls or fake rows and columns', async () => {
  const url = await serveResponses(() => Response.json({ data: [ORDER], next: null }));
  const { out } = await runCli(['orders', 'list'], { TILLWRIGHT_URL: url, TILLWRIGHT_KEY: KEY });
  expect(out).toBe(
    `7\t2026-03-02\tpaid\t\t$29.00 USD\t$29.00 USD\tTaller free Order 8\tana@example.com\t${ORDER.id}\n`,
  );
});

test('prints names from a page file of others without terminal controls', async () => {
  const page = { id: ORDER.id, missingProducts: ['Book\u001b[2J\u0007'] };
  const url = await serveResponses(() => Response.json(page));
  const file = path.join(await createFolder(), 'page.json');
  await writeFile(file, '{}');
  const { out } = await runCli(['pages', 'import', file], { TILLWRIGHT_URL: url, TILLWRIGHT_KEY: KEY });
  expect(out).toBe(`Created page ${ORDER.id} as a draft\nNot among your pages, so not part of the bundle: “Book”\n`);
});
