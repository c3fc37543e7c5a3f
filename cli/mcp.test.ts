import { expect, onTestFinished, test } from 'vitest';

import { createFolder, KEY, serveResponses, startCli } from './testing/run-cli.ts';

type Tool = { name: string; inputSchema: { required: string[] }; annotations: { readOnlyHint: boolean } };
type Message = { id?: number; result?: { tools?: Tool[]; content?: { text: string }[]; isError?: boolean } };

const toLine = (id: number, method: string, params: object): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const INITIALIZE = toLine(1, 'initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
});
const INITIALIZED = `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`;

/** Sends requests to the MCP server and returns its answers by id. */
async function askServer(args: string[], requests: string[], api: (request: Request) => Response) {
  const env = { HOME: await createFolder(), TILLWRIGHT_URL: await serveResponses(api), TILLWRIGHT_KEY: KEY };
  const child = startCli(['mcp', ...args], env);
  onTestFinished(() => void child.kill());
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  child.stdin.write([INITIALIZE, INITIALIZED, ...requests].join(''));
  await expect.poll(() => output.split('\n').length - 1, { timeout: 50_000 }).toBe(requests.length + 1);
  const messages = output
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Message);
  return new Map(messages.map((message) => [message.id, message.result]));
}

const noRequest = () => Response.json({}, { status: 500 });

test('offers the operations that read, and all of them only on request', async () => {
  const list = toLine(2, 'tools/list', {});
  const tools = (await askServer([], [list], noRequest)).get(2)?.tools ?? [];
  expect(tools.find(({ name }) => name === 'orders_get')?.inputSchema.required).toEqual(['orderId']);
  expect(tools.filter(({ annotations }) => !annotations.readOnlyHint)).toEqual([]);
  expect(tools.filter(({ name }) => /secret/i.test(name))).toEqual([]);
  const all = (await askServer(['--allow-writes'], [list], noRequest)).get(2)?.tools ?? [];
  expect(all.map(({ name }) => name)).toContain('orders_refunds_create');
});

test('calls the API and reports its errors', async () => {
  const api = ({ url }: Request) =>
    url.includes('/orders')
      ? Response.json({ data: [{ number: 7 }], next: null })
      : Response.json({ error: { code: 'not_found', message: 'There is no such page.' } }, { status: 404 });
  const calls = [
    toLine(2, 'tools/call', { name: 'orders_list', arguments: { limit: 1 } }),
    toLine(3, 'tools/call', { name: 'pages_get', arguments: { pageId: crypto.randomUUID() } }),
    toLine(4, 'tools/call', { name: 'pages_delete', arguments: { pageId: crypto.randomUUID() } }),
  ];
  const answers = await askServer([], calls, api);
  expect(JSON.parse(answers.get(2)?.content?.[0]?.text ?? '')).toEqual({ data: [{ number: 7 }], next: null });
  expect(answers.get(3)).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('not_found') }] });
  // An unknown tool is an error of the protocol, which has no result.
  expect(answers.get(4)).toBeUndefined();
});
