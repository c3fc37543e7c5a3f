import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';

import { openShop } from '#server/testing.ts';

import { ALL_ENDPOINTS } from './all-endpoints.ts';
import { errorsOf } from './api-error.ts';
import { apiDocument } from './openapi.ts';
import type { ApiOperation } from './openapi-types.ts';

const references = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g)].map(([, place = '']) => place);

test('is valid OpenAPI 3.1 and every reference resolves', async () => {
  const document = apiDocument('https://shop.example');
  expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true });
  const found = (place: string) =>
    place
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document);
  for (const place of new Set(references(document))) {
    expect(place).toMatch(/^#\/components\//);
    expect([place, typeof found(place)]).toEqual([place, 'object']);
  }
  const used = new Set(references(document));
  for (const [kind, things] of Object.entries(document.components))
    for (const name of Object.keys(things))
      if (kind !== 'securitySchemes')
        expect([kind, name, used.has(`#/components/${kind}/${name}`)]).toEqual([kind, name, true]);
});

test('describes every endpoint with its scope, group and errors', () => {
  const { paths, components } = apiDocument('https://shop.example');
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  expect(operations).toHaveLength(ALL_ENDPOINTS.length);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  for (const endpoint of ALL_ENDPOINTS) {
    const operation: ApiOperation | undefined = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    expect(operation?.security).toEqual([{ key: endpoint.scope === null ? [] : [endpoint.scope] }]);
    expect(operation?.tags).toEqual([endpoint.group]);
    const promised = Object.values(operation?.responses ?? {}).flatMap((response) =>
      '$ref' in response
        ? Object.keys(exampleNames(components.responses[response.$ref.split('/').at(-1) ?? '']))
        : [],
    );
    expect(promised.toSorted()).toEqual(errorsOf(endpoint).toSorted());
    expect(Object.keys(operation?.responses ?? {})).toContain(String(endpoint.status));
  }
});

const exampleNames = (response: unknown): object =>
  (response as { content?: { 'application/json'?: { examples?: object } } }).content?.['application/json']
    ?.examples ?? {};

test('serves the document without a key and answers 304 to a matching ETag', async () => {
  const shop = await openShop();
  const first = await shop.request('/api/v1/openapi.json');
  const etag = first.headers.get('etag') ?? '';
  expect(first.status).toBe(200);
  expect(first.headers.get('cache-control')).toBe('public, max-age=300');
  expect(await first.json()).toEqual(JSON.parse(JSON.stringify(apiDocument('http://localhost:3000'))));
  const again = await shop.request('/api/v1/openapi.json', { headers: { 'if-none-match': etag } });
  expect([again.status, await again.text()]).toEqual([304, '']);
});
