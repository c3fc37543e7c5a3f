import { RichText } from '#app/components/rich-text.tsx';
import { developerMessages } from '#content/messages/developers.ts';

import {
  getSuccessResponse,
  getRequestExample,
  getRequestSchema,
  getReferenceName,
  resolveParameter,
  listErrorCodes,
  getRequiredScope,
  takesBytes,
  type ApiDocument,
  type Endpoint,
  type Parameter,
  type Schema,
} from './api-document.ts';
import { CodeBlock, InlineMarkup, ErrorCodeLinks, isCommonErrorCode } from './code.tsx';
import { FieldsTable, listFields, SchemaType, type Field } from './fields-table.tsx';

const MESSAGES = developerMessages.reference.endpoint;

const getServerUrl = ({ servers }: ApiDocument): string => servers[0]?.url ?? '';

/** Path of an endpoint including the API's base path. */
const getFullPath = (document: ApiDocument, { path }: Endpoint): string =>
  `${new URL(getServerUrl(document)).pathname.replace(/\/$/, '')}${path}`;

/** Name of a shell variable, such as `PAGE_ID` for `pageId`. */
const toVariableName = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** Example values of the query parameters without which the request fails. */
const createRequiredQuery = (document: ApiDocument, { parameters }: Endpoint): Record<string, unknown> =>
  Object.fromEntries(
    parameters
      .flatMap((parameter) => resolveParameter(document, parameter) ?? [])
      .filter((parameter) => parameter.in === 'query' && parameter.required)
      .map(({ name, schema }) => [name, schema.examples?.[0] ?? schema.enum?.[0] ?? `$${toVariableName(name)}`]),
  );

/** Creates a call of the SDK for an endpoint. */
function createSdkExample(document: ApiDocument, endpoint: Endpoint): string {
  const ids = Array.from(endpoint.path.matchAll(/\{(\w+)\}/g), ([, name]) => name);
  const query = createRequiredQuery(document, endpoint);
  const input = getRequestExample(endpoint) ?? (Object.keys(query).length > 0 ? query : undefined);
  const literal = (value: unknown) =>
    JSON.stringify(value, null, 2)
      .replaceAll(/^( *)"(\w+)":/gm, '$1$2:')
      .replaceAll(/(\w+): "\$\w+"/g, '$1');
  const bytesArgs = takesBytes(endpoint) ? ['bytes', `{ headers: { 'upload-offset': '0' } }`] : [];
  const args = [...ids, ...(input === undefined ? [] : [literal(input)]), ...bytesArgs];
  const call = `tillwright.${endpoint.operationId}(${args.join(', ')})`;
  return endpoint['x-speakeasy-pagination'] ? `for await (const item of ${call}) console.log(item);` : `await ${call};`;
}

/** Creates a curl command for an endpoint. */
function createCurlExample(document: ApiDocument, endpoint: Endpoint): string {
  const { method, path } = endpoint;
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => `$${toVariableName(name)}`);
  const query = Object.entries(createRequiredQuery(document, endpoint)).map(
    ([name, value]) => `${name}=${String(value)}`,
  );
  const url = `${getServerUrl(document)}${filledPath}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const urlArgument = /[$?]/.test(url) ? `"${url}"` : url;
  const body = getRequestExample(endpoint);
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${urlArgument}`,
    `  -H "Authorization: Bearer $TILLWRIGHT_KEY"`,
    ...(method === 'GET' || takesBytes(endpoint) ? [] : [`  -H "Idempotency-Key: $(uuidgen)"`]),
    ...(takesBytes(endpoint)
      ? [`  -H "Upload-Offset: 0"`, `  -H "Content-Type: application/octet-stream"`, `  --data-binary @part`]
      : []),
    ...(body === undefined
      ? []
      : [`  -H "Content-Type: application/json"`, `  -d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`]),
  ];
  return lines.join(' \\\n');
}

type Props = { document: ApiDocument; endpoint: Endpoint };

const createField = ({ name, schema, description, required = false }: Parameter): Field => ({
  name,
  schema,
  description: schema.type === 'array' ? `${description} ${MESSAGES.commas}` : (description ?? schema.description),
  required,
});

