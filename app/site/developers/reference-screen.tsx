import { groupsOf, type ApiDocument, type Schema } from './api-document.ts';
import { CodeBox, Marked } from './code-box.tsx';
import { Codes } from './codes.tsx';
import { COMMON, OF_WRITES } from './common-codes.ts';
import { EndpointEntry } from './endpoint-entry.tsx';
import { FieldsTable, fieldsOf, Kind } from './fields-table.tsx';
import { sampleOf } from './sample.ts';

const idOf = (group: string): string => group.toLowerCase();

const Contents = ({ document }: { document: ApiDocument }) => (
  <nav className="dev-contents" aria-label="Contents">
    <a className="dev-back" href="/developers">
      For developers
    </a>
    {groupsOf(document).map(({ name, endpoints }) => (
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
const isAnswered = (name: string): boolean => !/Input$|^PartOf|^New/.test(name);

const Shape = ({ name, schema, document }: { name: string; schema: Schema; document: ApiDocument }) => (
  <article className="sheet dev-endpoint" id={`shape-${name}`} aria-labelledby={`shape-${name}-title`}>
    <h3 className="h2" id={`shape-${name}-title`}>
      <a href={`#shape-${name}`}>{name}</a>
    </h3>
    {schema.description && (
      <p>
        <Marked>{schema.description}</Marked>
      </p>
    )}
    {schema.properties ? (
      <>
        <FieldsTable fields={fieldsOf(schema)} optional={false} />
        {isAnswered(name) && (
          <CodeBox label={`Example of ${name}`}>
            {JSON.stringify(sampleOf(schema, document.components.schemas), null, 2)}
          </CodeBox>
        )}
      </>
    ) : (
      <p className="dev-kind">
        <Kind schema={schema} />
      </p>
    )}
  </article>
);

/** The whole API on one page, so that the browser's search covers everything. */
export const ReferenceScreen = ({ document }: { document: ApiDocument }) => (
  <main id="main" className="dev wrap">
    <header className="dev-top">
      <h1 className="d2">API reference</h1>
      <p className="dev-lead muted">
        Everything that the screens can do, for your programs. Drawn from the same description that programs
        read: <a href="/api/v1/openapi.json">openapi.json</a>.
      </p>
      <p className="dev-lead">
        Every endpoint may also refuse with <Codes codes={COMMON} />, and those that change something with{' '}
        <Codes codes={OF_WRITES} />. What else each one refuses with stands at its end.
      </p>
    </header>
    <Contents document={document} />
    <div className="dev-text">
      {groupsOf(document).map(({ name, endpoints }) => (
        <section key={name} id={idOf(name)} aria-labelledby={`${idOf(name)}-title`}>
          <h2 className="h1" id={`${idOf(name)}-title`}>
            {name}
          </h2>
          {endpoints.map((endpoint) => (
            <EndpointEntry key={endpoint.operationId} document={document} endpoint={endpoint} />
          ))}
        </section>
      ))}
      <section id="shapes" aria-labelledby="shapes-title">
        <h2 className="h1" id="shapes-title">
          Shapes
        </h2>
        <p className="muted">What stands in more than one answer. New properties may come at any time.</p>
        {Object.entries(document.components.schemas).map(([name, schema]) => (
          <Shape key={name} name={name} schema={schema} document={document} />
        ))}
      </section>
    </div>
  </main>
);
