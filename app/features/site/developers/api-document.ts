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

type Media = { schema: Schema; example?: unknown; examples?: Record<string, unknown> };
type Content = { 'application/json'?: Media; 'text/csv'?: Media; 'application/octet-stream'?: Media };
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
  'x-speakeasy-pagination'?: unknown;
  responses: Record<string, Response | Reference>;
};

export type ApiDocument = {
  info: { version: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Pick<Operation, 'requestBody'> }>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    parameters: Record<string, Parameter>;
    examples: Record<string, { value: unknown }>;
  };
};

export type Endpoint = Operation & { method: string; path: string };

/** Groups endpoints by tag, in the document's order. */
export const groupEndpoints = ({
  tags,
  paths,
}: ApiDocument): { name: string; description: string; endpoints: Endpoint[] }[] => {
  const allEndpoints = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
  return tags
    .map(({ name, description }) => ({
      name,
      description,
      endpoints: allEndpoints.filter(({ tags: endpointTags }) => endpointTags.includes(name)),
    }))
    .filter(({ endpoints }) => endpoints.length > 0);
};

const isReference = (value: object): value is Reference => '$ref' in value;
export const getReferenceName = (reference: string): string => reference.split('/').at(-1) ?? reference;

export const resolveParameter = (document: ApiDocument, parameter: Parameter | Reference): Parameter | undefined =>
  isReference(parameter) ? document.components.parameters[getReferenceName(parameter.$ref)] : parameter;

const resolveResponse = (document: ApiDocument, response: Response | Reference): Response | undefined =>
  isReference(response) ? document.components.responses[getReferenceName(response.$ref)] : response;

const getJsonSchema = (container: { content?: Content } | undefined): Schema | null =>
  container?.content?.['application/json']?.schema ?? null;

export const getRequestSchema = ({ requestBody }: Endpoint): Schema | null => getJsonSchema(requestBody);

/** Whether the body is a part of a file. */
export const takesBytes = ({ requestBody }: Endpoint): boolean =>
  requestBody?.content['application/octet-stream'] !== undefined;

export const getRequestExample = ({ requestBody }: Endpoint): unknown =>
  requestBody?.content['application/json']?.example;

/** Returns the success response, with a real answer as example. `isCsv`: it's a file instead of JSON. */
export function getSuccessResponse(
  document: ApiDocument,
  { responses }: Endpoint,
): { status: string; schema: Schema | null; example: unknown; isCsv: boolean } {
  const [status = '200', response] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
  const content = response && resolveResponse(document, response)?.content;
  const media = content?.['application/json'];
  const csv = content?.['text/csv'];
  return { status, schema: media?.schema ?? null, example: (media ?? csv)?.example, isCsv: csv !== undefined };
}

/** Returns a real event or answer that has this schema, or an item of a list with such items. */
export function findSchemaExample(document: ApiDocument, name: string): unknown {
  for (const { post } of Object.values(document.webhooks)) {
    const media = post.requestBody?.content['application/json'];
    if (media?.schema.$ref && getReferenceName(media.schema.$ref) === name) return media.example;
  }
  for (const { endpoints } of groupEndpoints(document))
    for (const endpoint of endpoints) {
      const { schema, example } = getSuccessResponse(document, endpoint);
      if (schema?.$ref && getReferenceName(schema.$ref) === name) return example;
      const items = schema?.properties?.data?.items;
      const isListOf = items && items.$ref && getReferenceName(items.$ref) === name;
      if (isListOf) return (example as { data?: unknown[] } | undefined)?.data?.[0];
    }
  return undefined;
}

/** Lists the error codes of an endpoint, by status. */
export function listErrorCodes(document: ApiDocument, { responses }: Endpoint): [status: string, codes: string[]][] {
  return Object.entries(responses)
    .filter(([status]) => /^4|^50[23]/.test(status))
    .map(([status, response]) => {
      const media = resolveResponse(document, response)?.content?.['application/json'];
      return [status, Object.keys(media?.examples ?? {})] as [string, string[]];
    })
    .filter(([, codes]) => codes.length > 0);
}

export const getRequiredScope = ({ security }: Endpoint): string | null =>
  security?.flatMap((requirement) => Object.values(requirement).flat())[0] ?? null;