const ParametersSection = ({ document, endpoint }: Props) => {
  const parameters = endpoint.parameters.flatMap((parameter) => resolveParameter(document, parameter) ?? []);
  const visibleParameters = parameters.filter((parameter) => parameter.in !== 'header' || parameter.required);
  if (visibleParameters.length === 0) return null;
  return (
    <>
      <h4>{MESSAGES.parameters}</h4>
      <FieldsTable fields={visibleParameters.map(createField)} showsRequired />
    </>
  );
};

const RequestBodySection = ({ document, endpoint }: Props) => {
  const schema = getRequestSchema(endpoint);
  if (takesBytes(endpoint))
    return (
      <>
        <h4>{MESSAGES.body}</h4>
        <p>{MESSAGES.bytes}</p>
      </>
    );
  if (!schema) return null;
  const resolvedSchema = schema.$ref ? document.components.schemas[getReferenceName(schema.$ref)] : null;
  return (
    <>
      <h4>{MESSAGES.body}</h4>
      {resolvedSchema ? (
        <p className="fields-table__type">
          <SchemaType schema={schema} />
        </p>
      ) : (
        <FieldsTable fields={listFields(schema)} showsRequired />
      )}
    </>
  );
};

const ResponseSection = ({ document, endpoint }: Props) => {
  const { status, schema, example, isCsv } = getSuccessResponse(document, endpoint);
  return (
    <>
      <h4>
        {MESSAGES.response} <span className="endpoint__status">{status}</span>
      </h4>
      {isCsv && <p>{MESSAGES.csv}</p>}
      {schema && <ResponseFields schema={schema} />}
      {example !== undefined && (
        <CodeBlock label={MESSAGES.responseExample}>
          {typeof example === 'string' ? example : JSON.stringify(example, null, 2)}
        </CodeBlock>
      )}
    </>
  );
};

const ResponseFields = ({ schema }: { schema: Schema }) =>
  !schema.$ref && schema.properties ? (
    <FieldsTable fields={listFields(schema)} showsRequired={false} />
  ) : (
    <p className="fields-table__type">
      <SchemaType schema={schema} />
    </p>
  );

const ErrorsSection = ({ document, endpoint }: Props) => {
  const specificErrors = listErrorCodes(document, endpoint)
    .map(([status, codes]) => [status, codes.filter((code) => !isCommonErrorCode(code))] as const)
    .filter(([, codes]) => codes.length > 0);
  if (specificErrors.length === 0) return null;
  return (
    <>
      <h4>{MESSAGES.errors}</h4>
      <ul className="endpoint__errors">
        {specificErrors.map(([status, codes]) => (
          <li key={status}>
            <span className="endpoint__status">{status}</span> <ErrorCodeLinks codes={codes} />
          </li>
        ))}
      </ul>
    </>
  );
};

/** Reference of one endpoint: parameters, request body, response and errors. */
export const EndpointReference = ({ document, endpoint }: Props) => {
  const { operationId, method, summary, description } = endpoint;
  const scope = getRequiredScope(endpoint);
  return (
    <article className="sheet endpoint" id={operationId} aria-labelledby={`${operationId}-title`}>
      <h3 className="h2" id={`${operationId}-title`}>
        <a href={`#${operationId}`}>{summary}</a>
      </h3>
      <p className="endpoint__path">
        <span className="endpoint__method" data-method={method}>
          {method}
        </span>{' '}
        <code>{getFullPath(document, endpoint)}</code>
      </p>
      {description && (
        <p>
          <InlineMarkup>{description}</InlineMarkup>
        </p>
      )}
      <p className="small muted">
        {scope ? <RichText text={MESSAGES.scope} tags={{ scope: () => <code>{scope}</code> }} /> : MESSAGES.anyKey}
      </p>
      <ParametersSection document={document} endpoint={endpoint} />
      <RequestBodySection document={document} endpoint={endpoint} />
      <CodeBlock label={MESSAGES.requestExample}>{createCurlExample(document, endpoint)}</CodeBlock>
      <CodeBlock label={MESSAGES.sdkExample}>{createSdkExample(document, endpoint)}</CodeBlock>
      <ResponseSection document={document} endpoint={endpoint} />
      <ErrorsSection document={document} endpoint={endpoint} />
    </article>
  );
};
