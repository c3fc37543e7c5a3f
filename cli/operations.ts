import openApi from '../packages/sdk/openapi.json' with { type: 'json' };

/** The parts of a JSON schema that options and tools need. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  additionalProperties?: Schema | boolean;
};

type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema };
type Media = { schema: Schema };
type RawOperation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  deprecated?: boolean;
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: { 'application/json'?: Media; 'application/octet-stream'?: Media } };
  responses: Record<string, { content?: { 'application/json'?: Media; 'text/csv'?: Media } }>;
};

/** An operation of the API, as the OpenAPI document describes it. */
export type Operation = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  pathParams: readonly Parameter[];
  queryParams: readonly Parameter[];
  body: Schema | null;
  /** Schema of the items if the operation answers a list; otherwise null. */
  item: Schema | null;
  isCsv: boolean;
};

type Document = {
  paths: Record<string, Record<string, RawOperation>>;
  components: { schemas: Record<string, Schema> };
  webhooks?: Record<string, { post: { requestBody: { content: { 'application/json': WebhookMedia } } } }>;
};
type WebhookMedia = { example?: unknown };

/** The OpenAPI document that comes with this version of the SDK. */
export const DOCUMENT = openApi as unknown as Document;

/** Follows a reference to a component. */
export const resolveSchema = (schema: Schema): Schema =>
  schema.$ref ? (DOCUMENT.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;

const isParameter = (one: Parameter | { $ref: string }): one is Parameter => 'in' in one;

function toOperation(path: string, method: string, raw: RawOperation): Operation {
  const parameters = raw.parameters.filter(isParameter);
  const body = raw.requestBody?.content['application/json']?.schema;
  const content = (raw.responses['200'] ?? raw.responses['201'])?.content;
  const response = content?.['application/json']?.schema;
  const isList = 'x-speakeasy-pagination' in raw;
  return {
    id: raw.operationId,
    method: method.toUpperCase(),
    path,
    summary: raw.summary,
    description: raw.description ?? '',
    pathParams: parameters.filter((one) => one.in === 'path'),
    queryParams: parameters.filter((one) => one.in === 'query'),
    body: body ? resolveSchema(body) : null,
    item: isList && response ? resolveSchema(resolveSchema(response).properties?.data?.items ?? {}) : null,
    isCsv: content?.['text/csv'] !== undefined,
  };
}

const takesBytes = ({ requestBody }: RawOperation): boolean =>
  requestBody?.content['application/octet-stream'] !== undefined;

/** All operations of the API that take JSON, in the order of the reference. `files push` sends bytes. */
export const OPERATIONS: readonly Operation[] = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, raw]) => !takesBytes(raw))
    .map(([method, raw]) => toOperation(path, method, raw)),
);

/** Fills the parameters of a path with the arguments, in their order. */
export const fillPath = ({ path, pathParams }: Operation, args: readonly string[]): string =>
  pathParams.reduce((text, { name }, index) => text.replace(`{${name}}`, encodeURIComponent(args[index] ?? '')), path);
