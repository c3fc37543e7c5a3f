import type { McpServer } from '@modelcontextprotocol/server';

import { ApiError } from '../packages/sdk/src/errors.ts';
import type { Requester } from '../packages/sdk/src/request.ts';
import type { Call, Command } from './command.ts';
import { DOCUMENT, fillPath, type Operation, OPERATIONS, type Schema } from './operations.ts';
import { VERSION } from './version.ts';

type Arguments = Record<string, unknown> & { body?: unknown };

const INSTRUCTIONS = `Reads and manages checkout pages, orders, and customers through the API. Amounts are integers in minor units: 500 is $5.00. Lists return "data" and "next"; pass "next" as "cursor" to get the following page. Ask before you change, refund, publish, or delete anything.`;

/** Operations whose answer is a secret, which an assistant would keep in its conversation. */
const SECRET_OPERATIONS = ['webhookEndpoints.getSecret', 'webhookEndpoints.rotateSecret', 'licenses.getKey'];

/** The schemas that a schema refers to, with references that work inside the tool. */
function collectDefinitions(schema: unknown, found: Record<string, unknown> = {}): Record<string, unknown> {
  for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (Object.hasOwn(found, name)) continue;
    found[name] = DOCUMENT.components.schemas[name];
    collectDefinitions(found[name], found);
  }
  return found;
}

/** Input of a tool: parameters of path and query, and `body`. */
function buildInputSchema({ pathParams, queryParams, body }: Operation): object {
  const parameters = [...pathParams, ...queryParams];
  const properties: Record<string, Schema> = Object.fromEntries(
    parameters.map(({ name, schema, description }) => [name, { ...schema, ...(description && { description }) }]),
  );
  if (body) properties.body = body;
  const required = [
    ...parameters.flatMap(({ name, required: isRequired }) => (isRequired ? [name] : [])),
    ...(body ? ['body'] : []),
  ];
  const schema = { type: 'object', properties, required, additionalProperties: false };
  const withDefinitions = { ...schema, $defs: collectDefinitions(schema) };
  return JSON.parse(JSON.stringify(withDefinitions).replaceAll('#/components/schemas/', '#/$defs/')) as object;
}

async function callOperation(request: Requester, operation: Operation, { body, ...values }: Arguments) {
  const args = operation.pathParams.map(({ name }) => String(values[name]));
  const query = Object.fromEntries(operation.queryParams.map(({ name }) => [name, values[name]]));
  try {
    const result = await request(operation.method, fillPath(operation, args), { query, body });
    return { content: [{ type: 'text' as const, text: typeof result === 'string' ? result : JSON.stringify(result) }] };
  } catch (error) {
    const text = error instanceof ApiError ? JSON.stringify(error.details) : (error as Error).message;
    return { content: [{ type: 'text' as const, text }], isError: true };
  }
}

/** Creates an MCP server with a tool for each operation: only those that read, unless writes are allowed, and no secrets. */
async function createMcpServer(request: Requester, allowsWrites: boolean): Promise<McpServer> {
  // The library takes long to load, so only this command loads it.
  const { fromJsonSchema, McpServer: Server } = await import('@modelcontextprotocol/server');
  const server = new Server({ name: 'tillwright', version: VERSION }, { instructions: INSTRUCTIONS });
  for (const operation of OPERATIONS) {
    const isRead = operation.method === 'GET';
    if (SECRET_OPERATIONS.includes(operation.id) || (!isRead && !allowsWrites)) continue;
    server.registerTool(
      operation.id.replaceAll('.', '_'),
      {
        title: operation.summary,
        description: [operation.summary, operation.description].filter(Boolean).join('. '),
        inputSchema: fromJsonSchema<Arguments>(buildInputSchema(operation)),
        annotations: { readOnlyHint: isRead, destructiveHint: !isRead, idempotentHint: isRead },
      },
      (input: Arguments) => callOperation(request, operation, input),
    );
  }
  return server;
}

async function serve({ options, connect }: Call): Promise<null> {
  const { client } = await connect();
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
  serveStdio(() => createMcpServer(client.request, options['allow-writes'] === true));
  return null;
}

export const MCP_COMMAND: Command = {
  name: 'mcp',
  summary: 'Serve the API to an AI assistant over the Model Context Protocol',
  details: 'Uses standard input and output. Offers only operations that read, unless you add --allow-writes.',
  args: [],
  options: { 'allow-writes': { value: null, description: 'Also offer operations that change something' } },
  examples: ['tillwright mcp', 'tillwright mcp --profile sandbox --allow-writes'],
  run: serve,
};
