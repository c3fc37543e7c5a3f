/** JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = { [key: string]: unknown };
export type Reference = { $ref: string };

export type ApiParameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  style?: 'form';
  explode?: false;
  schema: JsonSchema;
};

type ApiMedia = { schema: JsonSchema; example?: unknown; examples?: Record<string, Reference> };
export type ApiResponse = {
  description: string;
  headers?: Record<string, Reference>;
  content?: { 'application/json'?: ApiMedia; 'text/csv'?: ApiMedia };
};

export type ApiOperation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  deprecated?: true;
  'x-speakeasy-pagination'?: JsonSchema;
  security: { key: string[] }[];
  parameters: (ApiParameter | Reference)[];
  requestBody?: {
    required: boolean;
    content: { 'application/json'?: ApiMedia; 'application/octet-stream'?: ApiMedia };
  };
  responses: Record<string, ApiResponse | Reference>;
};

/** A request that we send to webhook endpoints. */
export type ApiWebhook = {
  post: Pick<ApiOperation, 'summary' | 'description' | 'tags' | 'requestBody' | 'security'> & {
    parameters: ApiParameter[];
    responses: Record<string, ApiResponse>;
  };
};

export type ApiDocument = {
  openapi: '3.1.0';
  info: {
    title: string;
    version: string;
    summary: string;
    description: string;
    contact: { name: string; email: string; url: string };
    license: { name: string; url: string };
    termsOfService: string;
  };
  servers: { url: string }[];
  externalDocs: { url: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, ApiOperation>>;
  webhooks: Record<string, ApiWebhook>;
  'x-tagGroups': readonly { name: string; tags: readonly string[] }[];
  'x-speakeasy-retries': JsonSchema;
  components: {
    securitySchemes: Record<string, JsonSchema>;
    schemas: Record<string, JsonSchema>;
    responses: Record<string, ApiResponse>;
    parameters: Record<string, ApiParameter>;
    headers: Record<string, { description: string; schema: JsonSchema }>;
    examples: Record<string, { value: unknown }>;
  };
};
