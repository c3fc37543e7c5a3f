import { List, type ListPage } from '../packages/sdk/src/list.ts';
import type { Requester } from '../packages/sdk/src/request.ts';
import { COLUMNS, PARTS, toColumns } from './columns.ts';
import {
  type Call,
  type Command,
  getText,
  type Options,
  type OptionValues,
  type Output,
  WRITE_OPTIONS,
} from './command.ts';
import { usageFault } from './errors.ts';
import { saveFile } from './files.ts';
import { fillPath, type Operation, OPERATIONS, type Schema } from './operations.ts';
import { getMaxRows, parseOption, readJson, toOption, toOptionName } from './option-values.ts';
import { type Row, write } from './output.ts';

const MAX_PAGE_SIZE = 100;

const LIST_OPTIONS: Options = {
  limit: { value: 'NUMBER', description: 'Maximum number of rows (default: 20)' },
  all: { value: null, description: 'List everything' },
};
const DATA_OPTION: Options = {
  data: { value: 'JSON', description: 'The whole body: JSON, @FILE, or - for standard input. Options override it.' },
};
const FILE_OPTION: Options = {
  output: { value: 'FILE', description: 'File to write (default: standard output)', short: 'o' },
};

const toCommandName = (id: string): string => id.split('.').map(toOptionName).join(' ');
const toArgumentName = (name: string): string => toOptionName(name).replaceAll('-', '_').toUpperCase();

type Field = { name: string; option: string; schema: Schema; description: string; isRequired: boolean };

/** Query parameters, or the properties of the body. Lists have --limit and --all instead of a cursor. */
function listFields({ queryParams, body, item }: Operation): Field[] {
  const query = queryParams
    .filter(({ name }) => !(item && (name === 'limit' || name === 'cursor')))
    .map(({ name, schema, description = '', required = false }) => ({
      name,
      schema,
      description,
      isRequired: required,
    }));
  const properties = Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
    name,
    schema,
    description: schema.description ?? '',
    isRequired: body?.required?.includes(name) ?? false,
  }));
  return [...query, ...properties].map((field) => ({ ...field, option: toOptionName(field.name) }));
}

async function parseFields(fields: readonly Field[], options: OptionValues): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const { name, option, schema } of fields) {
    const value = options[option];
    if (value !== undefined) values[name] = await parseOption(schema, value, option);
  }
  return values;
}

async function readBody(operation: Operation, fields: readonly Field[], options: OptionValues): Promise<unknown> {
  if (!operation.body) return undefined;
  const data = getText(options, 'data');
  const values = await parseFields(fields, options);
  const body = data === undefined ? values : { ...((await readJson(data, '--data')) as object), ...values };
  const missing = fields.filter(({ name, isRequired }) => isRequired && !Object.hasOwn(body, name));
  if (missing.length > 0)
    throw usageFault(
      `Missing: ${missing.map(({ option }) => `--${option}`).join(', ')}.`,
      `Or send the whole body with --data.`,
    );
  return body;
}

/** Yields rows of all pages, up to a maximum. */
export async function* listRows(
  request: Requester,
  path: string,
  query: object,
  maxRows: number,
): AsyncGenerator<object> {
  const limit = Math.min(maxRows, MAX_PAGE_SIZE);
  const rows = new List((cursor) => request<ListPage<object>>('GET', path, { query: { ...query, limit, cursor } }));
  let count = 0;
  for await (const row of rows) {
    yield row;
    count += 1;
    if (count >= maxRows) return;
  }
}

async function* listParts(rows: AsyncIterable<object>, listItems: (row: Row) => readonly Row[]): AsyncGenerator<Row> {
  for await (const row of rows) yield* listItems(row as Row);
}

async function runOperation(
  operation: Operation,
  fields: readonly Field[],
  { args, options, connect }: Call,
): Promise<Output | null> {
  const maxRows = operation.item ? getMaxRows(options) : 0;
  const body = await readBody(operation, fields, options);
  const query = operation.body ? {} : await parseFields(fields, options);
  const path = fillPath(operation, args);
  const { client } = await connect();
  const parts = PARTS[operation.id];
  if (parts && options[parts.option])
    return { rows: listParts(listRows(client.request, path, query, maxRows), parts.listItems), columns: parts.columns };
  if (operation.item)
    return {
      rows: listRows(client.request, path, query, maxRows),
      columns: COLUMNS[operation.id] ?? toColumns(operation.item),
    };
  const idempotencyKey = getText(options, 'idempotency-key');
  const value = await client.request(operation.method, path, {
    query,
    body,
    ...(idempotencyKey && { idempotencyKey }),
  });
  if (!operation.isCsv) return { value };
  const file = getText(options, 'output');
  if (file) return { value: { file: await saveFile(file, String(value)) }, text: `Saved to ${file}` };
  await write(String(value));
  return null;
}

function toExample(operation: Operation, fields: readonly Field[]): string {
  const args = operation.pathParams.map(({ name }) => toArgumentName(name));
  const required = fields
    .filter(({ isRequired }) => isRequired)
    .map(({ option, schema }) =>
      `--${option} ${toOption(schema, '', false).choices?.[0] ?? toOption(schema, '', false).value ?? ''}`.trim(),
    );
  return ['tillwright', toCommandName(operation.id), ...args, ...required].join(' ');
}

/** Creates the command of an operation: `orders.refunds.create` becomes `tillwright orders refunds create ORDER_ID`. */
function toCommand(operation: Operation): Command {
  const fields = listFields(operation);
  const isWrite = operation.method !== 'GET';
  const parts = PARTS[operation.id];
  const options: Options = {
    ...Object.fromEntries(
      fields.map(({ option, schema, description, isRequired }) => [option, toOption(schema, description, isRequired)]),
    ),
    ...(operation.item && LIST_OPTIONS),
    ...(parts && { [parts.option]: { value: null, description: parts.description } }),
    ...(operation.isCsv && FILE_OPTION),
    ...(operation.body && DATA_OPTION),
    ...(isWrite && WRITE_OPTIONS),
  };
  const example = toExample(operation, fields);
  return {
    name: toCommandName(operation.id),
    summary: operation.summary,
    details: operation.description,
    args: operation.pathParams.map(({ name }) => toArgumentName(name)),
    options,
    examples: [example, operation.item ? `${example} --all --json` : `${example} --json`],
    run: (call) => runOperation(operation, fields, call),
  };
}

/** One command for each operation of the API. */
export const RESOURCE_COMMANDS: readonly Command[] = OPERATIONS.map(toCommand);
