import { expect, test } from 'vitest';

import { sharedByTests } from '#server/testing-ends.ts';
import { buy } from '#server/testing-orders.ts';

import type { ApiParameter, JsonSchema, Reference } from './openapi-types.ts';
import { RIGHT_CALLS } from './testing-contract-calls.ts';
import {
  filled,
  judgeOf,
  openContractWorld,
  type ContractWorld,
  type Operation,
} from './testing-contract.ts';

const opened = sharedByTests(openContractWorld);

type World = ContractWorld;

const asked = async (world: World, operation: Operation) =>
  (await RIGHT_CALLS[operation.name]?.(world)) ?? {};

const parametersOf = ({ document }: World, { parameters }: Operation): ApiParameter[] =>
  parameters.flatMap((one) => ('$ref' in one ? (document.components.parameters[nameOf(one)] ?? []) : one));

const nameOf = ({ $ref }: Reference): string => $ref.split('/').at(-1) ?? '';

const bodySchema = ({ document }: World, { requestBody }: Operation): JsonSchema | null => {
  const schema = requestBody?.content['application/json'].schema;
  if (!schema) return null;
  return '$ref' in schema ? (document.components.schemas[nameOf(schema as Reference)] ?? null) : schema;
};

type Row = { id: string; number?: number };
type Listed = { data: Row[]; next: string | null };

test('pages through every list once while rows are added, and refuses its cursors elsewhere', async () => {
  const world = opened();
  const { program, stranger, shop } = world;
  const lists = world.operations.filter((one) =>
    parametersOf(world, one).some(({ name, in: place }) => name === 'cursor' && place === 'query'),
  );
  expect(lists.length).toBeGreaterThan(4);
  await program.ask('POST', '/pages', { body: {} });
  for (const operation of lists) {
    const path = filled(operation.path, world.ids);
    const whole = (await program.ask<Listed>('GET', `${path}?limit=100`)).body;
    const idOf = ({ id, number }: Row): string => id ?? String(number);
    const seen: string[] = [];
    let next: string | null = '';
    for (let turn = 0; next !== null; turn += 1) {
      const cursor: string = next === '' ? '' : `&cursor=${encodeURIComponent(next)}`;
      const { body } = await program.ask<Listed>('GET', `${path}?limit=1${cursor}`);
      expect(body.data.length, operation.name).toBeLessThanOrEqual(1);
      seen.push(...body.data.map(idOf));
      if (turn === 0 && operation.path === '/orders')
        await buy(shop, 'taller', { email: 'late@example.com' });
      if (body.next !== null) {
        const foreign = await stranger.ask('GET', `${path}?cursor=${encodeURIComponent(body.next)}`);
        expect([400, 404]).toContain(foreign.status);
        const bent = await program.ask('GET', `${path}?cursor=${encodeURIComponent(`x${body.next}`)}`);
        expect(bent.status).toBe(400);
      }
      next = body.next;
    }
    expect({ list: operation.name, seen }).toEqual({ list: operation.name, seen: whole.data.map(idOf) });
  }
});

/** Texts that are valid only as free text, and one that is too long for any field. */
const WRONG_TEXTS = ['%00', '%FF%FE', '../../etc', "' or 1=1--", 'x'.repeat(6001), '-1', '1e999', '٣', '🧾'];
const WRONG_VALUES = [
  null,
  -1,
  1.5,
  1e300,
  'x'.repeat(70_000),
  [],
  {},
  [[[]]],
  { __proto__: { a: 1 } },
  '\u0000',
];
const NOT_JSON = ['{', '[]', 'null', '"text"', '1', '{"a":1}{', '\u0000', '{"__proto__":{"admin":true}}'];

/** Returns what is wrong with an error response: a server error, or a body that does not match its schema. */
const refused = (
  judge: ReturnType<typeof judgeOf>,
  operation: Operation,
  answer: Parameters<typeof judge>[1],
) => (answer.status >= 500 ? `${answer.status}` : judge(operation, answer));

