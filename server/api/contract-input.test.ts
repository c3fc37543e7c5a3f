import { expect, test } from 'vitest';

import { sharedByTests } from '#server/testing/cleanup.ts';
import { buyPage } from '#server/testing/sold-orders.ts';

import { VALID_CALLS } from '../testing/api-contract-calls.ts';
import {
  fillPath,
  createResponseValidator,
  createContractTestEnv,
  needsKey,
  takesBytes,
  type ContractTestEnv,
  type Operation,
} from '../testing/api-contract.ts';
import type { ApiParameter, JsonSchema, Reference } from './openapi-types.ts';

const getTestEnv = sharedByTests(createContractTestEnv);

type TestEnv = ContractTestEnv;

const buildValidCall = async (testEnv: TestEnv, operation: Operation) =>
  (await VALID_CALLS[operation.name]?.(testEnv)) ?? {};

const parametersOf = ({ document }: TestEnv, { parameters }: Operation): ApiParameter[] =>
  parameters.flatMap((one) => ('$ref' in one ? (document.components.parameters[nameOf(one)] ?? []) : one));

const nameOf = ({ $ref }: Reference): string => $ref.split('/').at(-1) ?? '';

const bodySchema = ({ document }: TestEnv, { requestBody }: Operation): JsonSchema | null => {
  const schema = requestBody?.content['application/json']?.schema;
  if (!schema) return null;
  return '$ref' in schema ? (document.components.schemas[nameOf(schema as Reference)] ?? null) : schema;
};

type Row = { id?: string; number?: number; value?: string };
type Listed = { data: Row[]; next: string | null };

test('pages through every list once while rows are added, and refuses its cursors elsewhere', async () => {
  const testEnv = getTestEnv();
  const { apiClient, stranger, app } = testEnv;
  const lists = testEnv.operations.filter((one) =>
    parametersOf(testEnv, one).some(({ name, in: location }) => name === 'cursor' && location === 'query'),
  );
  expect(lists.length).toBeGreaterThan(4);
  await apiClient.send('POST', '/pages', { body: {} });
  for (const operation of lists) {
    const required = parametersOf(testEnv, operation).filter((one) => one.in === 'query' && one.required);
    const requiredQuery = required.map(({ name }) => `${name}=${testEnv.ids[name] ?? ''}&`).join('');
    const path = `${fillPath(operation.path, testEnv.ids)}?${requiredQuery}`;
    const completeList = (await apiClient.send<Listed>('GET', `${path}limit=100`)).body;
    const idOf = ({ id, number, value }: Row): string => id ?? value ?? String(number);
    const listedIds: string[] = [];
    let next: string | null = '';
    for (let pageIndex = 0; next !== null; pageIndex += 1) {
      const cursor: string = next === '' ? '' : `&cursor=${encodeURIComponent(next)}`;
      const { body } = await apiClient.send<Listed>('GET', `${path}limit=1${cursor}`);
      expect(body.data.length, operation.name).toBeLessThanOrEqual(1);
      listedIds.push(...body.data.map(idOf));
      if (pageIndex === 0 && operation.path === '/orders') await buyPage(app, 'taller', { email: 'late@example.com' });
      if (body.next !== null) {
        const foreign = await stranger.send('GET', `${path}cursor=${encodeURIComponent(body.next)}`);
        expect([400, 404]).toContain(foreign.status);
        const tampered = await apiClient.send('GET', `${path}cursor=${encodeURIComponent(`x${body.next}`)}`);
        expect(tampered.status).toBe(400);
      }
      next = body.next;
    }
    expect({ list: operation.name, listedIds }).toEqual({
      list: operation.name,
      listedIds: completeList.data.map(idOf),
    });
  }
});

/** Texts that are valid only as free text, and one that is too long for any field. */
const WRONG_TEXTS = [
  '%00',
  '%FF%FE',
  '../../etc',
  "' or 1=1--",
  'x'.repeat(6001),
  '-1',
  '1e999',
  '٣',
  '🧾',
  '0001-01-01T00:00:00%2B23:00',
];
const WRONG_VALUES = [null, -1, 1.5, 1e300, 'x'.repeat(70_000), [], {}, [[[]]], { __proto__: { a: 1 } }, '\u0000'];
const NOT_JSON = ['{', '[]', 'null', '"text"', '1', '{"a":1}{', '\u0000', '{"__proto__":{"admin":true}}'];

