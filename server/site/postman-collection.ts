import type { ApiDocument, ApiOperation, ApiParameter, Reference } from '../api/openapi-types.ts';

const COLLECTION_SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

type Variable = { key: string; value: string; description?: string; disabled?: boolean };

const isParameter = (one: ApiParameter | Reference): one is ApiParameter => 'in' in one;

const toVariables = ({ parameters }: ApiOperation, location: 'path' | 'query'): Variable[] =>
  parameters
    .filter(isParameter)
    .filter((parameter) => parameter.in === location)
    .map(({ name, description = '', required }) => ({
      key: name,
      value: '',
      description,
      ...(location === 'query' && !required && { disabled: true }),
    }));

const toJson = (value: unknown): string => JSON.stringify(value, null, 2);

/** A request with its saved example response. */
function toItem(path: string, method: string, operation: ApiOperation) {
  const name = operation.summary;
  const segments = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1');
  const requestExample = operation.requestBody?.content['application/json']?.example;
  const isWrite = method !== 'get';
  const takesBytes = operation.requestBody?.content['application/octet-stream'] !== undefined;
  const request = {
    method: method.toUpperCase(),
    description: operation.description ?? '',
    header: [
      ...(operation.requestBody
        ? [{ key: 'Content-Type', value: takesBytes ? 'application/octet-stream' : 'application/json' }]
        : []),
      ...(takesBytes ? [{ key: 'Upload-Offset', value: '0' }] : []),
      ...(isWrite && !takesBytes ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
    ],
    url: {
      raw: `{{baseUrl}}/${segments}`,
      host: ['{{baseUrl}}'],
      path: segments.split('/'),
      query: toVariables(operation, 'query'),
      variable: toVariables(operation, 'path'),
    },
    ...(operation.requestBody && {
      body: takesBytes
        ? { mode: 'file' }
        : { mode: 'raw', raw: toJson(requestExample ?? {}), options: { raw: { language: 'json' } } },
    }),
  };
  const responses = Object.entries(operation.responses).flatMap(([status, response]) => {
    if (!('description' in response)) return [];
    const example = response.content?.['application/json']?.example;
    if (example === undefined) return [];
    const header = [{ key: 'Content-Type', value: 'application/json' }];
    return [
      {
        name,
        originalRequest: request,
        code: Number(status),
        status: response.description,
        header,
        body: toJson(example),
      },
    ];
  });
  return { name, request, response: responses };
}

/** Builds a Postman collection (v2.1) from the OpenAPI document: a folder for each group, with its examples. */
export function buildPostmanCollection(document: ApiDocument) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return {
    info: { name: document.info.title, description: document.info.description, schema: COLLECTION_SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: document.servers[0]?.url ?? '' },
      { key: 'apiKey', value: '' },
    ],
    item: document.tags.map(({ name, description }) => ({
      name,
      description,
      item: operations
        .filter(({ operation }) => operation.tags.includes(name))
        .map(({ path, method, operation }) => toItem(path, method, operation)),
    })),
  };
}