test('refuses each wrong parameter with a documented error and never fails', async () => {
  const world = opened();
  const judge = judgeOf(world.document);
  const wrong: string[] = [];
  for (const operation of world.operations) {
    const { body, program = world.program } = await asked(world, operation);
    const knock = async (path: string, note: string, only?: number) => {
      const answer = await program.ask(operation.method, path, { body });
      const problem =
        only !== undefined && answer.status !== only
          ? `answered ${answer.status}`
          : refused(judge, operation, answer);
      if (problem) wrong.push(`${operation.name} ${note}: ${problem}`);
    };
    const path = filled(operation.path, world.ids);
    if (operation.path === '/key' && operation.method === 'DELETE') continue;
    await knock(`${path}?nonsense=1`, 'unknown', 400);
    // The server refuses this before it authenticates the key, so no rate limit headers are set.
    const exposed = await program.ask(operation.method, `${path}?api_key=1`, { body });
    if (exposed.status !== 400) wrong.push(`${operation.name} key in the address: ${exposed.status}`);
    for (const parameter of parametersOf(world, operation)) {
      const { name, in: place, schema } = parameter;
      if (place === 'query') {
        await knock(`${path}?${name}=a&${name}=b`, `${name} twice`, 400);
        if (operation.method !== 'GET') continue;
        for (const text of WRONG_TEXTS)
          await knock(
            `${path}?${name}=${text}`,
            `${name}=${text.slice(0, 12)}`,
            isFree(schema) ? undefined : 400,
          );
      }
      if (place === 'path' && schema['format'] === 'uuid')
        for (const text of WRONG_TEXTS.map((one) => encodeURIComponent(one)))
          await knock(filled(operation.path, world.ids).replace(world.ids[name] ?? '', text), name);
    }
  }
  expect(wrong).toEqual([]);
});

/** Whether a parameter accepts any text. Numbers in other notations are still refused. */
const isFree = ({ type, enum: names, format }: JsonSchema): boolean =>
  type === 'string' && names === undefined && format === undefined;

test('refuses wrong bodies property by property with documented errors and never fails', async () => {
  const world = opened();
  const judge = judgeOf(world.document);
  const wrong: string[] = [];
  for (const operation of world.operations) {
    if (operation.method === 'GET' || operation.path === '/key') continue;
    const { ids = {}, body, program = world.program } = await asked(world, operation);
    const path = filled(operation.path, { ...world.ids, ...ids });
    const knock = async (sent: unknown, note: string, only?: number) => {
      const answer = await program.ask(operation.method, path, { body: sent });
      const problem =
        only !== undefined && answer.status !== only
          ? `answered ${answer.status}`
          : refused(judge, operation, answer);
      if (problem) wrong.push(`${operation.name} ${note}: ${problem}`);
    };
    for (const text of NOT_JSON) await knock(text, `body ${text.slice(0, 12)}`, 400);
    await knock({ ...(body as object), nonsense: 1 }, 'unknown property', 400);
    const properties = (bodySchema(world, operation)?.['properties'] ?? {}) as Record<string, JsonSchema>;
    for (const name of Object.keys(properties))
      for (const value of WRONG_VALUES) {
        const { status } = await program.ask(operation.method, path, {
          body: { ...(body as object), [name]: value },
        });
        if (status >= 500)
          wrong.push(`${operation.name} ${name}=${JSON.stringify(value).slice(0, 20)}: ${status}`);
      }
    const typed = await program.ask(operation.method, path, {
      body: '{}',
      headers: { 'content-type': 'text/plain' },
    });
    if (typed.status !== 415) wrong.push(`${operation.name} as text: ${typed.status}`);
    await knock(`{"a":"${'x'.repeat(9 * 1024 * 1024)}"}`, 'too large', 413);
  }
  expect(wrong).toEqual([]);
});
