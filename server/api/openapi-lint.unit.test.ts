import { readFileSync } from 'node:fs';

import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';

import { API_RELEASES, MIN_DEPRECATION_MONTHS } from '#content/api-changelog.ts';

import sdkPackage from '../../packages/sdk/package.json' with { type: 'json' };
import {
  buildPublishedDocument,
  renderResources,
  renderSchemaHeader,
  renderVersion,
  SDK_DOCUMENT,
  SDK_RESOURCES,
  SDK_SCHEMA,
  SDK_VERSION,
} from '../../scripts/sdk-sources.ts';
import { API_ENDPOINTS } from './api-endpoints.ts';
import { buildDeprecationHeaders } from './deprecation.ts';
import { apiDocument } from './openapi-document.ts';

const RULES_OFF = {
  // The groups are in the order of the reference.
  'openapi-tags-alphabetical': 'off',
  // The rule is for OpenAPI 3.0. Since 3.1, a bearer scheme may list scopes.
  'oas3-operation-security-defined': 'off',
  // A summary such as “Get an order” says everything.
  'operation-description': 'off',
} as const;

/** The linter takes long for a document of this size. */
const LINT_TIMEOUT_MS = 300_000;

test('Spectral finds nothing in the OpenAPI document', { timeout: LINT_TIMEOUT_MS }, async () => {
  const spectral = new spectralCore.Spectral();
  // The types of the two packages describe rulesets differently.
  spectral.setRuleset({ extends: [[spectralRulesets.oas as never, 'all']], rules: RULES_OFF });
  const document = JSON.parse(JSON.stringify(apiDocument('https://checkout.test'))) as Record<string, unknown>;
  const findings = await spectral.run(document);
  expect(findings.map(({ code, path, message }) => `${code} ${path.join('/')}: ${message}`)).toEqual([]);
});

type Schema = {
  $ref?: string;
  description?: string;
  const?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
};

/** Paths of the fields without a description. A component describes the fields that it is the type of. */
function listUndescribedFields(schema: Schema, path: string): string[] {
  const parts = [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter((part) => part !== undefined);
  const isDescribed = (field: Schema): boolean =>
    Boolean(field.description ?? field.$ref) ||
    [field.items, ...(field.anyOf ?? []), ...(field.oneOf ?? [])].some((part) => part?.$ref);
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    ...(isDescribed(field) ? [] : [`${path}.${name}`]),
    ...listUndescribedFields(field, `${path}.${name}`),
  ]);
  return [...fields, ...parts.flatMap((part) => listUndescribedFields(part, path))];
}

test('describes every field of every body and answer', () => {
  const { components, paths } = apiDocument('https://checkout.test');
  const undescribed = [
    ...Object.entries(components.schemas).flatMap(([name, schema]) => listUndescribedFields(schema, name)),
    ...Object.values(paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ operationId, requestBody }) =>
        listUndescribedFields(requestBody?.content['application/json']?.schema ?? {}, operationId),
      ),
    ),
  ];
  expect(undescribed).toEqual([]);
});

test('names the limits of an endpoint in its description', () => {
  const { paths } = apiDocument('https://checkout.test');
  const describe = (path: string, method: string) => paths[path]?.[method]?.description;
  expect(describe('/webhook-endpoints', 'post')).toContain('Limit: 20 per hour.');
  expect(describe('/pages/{pageId}/publish', 'post')).toContain('Limit: 20 per minute, 200 per hour.');
  expect(describe('/orders/{orderId}/resend-receipt', 'post')).toContain('3 per hour for each order');
  expect(describe('/stripe-connection', 'get')).toContain('60 per hour with `refresh`');
  expect(describe('/pages', 'get')).not.toContain('Limit');
});

test('describes every parameter, and has an example of every body and answer', () => {
  const isMissing = (media: { example?: unknown } | undefined) => media !== undefined && media.example === undefined;
  const { paths } = apiDocument('https://checkout.test');
  const missing = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, parameters, requestBody, responses }) => [
      ...parameters.flatMap((one) => ('in' in one && !one.description ? [`${operationId} ${one.name}`] : [])),
      ...(isMissing(requestBody?.content['application/json']) ? [`${operationId} body`] : []),
      ...Object.values(responses).flatMap((response) => {
        const media = 'content' in response ? response.content?.['application/json'] : undefined;
        return media && !('examples' in media) && media.example === undefined ? [`${operationId} response`] : [];
      }),
    ]),
  );
  expect(missing).toEqual([]);
});

test('the document and the methods of the SDK are current: `npm run sdk` writes them', () => {
  const document = buildPublishedDocument();
  expect(JSON.parse(readFileSync(SDK_DOCUMENT, 'utf8'))).toEqual(document);
  expect(readFileSync(SDK_RESOURCES, 'utf8')).toBe(renderResources(document));
  expect(readFileSync(SDK_SCHEMA, 'utf8').split('\n', 1)).toEqual([renderSchemaHeader(document)]);
  expect(readFileSync(SDK_VERSION, 'utf8')).toBe(renderVersion(sdkPackage));
});

test('the document has the version of the newest release in the list of changes', () => {
  expect(apiDocument('https://checkout.test').info.version).toBe(API_RELEASES[0]?.version);
});

test('announces a removal in headers, long enough before it', () => {
  const deprecation = {
    announcedAt: '2027-01-01T00:00:00Z',
    removedAt: '2028-01-01T00:00:00Z',
    replacement: 'orders.get',
  };
  expect(buildDeprecationHeaders(deprecation)).toEqual({
    Deprecation: '@1798761600',
    Sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
  });
  for (const { id, deprecation: announced } of API_ENDPOINTS) {
    if (!announced) continue;
    const removedAt = new Date(announced.announcedAt);
    removedAt.setUTCMonth(removedAt.getUTCMonth() + MIN_DEPRECATION_MONTHS);
    expect([id, new Date(announced.removedAt) >= removedAt]).toEqual([id, true]);
  }
});
