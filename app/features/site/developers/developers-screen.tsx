import type { ReactNode } from 'react';

import { API_SCOPES, MAX_API_KEYS } from '#domain/api-key.ts';
import { ERROR_CODES, AppError, getHttpStatus } from '#domain/errors.ts';
import { API_RATE_LIMITS } from '#domain/plan-limits.ts';

import { resolveParameter, type ApiDocument, type Parameter } from './api-document.ts';
import { CodeBlock, InlineMarkup } from './code.tsx';
import { DocsPage, DocsSection, SectionLinks } from './docs-page.tsx';

/** Codes that no endpoint lists, because every endpoint may return them. */
const GENERIC_ERROR_CODES = ['not_found', 'method_not_allowed', 'internal', 'unavailable', 'provider_unavailable'];

/** Table of all API error codes, which the links in error responses point to. */
const ErrorTable = ({ document }: { document: ApiDocument }) => {
  const documentedCodes = new Set([...Object.keys(document.components.examples), ...GENERIC_ERROR_CODES]);
  const codes = ERROR_CODES.filter((code) => documentedCodes.has(code)).toSorted();
  return (
    <dl className="fields-table">
      {codes.map((code) => (
        <div key={code} id={`error-${code}`}>
          <dt>
            <code>{code}</code> <span className="endpoint__status">{getHttpStatus(code)}</span>
          </dt>
          <dd>{new AppError(code).message}</dd>
        </div>
      ))}
    </dl>
  );
};

const CommandLine = ({ url }: { url: string }) => (
  <>
    <p>
      <code>npx tillwright</code> works in a copy of the shop’s repository, with Node 20 or later and without installing
      anything. The key comes from <code>TILLWRIGHT_KEY</code> or from a file, never from an argument.
    </p>
    <CodeBlock label="Commands">{`export TILLWRIGHT_URL=${url}
export TILLWRIGHT_KEY=twk_sandbox_…

npx tillwright pages list
npx tillwright pages export PAGE -o page.json
npx tillwright pages import page.json
npx tillwright pages publish page.json --slug throwing-taller
npx tillwright orders list --state paid --from 2026-11-01 --json
npx tillwright coupons create PAGE LAUNCH20 --percent 20 --ends 2026-12-31`}</CodeBlock>
    <p>
      <code>--help</code> lists the rest, <code>--json</code> answers for programs. It ends with 0 when all is done, 1
      when the shop refused, 2 when it was called wrongly, and 3 when the shop could not be reached.
    </p>
  </>
);

const SECTION_TITLES = {
  key: 'Make a key',
  request: 'The first request',
  scopes: 'Scopes',
  errors: 'Errors',
  paging: 'Lists',
  idempotency: 'Doing things once',
  limits: 'Limits',
  versions: 'Versions',
  'command-line': 'The command line',
  'error-codes': 'All error codes',
} as const;

const SECTIONS = Object.entries(SECTION_TITLES).map(([id, title]) => ({ id, title }));

const Section = ({ id, children }: { id: keyof typeof SECTION_TITLES; children: ReactNode }) => (
  <DocsSection id={id} title={SECTION_TITLES[id]}>
    {children}
  </DocsSection>
);

type Props = { document: ApiDocument };

