import { toColumns } from './columns.ts';
import { type Call, type Command, getText, type Output, WRITE_OPTIONS } from './command.ts';
import { usageFault } from './errors.ts';
import { OPERATIONS } from './operations.ts';
import { readJson } from './option-values.ts';
import { listRows } from './resource-commands.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function parseFields({ field }: Call['options']): Record<string, string> {
  const fields = Array.isArray(field) ? field : [];
  return Object.fromEntries(
    fields.map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      if (name === '' || rest.length === 0) throw usageFault(`--field must look like NAME=VALUE, not ${pair}.`);
      return [name, rest.join('=')];
    }),
  );
}

/** Sends any request to the API, such as one that this version does not know. */
async function sendRequest({ args: [typedMethod = '', path = ''], options, connect }: Call): Promise<Output> {
  const method = typedMethod.toUpperCase();
  if (!METHODS.includes(method))
    throw usageFault(`${typedMethod} is not an HTTP method.`, `Use one of: ${METHODS.join(', ')}`);
  if (!path.startsWith('/')) throw usageFault(`The path must start with /, such as /orders, not ${path}.`);
  const data = getText(options, 'data');
  const fields = parseFields(options);
  const { client } = await connect();
  if (options.paginate) {
    const item = OPERATIONS.find((one) => one.method === method && one.path === path)?.item;
    return { rows: listRows(client.request, path, fields, Number.POSITIVE_INFINITY), columns: toColumns(item ?? {}) };
  }
  const idempotencyKey = getText(options, 'idempotency-key');
  const input = {
    ...(method === 'GET' ? { query: fields } : { body: data === undefined ? fields : await readJson(data, '--data') }),
    ...(idempotencyKey && { idempotencyKey }),
  };
  return { value: await client.request(method, path, input) };
}

export const RAW_COMMAND: Command = {
  name: 'api',
  summary: 'Send any request to the API',
  args: ['METHOD', 'PATH'],
  options: {
    field: {
      value: 'NAME=VALUE',
      description: 'Query parameter of GET, or field of the body',
      short: 'f',
      isRepeated: true,
    },
    data: { value: 'JSON', description: 'The body: JSON, @FILE, or - for standard input' },
    paginate: { value: null, description: 'Fetch all pages of a list' },
    ...WRITE_OPTIONS,
  },
  examples: [
    'tillwright api GET /orders -f state=paid --paginate --json',
    'tillwright api POST /checkouts --data @checkout.json',
  ],
  run: sendRequest,
};
