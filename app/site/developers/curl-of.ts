import { getRequestSchema, getReferenceName, type ApiDocument, type Endpoint, type Schema } from './api-document.ts';
import { createSample } from './sample.ts';

const getServerUrl = ({ servers }: ApiDocument): string => servers[0]?.url ?? '';

/** Path of an endpoint including the API's base path. */
export const getFullPath = (document: ApiDocument, { path }: Endpoint): string =>
  `${new URL(getServerUrl(document)).pathname.replace(/\/$/, '')}${path}`;

const createSampleBody = (schema: Schema, document: ApiDocument): unknown => {
  const resolvedSchema = schema.$ref ? document.components.schemas[getReferenceName(schema.$ref)] : schema;
  const { properties = {}, required = [] } = resolvedSchema ?? {};
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1);
  return Object.fromEntries(
    names.map((name) => {
      const property = properties[name] ?? {};
      // A complete page configuration would make the example unreadable.
      if (property.$ref?.endsWith('ConfigInput') || property.$ref?.endsWith('PageConfig')) return [name, {}];
      return [name, createSample(property, document.components.schemas, name)];
    }),
  );
};

/** Creates a curl command for an endpoint. */
export function createCurlExample(document: ApiDocument, endpoint: Endpoint): string {
  const { method, path } = endpoint;
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`);
  const urlArgument = filledPath.includes('$')
    ? `"${getServerUrl(document)}${filledPath}"`
    : `${getServerUrl(document)}${filledPath}`;
  const body = getRequestSchema(endpoint);
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${urlArgument}`,
    `  -H "Authorization: Bearer $TILLWRIGHT_KEY"`,
    ...(method === 'GET' ? [] : [`  -H "Idempotency-Key: $(uuidgen)"`]),
    ...(body
      ? [`  -H "Content-Type: application/json"`, `  -d '${JSON.stringify(createSampleBody(body, document))}'`]
      : []),
  ];
  return lines.join(' \\\n');
}