/** Returns what is wrong with an error response: a server error, or a body that does not match its schema. */
const findResponseError = (
  validateResponse: ReturnType<typeof createResponseValidator>,
  operation: Operation,
  answer: Parameters<typeof validateResponse>[1],
) => (answer.status >= 500 ? `${answer.status}` : validateResponse(operation, answer));

test('refuses each wrong parameter with a documented error and never fails', async () => {
  const testEnv = getTestEnv();
  const validateResponse = createResponseValidator(testEnv.document);
  const failures: string[] = [];
  for (const operation of testEnv.operations) {
    const { body, headers = {}, apiClient = testEnv.apiClient } = await buildValidCall(testEnv, operation);
    const sendInvalid = async (path: string, label: string, expectedStatus?: number) => {
      const answer = await apiClient.send(operation.method, path, { body, headers });
      const failure =
        expectedStatus !== undefined && answer.status !== expectedStatus
          ? `answered ${answer.status}`
          : findResponseError(validateResponse, operation, answer);
      if (failure) failures.push(`${operation.name} ${label}: ${failure}`);
    };
    const path = fillPath(operation.path, testEnv.ids);
    if (operation.path === '/keys/current' && operation.method === 'DELETE') continue;
    await sendInvalid(`${path}?nonsense=1`, 'unknown', 400);
    // The server refuses this before it authenticates the key, so the headers are those of the address.
    const exposed = await apiClient.send(operation.method, `${path}?api_key=1`, { body, headers });
    if (exposed.status !== 400) failures.push(`${operation.name} key in the address: ${exposed.status}`);
    for (const parameter of parametersOf(testEnv, operation)) {
      const { name, in: location, schema } = parameter;
      if (location === 'query') {
        await sendInvalid(`${path}?${name}=a&${name}=b`, `${name} twice`, 400);
        if (operation.method !== 'GET') continue;
        for (const text of WRONG_TEXTS)
          await sendInvalid(
            `${path}?${name}=${text}`,
            `${name}=${text.slice(0, 12)}`,
            acceptsAnyText(schema) ? undefined : 400,
          );
      }
      if (location === 'path' && schema['format'] === 'uuid')
        for (const text of WRONG_TEXTS.map((one) => encodeURIComponent(one)))
          await sendInvalid(fillPath(operation.path, testEnv.ids).replace(testEnv.ids[name] ?? '', text), name);
    }
  }
  expect(failures).toEqual([]);
});

const isPageFile = ({ path, method }: Operation): boolean =>
  path === '/pages/import' || (method === 'PUT' && path.endsWith('/file'));

/** Whether a parameter accepts any text. Numbers in other notations are still refused. */
const acceptsAnyText = ({ type, enum: names, format }: JsonSchema): boolean =>
  type === 'string' && names === undefined && format === undefined;

