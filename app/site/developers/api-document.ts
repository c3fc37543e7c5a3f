/** The parts of an OpenAPI 3.1 document that the reference renders. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema | false;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
};

export type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
};

type Content = { 'application/json'?: { schema: Schema; examples?: Record<string, unknown> } };
export type Reference = { $ref: string };
export type Response = { description?: string; content?: Content };

export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security?: Record<string, string[]>[];
  parameters: (Parameter | Reference)[];
  requestBody?: { content: Content };
  responses: Record<string, Response | Reference>;
};

export type ApiDocument = {
  info: { version: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    parameters: Record<string, Parameter>;
    examples: Record<string, { value: unknown }>;
  };
};

export type Endpoint = Operation & { method: string; path: string };

/** Groups endpoints by tag, in the document's order. */
export const groupsOf = ({ tags, paths }: ApiDocument): { name: string; endpoints: Endpoint[] }[] => {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
  return tags
    .map(({ name }) => ({ name, endpoints: all.filter(({ tags: of }) => of.includes(name)) }))
    .filter(({ endpoints }) => endpoints.length > 0);
};

const isReference = (value: object): value is Reference => '$ref' in value;
export const nameOfReference = (reference: string): string => reference.split('/').at(-1) ?? reference;

export const parameterOf = (document: ApiDocument, parameter: Parameter | Reference): Parameter | undefined =>
  isReference(parameter) ? document.components.parameters[nameOfReference(parameter.$ref)] : parameter;

const responseOf = (document: ApiDocument, response: Response | Reference): Response | undefined =>
  isReference(response) ? document.components.responses[nameOfReference(response.$ref)] : response;

const jsonOf = (holder: { content?: Content } | undefined): Schema | null =>
  holder?.content?.['application/json']?.schema ?? null;

export const bodyOf = ({ requestBody }: Endpoint): Schema | null => jsonOf(requestBody);

/** Returns the success response. */
export function answerOf(
  document: ApiDocument,
  { responses }: Endpoint,
): { status: string; schema: Schema | null } {
  const [status = '200', response] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
  return { status, schema: response ? jsonOf(responseOf(document, response)) : null };
}

/** Lists the error codes of an endpoint, by status. */
export function refusalsOf(
  document: ApiDocument,
  { responses }: Endpoint,
): [status: string, codes: string[]][] {
  return Object.entries(responses)
    .filter(([status]) => /^4|^50[23]/.test(status))
    .map(([status, response]) => {
      const media = responseOf(document, response)?.content?.['application/json'];
      return [status, Object.keys(media?.examples ?? {})] as [string, string[]];
    })
    .filter(([, codes]) => codes.length > 0);
}

export const scopeOf = ({ security }: Endpoint): string | null =>
  security?.flatMap((one) => Object.values(one).flat())[0] ?? null;