const GettingStarted = ({ url }: { url: string }) => (
  <>
    <Section id="key">
      <p>
        Open <a href="/integrations">Integrations</a>, make a key and choose what it may do. It is shown once: keep it
        where only your program reads it. Whoever has it can do what it allows; revoke it there as soon as it may have
        got into other hands, and it is refused at once. A shop has at most {MAX_API_KEYS} keys.
      </p>
      <p>
        Keys of the sandbox begin with <code>twk_sandbox_</code>, those for real money with <code>twk_live_</code>.
        Whoever finds a leaked key can end it: <code>DELETE /api/v1/key</code>, sent with that key.
      </p>
    </Section>
    <Section id="request">
      <p>The key goes into the header, never into the address.</p>
      <CodeBlock label="The first request">{`export TILLWRIGHT_KEY=twk_sandbox_…
curl ${url}/orders?limit=3 \\
  -H "Authorization: Bearer $TILLWRIGHT_KEY"`}</CodeBlock>
      <p>
        Bodies and answers are JSON. Amounts are whole numbers in minor units of their currency, moments are ISO 8601 in
        UTC, and names are written <code>likeThis</code>. The API is for servers: browsers of other sites are not let
        in.
      </p>
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
    <p>
      What is refused answers with a status from 400 on and always with the same shape. Programs go by <code>code</code>
      ; <code>message</code> is for people and may be worded anew. Some codes bring facts along, such as{' '}
      <code>problems</code> with what is wrong and where. Send the header <code>X-Request-Id</code> of the answer along
      when you write to us.
    </p>
    <CodeBlock label="Example of an error">
      {JSON.stringify(document.components.examples['scope_missing']?.value ?? {}, null, 2)}
    </CodeBlock>
    <p>
      After <code>429</code>, <code>502</code> and <code>503</code> ask again later, as <code>Retry-After</code> says
      where it is there; what changes something with the same idempotency key.
    </p>
  </Section>
);

const getListLimit = (document: ApiDocument): Parameter | undefined =>
  document.paths['/orders']?.['get']?.parameters
    .flatMap((candidate) => resolveParameter(document, candidate) ?? [])
    .find(({ name }) => name === 'limit');

const Paging = ({ document }: Props) => {
  const { default: defaultLimit, maximum } = getListLimit(document)?.schema ?? {};
  return (
    <Section id="paging">
      <p>
        Lists answer <code>data</code> and <code>next</code>. While <code>next</code> is a text, there is more: send it
        as <code>cursor</code>, with the other parameters as they were. <code>limit</code> says how many come at once,{' '}
        {String(defaultLimit)} without it and at most {maximum}. What comes in meanwhile moves nothing: no row is left
        out and none comes twice.
      </p>
      <CodeBlock label="Example of a list">{`{ "data": [ … ], "next": "WzQyXQ.d1jWm0…" }`}</CodeBlock>
    </Section>
  );
};

const Idempotency = ({ document }: Props) => {
  const header = document.components.parameters['IdempotencyKey'];
  return (
    <Section id="idempotency">
      <p>
        A request that had no answer may have been carried out. Send <code>Idempotency-Key</code> with whatever changes
        something, and repeat it with the same key. <InlineMarkup>{header?.description ?? ''}</InlineMarkup> A
        repetition has the header <code>Idempotent-Replayed: true</code>. The key has up to {header?.schema.maxLength}{' '}
        printable letters; a UUID is a good one.
      </p>
    </Section>
  );
};

const Limits = () => (
  <Section id="limits">
    <p>
      A shop has {API_RATE_LIMITS.every} requests in a minute with all its keys together, and {API_RATE_LIMITS.pro} with
      the <a href="/pricing">Pro</a> plan. Every answer says how many are left: <code>RateLimit-Limit</code>,{' '}
      <code>RateLimit-Remaining</code>, <code>RateLimit-Reset</code> (seconds). Beyond them, and beyond the limits that
      single acts have, the answer is <code>429</code> with <code>Retry-After</code>.
    </p>
  </Section>
);

const Versions = ({ document }: Props) => (
  <Section id="versions">
    <p>
      This is version {document.info.version}, which is a part of the address. New endpoints, properties, codes and
      kinds of events may come at any time: let your program pass over what it does not know. Whatever would break a
      program comes under another version.
    </p>
  </Section>
);

const PAGES = [
  { href: '/developers/api', label: 'API reference' },
  { href: '/developers/webhooks', label: 'Webhooks' },
];

/** Start page of the developer documentation. */
export const DevelopersScreen = ({ document }: Props) => (
  <DocsPage
    title="For developers"
    lead="What you can do on the screens, your programs can do too: by an API, by webhooks that tell them what happens, and by a command line."
    header={
      <ul className="developers__links">
        {[...PAGES, { href: '/api/v1/openapi.json', label: 'openapi.json' }].map(({ href, label }) => (
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
    <Section id="command-line">
      <CommandLine url={new URL(document.servers[0]?.url ?? 'http://localhost').origin} />
    </Section>
    <Section id="error-codes">
      <ErrorTable document={document} />
    </Section>
  </DocsPage>
);