test('refuses wrong bodies property by property with documented errors and never fails', async () => {
  const testEnv = getTestEnv();
  const validateResponse = createResponseValidator(testEnv.document);
  const failures: string[] = [];
  for (const operation of testEnv.operations) {
    if (operation.method === 'GET' || operation.path === '/keys/current' || takesBytes(operation)) continue;
    const { ids = {}, body, apiClient = testEnv.apiClient } = await buildValidCall(testEnv, operation);
    const path = fillPath(operation.path, { ...testEnv.ids, ...ids });
    const sendInvalid = async (sent: unknown, label: string, expectedStatus?: number) => {
      const answer = await apiClient.send(operation.method, path, { body: sent });
      const failure =
        expectedStatus !== undefined && answer.status !== expectedStatus
          ? `answered ${answer.status}`
          : findResponseError(validateResponse, operation, answer);
      if (failure) failures.push(`${operation.name} ${label}: ${failure}`);
    };
    for (const text of NOT_JSON) await sendInvalid(text, `body ${text.slice(0, 12)}`, 400);
    // A page file says itself what is wrong with it.
    await sendInvalid({ ...(body as object), nonsense: 1 }, 'unknown property', isPageFile(operation) ? 422 : 400);
    const properties = (bodySchema(testEnv, operation)?.['properties'] ?? {}) as Record<string, JsonSchema>;
    for (const name of Object.keys(properties))
      for (const value of WRONG_VALUES) {
        // Some of the values are valid for some properties.
        const answer = await apiClient.send(operation.method, path, { body: { ...(body as object), [name]: value } });
        const failure = findResponseError(validateResponse, operation, answer);
        if (failure) failures.push(`${operation.name} ${name}=${JSON.stringify(value).slice(0, 20)}: ${failure}`);
      }
    const textResponse = await apiClient.send(operation.method, path, {
      body: '{}',
      headers: { 'content-type': 'text/plain' },
    });
    if (textResponse.status !== 415) failures.push(`${operation.name} as text: ${textResponse.status}`);
    await sendInvalid(`{"a":"${'x'.repeat(9 * 1024 * 1024)}"}`, 'too large', 413);
  }
  expect(failures).toEqual([]);
});

test('refuses ids of another seller in queries and bodies', async () => {
  const testEnv = getTestEnv();
  const validateResponse = createResponseValidator(testEnv.document);
  const isId = (name: string): boolean => name.endsWith('Id') && name !== 'externalId' && name !== 'priceOptionId';
  const checked: string[] = [];
  for (const operation of testEnv.operations.filter(needsKey)) {
    const names = [
      ...parametersOf(testEnv, operation).flatMap((one) => (one.in === 'query' ? [one.name] : [])),
      ...Object.keys((bodySchema(testEnv, operation)?.['properties'] ?? {}) as object),
    ].filter((name) => isId(name) && testEnv.ids[name] !== undefined);
    for (const name of names) {
      if (operation.path.includes('{')) continue;
      const { body = {}, query = '' } = await buildValidCall(testEnv, operation);
      const id = testEnv.ids[name] ?? '';
      const isQuery = operation.method === 'GET';
      const path = isQuery ? `${operation.path}${query.split(`${name}=`)[0] || '?'}&${name}=${id}` : operation.path;
      const sent = isQuery ? undefined : { ...(body as object), [name]: id };
      const answer = await testEnv.stranger.send<{ data?: unknown[] }>(operation.method, path, { body: sent });
      const isEmptyFile = typeof answer.body === 'string' && String(answer.body).trim().split('\r\n').length === 1;
      const isRefused = answer.status === 404 || answer.body.data?.length === 0 || isEmptyFile;
      checked.push(`${operation.name} ${name}`);
      expect([operation.name, name, isRefused, validateResponse(operation, answer)]).toEqual([
        operation.name,
        name,
        true,
        null,
      ]);
    }
  }
  expect(checked).toEqual(expect.arrayContaining(['POST /checkouts pageId', 'GET /webhook-deliveries endpointId']));
});

test('refuses a cursor whose item is gone from a short list', async () => {
  const { apiClient, ids } = getTestEnv();
  const path = `/pages/${ids.pageId}/coupons`;
  for (const code of ['GONE1', 'GONE2']) await apiClient.send('POST', path, { body: { code, amountOff: 100 } });
  type Listed = { data: { id: string; amountOff: number | null }[]; next: string | null };
  const { data } = (await apiClient.send<Listed>('GET', path)).body;
  const position = data.findIndex(({ id }) => id === 'GONE1') + 1;
  expect(data[position - 1]).toMatchObject({ amountOff: 100, percentOff: null, currency: 'USD' });
  const { next } = (await apiClient.send<Listed>('GET', `${path}?limit=${position}`)).body;
  await apiClient.send('DELETE', `${path}/GONE1`);
  const answer = await apiClient.send('GET', `${path}?cursor=${encodeURIComponent(next ?? '')}`);
  expect(answer.body.error).toMatchObject({ param: 'cursor', problems: [{ code: 'expired_cursor' }] });
});
