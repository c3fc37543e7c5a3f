import type { ReactNode } from 'react';

import { apiErrorCatalog } from '#content/messages/api-error-catalog.ts';
import { developerMessages } from '#content/messages/developers.ts';
import { MAX_API_KEYS } from '#domain/account.ts';
import { listPublicErrors } from '#domain/api-errors.ts';
import { API_SCOPES } from '#domain/api-key.ts';
import { API_RATE_LIMITS } from '#domain/plan-features.ts';

import { resolveParameter, type ApiDocument, type Parameter } from './api-document.ts';
import { CodeBlock, InlineMarkup } from './code.tsx';
import { DOCS_PAGES, DocsPage, DocsSection, SectionLinks } from './docs-page.tsx';

const MESSAGES = developerMessages.start;

const Paragraph = ({ children }: { children: string }) => (
  <p>
    <InlineMarkup>{children}</InlineMarkup>
  </p>
);

/** Table of all API error codes, which the links in error responses point to. */
const ErrorTable = () => (
  <dl className="fields-table">
    {listPublicErrors().map(({ code, status, type }) => (
      <div key={code} id={`error-${code}`}>
        <dt>
          <code>{code}</code> <span className="endpoint__status">{status}</span>
        </dt>
        <dd>
          <code>{type}</code> <InlineMarkup>{apiErrorCatalog[code]}</InlineMarkup>
        </dd>
      </div>
    ))}
  </dl>
);

const SECTIONS = Object.entries(MESSAGES.sections).map(([id, title]) => ({ id, title }));

const Section = ({ id, children }: { id: keyof typeof MESSAGES.sections; children: ReactNode }) => (
  <DocsSection id={id} title={MESSAGES.sections[id]}>
    {children}
  </DocsSection>
);

type Props = { document: ApiDocument };

const GettingStarted = ({ url }: { url: string }) => (
  <>
    <Section id="key">
      <Paragraph>{MESSAGES.key.create({ maxKeys: MAX_API_KEYS })}</Paragraph>
      <Paragraph>{MESSAGES.key.prefixes}</Paragraph>
    </Section>
    <Section id="request">
      <Paragraph>{MESSAGES.request.header}</Paragraph>
      <CodeBlock label={MESSAGES.request.example}>{`export TILLWRIGHT_KEY=twk_sandbox_…
curl ${url}/orders?limit=3 \\
  -H "Authorization: Bearer $TILLWRIGHT_KEY"`}</CodeBlock>
      <Paragraph>{MESSAGES.request.formats}</Paragraph>
    </Section>
    <Section id="scopes">
      <dl className="fields-table">
        {Object.entries(API_SCOPES).map(([scope, description]) => (
          <div key={scope}>
            <dt>
              <code>{scope}</code>
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </Section>
  </>
);

const Errors = ({ document }: Props) => (
  <Section id="errors">
    <Paragraph>{MESSAGES.errors.shape}</Paragraph>
    <CodeBlock label={MESSAGES.errors.example}>
      {JSON.stringify(document.components.examples['scope_missing']?.value ?? {}, null, 2)}
    </CodeBlock>
    <Paragraph>{MESSAGES.errors.retry}</Paragraph>
  </Section>
);

const getListLimit = (document: ApiDocument): Parameter | undefined =>
  document.paths['/orders']?.['get']?.parameters
    .flatMap((candidate) => resolveParameter(document, candidate) ?? [])
    .find(({ name }) => name === 'limit');

const Paging = ({ document }: Props) => {
  const { default: defaultLimit, maximum: maxLimit = 0 } = getListLimit(document)?.schema ?? {};
  return (
    <Section id="paging">
      <Paragraph>{MESSAGES.paging.text({ defaultLimit: Number(defaultLimit), maxLimit })}</Paragraph>
      <CodeBlock label={MESSAGES.paging.example}>{`{ "data": [ … ], "next": "WzQyXQ.d1jWm0…" }`}</CodeBlock>
      <Paragraph>{MESSAGES.paging.order}</Paragraph>
      <Paragraph>{MESSAGES.paging.sync}</Paragraph>
    </Section>
  );
};

const Idempotency = ({ document }: Props) => {
  const header = document.components.parameters['IdempotencyKey'];
  return (
    <Section id="idempotency">
      <Paragraph>
        {MESSAGES.idempotency({ description: header?.description ?? '', maxLength: header?.schema.maxLength ?? 0 })}
      </Paragraph>
    </Section>
  );
};

const Limits = () => (
  <Section id="limits">
    <Paragraph>{MESSAGES.limits({ standard: API_RATE_LIMITS.every, pro: API_RATE_LIMITS.pro })}</Paragraph>
  </Section>
);

const Versions = ({ document }: Props) => (
  <Section id="versions">
    <Paragraph>{MESSAGES.versions(document.info)}</Paragraph>
  </Section>
);

const PAGES = DOCS_PAGES.filter(({ href }) => href !== '/developers');

/** Files for tools. */
const FILES = [
  { href: '/api/v1/openapi.json', label: developerMessages.pages.openApi },
  { href: '/developers/postman.json', label: developerMessages.pages.postman },
  { href: '/llms.txt', label: developerMessages.pages.llms },
];

/** Start page of the developer documentation. */
export const DevelopersScreen = ({ document }: Props) => (
  <DocsPage
    title={developerMessages.pages.start}
    lead={MESSAGES.lead}
    header={
      <ul className="developers__links">
        {[...PAGES, ...FILES].map(({ href, label }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    }
    pages={PAGES}
    contents={<SectionLinks sections={SECTIONS} />}
  >
    <GettingStarted url={document.servers[0]?.url ?? ''} />
    <Errors document={document} />
    <Paging document={document} />
    <Idempotency document={document} />
    <Limits />
    <Versions document={document} />
    <Section id="tools">
      <Paragraph>{MESSAGES.tools}</Paragraph>
    </Section>
    <Section id="error-codes">
      <ErrorTable />
    </Section>
  </DocsPage>
);
