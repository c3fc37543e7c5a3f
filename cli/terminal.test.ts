import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

const PROGRAM = path.join(import.meta.dirname, 'tillwright.mjs');

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

async function openApi(answer: object): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

const outputOf = (args: string[], env: Record<string, string>): Promise<string> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [PROGRAM, ...args], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => void (out += chunk.toString()));
    child.on('close', () => resolve(out));
  });

test('prints foreign text without terminal controls or fake rows and columns', async () => {
  const url = await openApi({ data: [ORDER], next: null });
  const env = { TILLWRIGHT_URL: url, TILLWRIGHT_KEY: `twk_sandbox_${'a'.repeat(49)}` };
  expect(await outputOf(['orders', 'list'], env)).toBe(
    `7\t2026-03-02\tpaid\t\t$29.00 USD\t$29.00 USD\tTaller free Order 8\tana@example.com\t${ORDER.id}\n`,
  );
});
