import { Fragment } from 'react';

import { WEBHOOK_DOCS, webhookDocs, type DocsBlock, type DocsSection } from '#content/webhook-docs.ts';
import type { WebhookReference } from '#domain/webhook-event.ts';

import { CodeBox } from './developers/code-box.tsx';

/** Code in backticks, and links as `[text](https://…)`. */
const MARKED = /(`[^`]+`|\[[^\]]+\]\(https:\/\/[^)\s]+\))/;
const LINK = /^\[(.+)\]\((.+)\)$/;

const Words = ({ children }: { children: string }) =>
  children.split(MARKED).map((part, place) => {
    const [, words, href] = LINK.exec(part) ?? [];
    if (place % 2 === 0) return <Fragment key={place}>{part}</Fragment>;
    if (href)
      return (
        <a key={place} href={href}>
          {words}
        </a>
      );
    return <code key={place}>{part.slice(1, -1)}</code>;
  });

const Code = ({ caption, code }: Extract<DocsBlock, { kind: 'code' }>) => (
  <figure className="hooks-code">
    <figcaption className="small muted">{caption}</figcaption>
    <CodeBox label={caption}>{code}</CodeBox>
  </figure>
);

/** A table wider than the screen scrolls in its own region, also by keyboard. */
const Table = ({ caption, heads, rows }: Extract<DocsBlock, { kind: 'table' }>) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable regions need keyboard access
  <div className="hooks-table" tabIndex={0} role="region" aria-label={caption}>
    <table>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row[0]}>
            {row.map((cell, place) => (
              <td key={heads[place]}>
                <Words>{cell}</Words>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

function Block({ block }: { block: DocsBlock }) {
  if (block.kind === 'code') return <Code {...block} />;
  if (block.kind === 'table') return <Table {...block} />;
  if (block.kind === 'text')
    return (
      <p>
        <Words>{block.text}</Words>
      </p>
    );
  return (
    <ul>
      {block.items.map((item) => (
        <li key={item}>
          <Words>{item}</Words>
        </li>
      ))}
    </ul>
  );
}

const Contents = ({ sections }: { sections: readonly DocsSection[] }) => (
  <nav className="dev-contents" aria-label="Contents">
    <a className="dev-back" href="/developers">
      For developers
    </a>
    <a className="dev-back" href="/developers/api">
      API reference
    </a>
    <ul>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ul>
  </nav>
);

/** Webhook documentation. Its limits come from the configuration in use. */
export function WebhookDocs({ reference }: { reference: WebhookReference }) {
  const sections = webhookDocs(reference);
  return (
    <main id="main" className="dev hooks wrap">
      <header className="dev-top">
        <h1 className="d2">{WEBHOOK_DOCS.title}</h1>
        <p className="dev-lead muted">{WEBHOOK_DOCS.description}</p>
      </header>
      <Contents sections={sections} />
      <div className="dev-text">
        {sections.map(({ id, title, blocks }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 className="h1" id={`${id}-title`}>
              {title}
            </h2>
            {blocks.map((block, at) => (
              <Block key={at} block={block} />
            ))}
          </section>
        ))}
      </div>
    </main>
  );
}
