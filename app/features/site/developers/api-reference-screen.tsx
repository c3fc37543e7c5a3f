import { groupEndpoints, type ApiDocument, type Schema } from './api-document.ts';
import { CodeBlock, InlineCode, ErrorCodeLinks, COMMON_ERROR_CODES, WRITE_ERROR_CODES } from './code.tsx';
import { EndpointReference } from './endpoint-reference.tsx';
import { FieldsTable, listFields, SchemaType } from './fields-table.tsx';
import { createSample } from './sample.ts';

const getGroupId = (group: string): string => group.toLowerCase();

const TableOfContents = ({ document }: { document: ApiDocument }) => (
  <nav className="developers__contents" aria-label="Contents">
    <a className="developers__back" href="/developers">
      For developers
    </a>
    {groupEndpoints(document).map(({ name, endpoints }) => (
      <details key={name}>
        <summary>{name}</summary>
        <ul>
          {endpoints.map(({ operationId, summary }) => (
            <li key={operationId}>
              <a href={`#${operationId}`}>{summary}</a>
            </li>
          ))}
        </ul>
      </details>
    ))}
    <a href="#shapes">Shapes</a>
  </nav>
);

/** Request schemas have the same fields as their response schemas, so they need no example. */
const isResponseSchema = (name: string): boolean => !/Input$|^PartOf|^New/.test(name);

const SchemaReference = ({ name, schema, document }: { name: string; schema: Schema; document: ApiDocument }) => (
  <article className="sheet endpoint" id={`shape-${name}`} aria-labelledby={`shape-${name}-title`}>
    <h3 className="h2" id={`shape-${name}-title`}>
      <a href={`#shape-${name}`}>{name}</a>
    </h3>
    {schema.description && (
      <p>
        <InlineCode>{schema.description}</InlineCode>
      </p>
    )}
    {schema.properties ? (
      <>
        <FieldsTable fields={listFields(schema)} showsRequired={false} />
        {isResponseSchema(name) && (
          <CodeBlock label={`Example of ${name}`}>
            {JSON.stringify(createSample(schema, document.components.schemas), null, 2)}
          </CodeBlock>
        )}
      </>
    ) : (
      <p className="fields-table__type">
        <SchemaType schema={schema} />
      </p>
    )}
  </article>
);

/** The whole API on one page, so that the browser's search covers everything. */
export const ApiReferenceScreen = ({ document }: { document: ApiDocument }) => (
  <main id="main" className="dev wrap">
    <header className="developers__header">
      <h1 className="d2">API reference</h1>
      <p className="developers__lead muted">
        Everything that the screens can do, for your programs. Drawn from the same description that programs read:{' '}
        <a href="/api/v1/openapi.json">openapi.json</a>.
      </p>
      <p className="developers__lead">
        Every endpoint may also refuse with <ErrorCodeLinks codes={COMMON_ERROR_CODES} />, and those that change
        something with <ErrorCodeLinks codes={WRITE_ERROR_CODES} />. What else each one refuses with stands at its end.
      </p>
    </header>
    <TableOfContents document={document} />
    <div className="developers__text">
      {groupEndpoints(document).map(({ name, endpoints }) => (
        <section key={name} id={getGroupId(name)} aria-labelledby={`${getGroupId(name)}-title`}>
          <h2 className="h1" id={`${getGroupId(name)}-title`}>
            {name}
          </h2>
          {endpoints.map((endpoint) => (
            <EndpointReference key={endpoint.operationId} document={document} endpoint={endpoint} />
          ))}
        </section>
      ))}
      <section id="shapes" aria-labelledby="shapes-title">
        <h2 className="h1" id="shapes-title">
          Shapes
        </h2>
        <p className="muted">What stands in more than one answer. New properties may come at any time.</p>
        {Object.entries(document.components.schemas).map(([name, schema]) => (
          <SchemaReference key={name} name={name} schema={schema} document={document} />
        ))}
      </section>
    </div>
  </main>
);
