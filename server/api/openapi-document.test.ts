import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';

import { createTestApp } from '#server/testing/test-app.ts';

import { API_ENDPOINTS } from './api-endpoints.ts';
import { listErrors } from './api-error.ts';
import { apiDocument } from './openapi-document.ts';
import type { ApiOperation } from './openapi-types.ts';

const listReferences = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference);

test('is valid OpenAPI 3.1 and every reference resolves', async () => {
  const document = apiDocument('https://shop.example');
  expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true });
  const resolve = (reference: string) =>
    reference
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document);
  for (const reference of new Set(listReferences(document))) {
    expect(reference).toMatch(/^#\/components\//);
    expect([reference, typeof resolve(reference)]).toEqual([reference, 'object']);
  }
  const used = new Set(listReferences(document));
  for (const [kind, entries] of Object.entries(document.components))
    for (const name of Object.keys(entries))
      if (kind !== 'securitySchemes')
        expect([kind, name, used.has(`#/components/${kind}/${name}`)]).toEqual([kind, name, true]);
});

test('describes every endpoint with its scope, group and errors', () => {
  const { paths, components } = apiDocument('https://shop.example');
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  expect(operations).toHaveLength(API_ENDPOINTS.length);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  for (const endpoint of API_ENDPOINTS) {
    const operation: ApiOperation | undefined = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    const { isPublic, scope } = endpoint;
    expect(operation?.security).toEqual(isPublic ? [] : [{ key: scope === null ? [] : [scope] }]);
    expect(operation?.tags).toEqual([endpoint.group]);
    const documentedCodes = Object.values(operation?.responses ?? {}).flatMap((response) =>
      '$ref' in response ? Object.keys(exampleNames(components.responses[response.$ref.split('/').at(-1) ?? ''])) : [],
    );
    expect(documentedCodes.toSorted()).toEqual(
      listErrors(endpoint)
        .map(({ code }) => code)
        .toSorted(),
    );
    expect(Object.keys(operation?.responses ?? {})).toContain(String(endpoint.status));
  }
});

const exampleNames = (response: unknown): object =>
  (response as { content?: { 'application/json'?: { examples?: object } } }).content?.['application/json']?.examples ??
  {};

test('serves the document without a key and answers 304 to a matching ETag', async () => {
  const app = await createTestApp();
  const first = await app.request('/api/v1/openapi.json');
  const etag = first.headers.get('etag') ?? '';
  expect(first.status).toBe(200);
  expect(first.headers.get('cache-control')).toBe('public, max-age=300');
  expect(await first.json()).toEqual(JSON.parse(JSON.stringify(apiDocument('http://localhost:3000'))));
  const cachedResponse = await app.request('/api/v1/openapi.json', { headers: { 'if-none-match': etag } });
  expect([cachedResponse.status, await cachedResponse.text()]).toEqual([304, '']);
});
