import {
  answerOf,
  bodyOf,
  nameOfReference,
  parameterOf,
  refusalsOf,
  scopeOf,
  type ApiDocument,
  type Endpoint,
  type Parameter,
} from './api-document.ts';
import { CodeBox, Marked } from './code-box.tsx';
import { Codes } from './codes.tsx';
import { isCommon } from './common-codes.ts';
import { curlOf, pathOf } from './curl-of.ts';
import { FieldsTable, fieldsOf, Kind, type Field } from './fields-table.tsx';
import { sampleOf } from './sample.ts';

type Props = { document: ApiDocument; endpoint: Endpoint };

const fieldOf = ({ name, schema, description, required = false }: Parameter): Field => ({
  name,
  schema,
  description: description ?? schema.description,
  required,
});

const Parameters = ({ document, endpoint }: Props) => {
  const all = endpoint.parameters.flatMap((one) => parameterOf(document, one) ?? []);
  const shown = all.filter((one) => one.in !== 'header');
  if (shown.length === 0) return null;
  return (
    <>
      <h4>Parameters</h4>
      <FieldsTable fields={shown.map(fieldOf)} optional />
    </>
  );
};

const Body = ({ document, endpoint }: Props) => {
  const schema = bodyOf(endpoint);
  if (!schema) return null;
  const shape = schema.$ref ? document.components.schemas[nameOfReference(schema.$ref)] : null;
  return (
    <>
      <h4>Body</h4>
      {shape ? (
        <p className="dev-kind">
          <Kind schema={schema} />
        </p>
      ) : (
        <FieldsTable fields={fieldsOf(schema)} optional />
      )}
    </>
  );
};

const Answer = ({ document, endpoint }: Props) => {
  const { status, schema } = answerOf(document, endpoint);
  if (!schema) return null;
  const own = !schema.$ref && schema.properties;
  const text = JSON.stringify(sampleOf(schema, document.components.schemas), null, 2);
  return (
    <>
      <h4>
        Answer <span className="dev-status">{status}</span>
      </h4>
      {own ? (
        <FieldsTable fields={fieldsOf(schema)} optional={false} />
      ) : (
        <p className="dev-kind">
          <Kind schema={schema} />
        </p>
      )}
      {/* The example of a named schema is shown with the schema. */}
      {own && text.length < LONGEST_EXAMPLE && <CodeBox label="Example of the answer">{text}</CodeBox>}
    </>
  );
};

const LONGEST_EXAMPLE = 1500;

const Refusals = ({ document, endpoint }: Props) => {
  const own = refusalsOf(document, endpoint)
    .map(([status, codes]) => [status, codes.filter((code) => !isCommon(code))] as const)
    .filter(([, codes]) => codes.length > 0);
  if (own.length === 0) return null;
  return (
    <>
      <h4>Errors</h4>
      <ul className="dev-errors">
        {own.map(([status, codes]) => (
          <li key={status}>
            <span className="dev-status">{status}</span> <Codes codes={codes} />
          </li>
        ))}
      </ul>
    </>
  );
};

/** Reference of one endpoint: parameters, request body, response and errors. */
export const EndpointEntry = ({ document, endpoint }: Props) => {
  const { operationId, method, summary, description } = endpoint;
  const scope = scopeOf(endpoint);
  return (
    <article className="sheet dev-endpoint" id={operationId} aria-labelledby={`${operationId}-title`}>
      <h3 className="h2" id={`${operationId}-title`}>
        <a href={`#${operationId}`}>{summary}</a>
      </h3>
      <p className="dev-line">
        <span className="dev-method" data-method={method}>
          {method}
        </span>{' '}
        <code>{pathOf(document, endpoint)}</code>
      </p>
      {description && (
        <p>
          <Marked>{description}</Marked>
        </p>
      )}
      <p className="small muted">
        {scope ? (
          <>
            Scope <code>{scope}</code>
          </>
        ) : (
          'Any key may ask this.'
        )}
      </p>
      <Parameters document={document} endpoint={endpoint} />
      <Body document={document} endpoint={endpoint} />
      <CodeBox label="Example request">{curlOf(document, endpoint)}</CodeBox>
      <Answer document={document} endpoint={endpoint} />
      <Refusals document={document} endpoint={endpoint} />
    </article>
  );
};
