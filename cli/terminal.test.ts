import { expect, test } from 'vitest';

import { KEY, runCli, serveResponses } from './testing/run-cli.ts';

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
