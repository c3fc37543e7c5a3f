import { RichText } from '#app/components/rich-text.tsx';
import { developerMessages } from '#content/messages/developers.ts';

import { findSchemaExample, groupEndpoints, type ApiDocument, type Schema } from './api-document.ts';
import { CodeBlock, InlineMarkup, ErrorCodeLinks, COMMON_ERROR_CODES, WRITE_ERROR_CODES } from './code.tsx';
import { DocsPage, DocsSection, SectionLinks } from './docs-page.tsx';
import { EndpointReference } from './endpoint-reference.tsx';
import { FieldsTable, listFields, SchemaType } from './fields-table.tsx';

const MESSAGES = developerMessages.reference;

const ReferenceLinks = ({ document }: { document: ApiDocument }) => (
  <>
    {groupEndpoints(document).map(({ name, endpoints }) => (
      <details key={name}>
        <summary>{name}</summary>
        <SectionLinks sections={endpoints.map(({ operationId, summary }) => ({ id: operationId, title: summary }))} />
      </details>
    ))}
    <a href="#shapes">{MESSAGES.schemas.title}</a>
  </>
);

type SchemaProps = { name: string; schema: Schema; document: ApiDocument };

const SchemaExample = ({ name, document }: Omit<SchemaProps, 'schema'>) => {
  const example = findSchemaExample(document, name);
  if (example === undefined) return null;
  return <CodeBlock label={MESSAGES.schemas.example({ name })}>{JSON.stringify(example, null, 2)}</CodeBlock>;
};

const SchemaReference = ({ name, schema, document }: SchemaProps) => (
  <article className="sheet endpoint" id={`shape-${name}`} aria-labelledby={`shape-${name}-title`}>
    <h3 className="h2" id={`shape-${name}-title`}>
      <a href={`#shape-${name}`}>{name}</a>
    </h3>
    {schema.description && (
      <p>
        <InlineMarkup>{schema.description}</InlineMarkup>
      </p>
    )}
    {schema.properties ? (
      <>
        <FieldsTable fields={listFields(schema)} showsRequired={false} />
        <SchemaExample name={name} document={document} />
      </>
    ) : (
      <p className="fields-table__type">
        <SchemaType schema={schema} />
      </p>
    )}
  </article>
);

const ERROR_TAGS = {
  common: () => <ErrorCodeLinks codes={COMMON_ERROR_CODES} />,
  write: () => <ErrorCodeLinks codes={WRITE_ERROR_CODES} />,
};

/** The whole API on one page, so that the browser's search covers everything. */
export const ApiReferenceScreen = ({ document }: { document: ApiDocument }) => (
  <DocsPage
    title={developerMessages.pages.api}
    lead={<InlineMarkup>{MESSAGES.lead}</InlineMarkup>}
    header={
      <p className="developers__lead">
        <RichText text={MESSAGES.errors} tags={ERROR_TAGS} />
      </p>
    }
    pages={[{ href: '/developers', label: developerMessages.pages.start }]}
    contents={<ReferenceLinks document={document} />}
  >
    {groupEndpoints(document).map(({ name, description, endpoints }) => (
      <DocsSection key={name} id={name.toLowerCase().replaceAll(' ', '-')} title={name}>
        <p className="muted">{description}</p>
        {endpoints.map((endpoint) => (
          <EndpointReference key={endpoint.operationId} document={document} endpoint={endpoint} />
        ))}
      </DocsSection>
    ))}
    <DocsSection id="shapes" title={MESSAGES.schemas.title}>
      <p className="muted">{MESSAGES.schemas.text}</p>
      {Object.entries(document.components.schemas).map(([name, schema]) => (
        <SchemaReference key={name} name={name} schema={schema} document={document} />
      ))}
    </DocsSection>
  </DocsPage>
);
