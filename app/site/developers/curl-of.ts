import { bodyOf, nameOfReference, type ApiDocument, type Endpoint, type Schema } from './api-document.ts';
import { sampleOf } from './sample.ts';

const addressOf = ({ servers }: ApiDocument): string => servers[0]?.url ?? '';

/** Path of an endpoint including the API's base path. */
export const pathOf = (document: ApiDocument, { path }: Endpoint): string =>
  `${new URL(addressOf(document)).pathname.replace(/\/$/, '')}${path}`;

const needed = (schema: Schema, document: ApiDocument): unknown => {
  const shape = schema.$ref ? document.components.schemas[nameOfReference(schema.$ref)] : schema;
  const { properties = {}, required = [] } = shape ?? {};
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1);
  return Object.fromEntries(
    names.map((name) => {
      const property = properties[name] ?? {};
      // A complete page configuration would make the example unreadable.
      if (property.$ref?.endsWith('ConfigInput') || property.$ref?.endsWith('PageConfig')) return [name, {}];
      return [name, sampleOf(property, document.components.schemas, name)];
    }),
  );
};

/** Creates a curl command for an endpoint. */
export function curlOf(document: ApiDocument, endpoint: Endpoint): string {
  const { method, path } = endpoint;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`);
  const quoted = filled.includes('$')
    ? `"${addressOf(document)}${filled}"`
    : `${addressOf(document)}${filled}`;
  const body = bodyOf(endpoint);
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted}`,
    `  -H "Authorization: Bearer $TILLWRIGHT_KEY"`,
    ...(method === 'GET' ? [] : [`  -H "Idempotency-Key: $(uuidgen)"`]),
    ...(body
      ? [`  -H "Content-Type: application/json"`, `  -d '${JSON.stringify(needed(body, document))}'`]
      : []),
  ];
  return lines.join(' \\\n');
}
