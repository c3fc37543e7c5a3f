import { Fragment } from 'react';

import { WEBHOOK_DOCS, createWebhookDocs, type DocsBlock, type DocsSection } from '#content/webhook-docs.ts';
import type { WebhookReference } from '#domain/webhook-event.ts';

import { CodeBlock } from './code.tsx';

/** Code in backticks, and links as `[text](https://…)`. */
const INLINE_MARKUP_PATTERN = /(`[^`]+`|\[[^\]]+\]\(https:\/\/[^)\s]+\))/;
const LINK_PATTERN = /^\[(.+)\]\((.+)\)$/;

const InlineMarkup = ({ children }: { children: string }) =>
  children.split(INLINE_MARKUP_PATTERN).map((segment, index) => {
    const [, linkText, href] = LINK_PATTERN.exec(segment) ?? [];
    if (index % 2 === 0) return <Fragment key={index}>{segment}</Fragment>;
    if (href)
      return (
        <a key={index} href={href}>
          {linkText}
        </a>
      );
    return <code key={index}>{segment.slice(1, -1)}</code>;
  });

const CodeFigure = ({ caption, code }: Extract<DocsBlock, { kind: 'code' }>) => (
  <figure className="hooks-code">
    <figcaption className="small muted">{caption}</figcaption>
    <CodeBlock label={caption}>{code}</CodeBlock>
  </figure>
);

/** A table wider than the screen scrolls in its own region, also by keyboard. */
const DocsTable = ({ caption, columnHeaders: heads, rows }: Extract<DocsBlock, { kind: 'table' }>) => (
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
            {row.map((cell, index) => (
              <td key={heads[index]}>
                <InlineMarkup>{cell}</InlineMarkup>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

function DocsBlockView({ block }: { block: DocsBlock }) {
  if (block.kind === 'code') return <CodeFigure {...block} />;
  if (block.kind === 'table') return <DocsTable {...block} />;
  if (block.kind === 'text')
    return (
      <p>
        <InlineMarkup>{block.text}</InlineMarkup>
      </p>
    );
  return (
    <ul>
      {block.items.map((item) => (
        <li key={item}>
          <InlineMarkup>{item}</InlineMarkup>
        </li>
      ))}
    </ul>
  );
}

const TableOfContents = ({ sections }: { sections: readonly DocsSection[] }) => (
  <nav className="developers__contents" aria-label="Contents">
    <a className="developers__back" href="/developers">
      For developers
    </a>
    <a className="developers__back" href="/developers/api">
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
  const sections = createWebhookDocs(reference);
  return (
    <main id="main" className="dev hooks wrap">
      <header className="developers__header">
        <h1 className="d2">{WEBHOOK_DOCS.title}</h1>
        <p className="developers__lead muted">{WEBHOOK_DOCS.description}</p>
      </header>
      <TableOfContents sections={sections} />
      <div className="developers__text">
        {sections.map(({ id, title, blocks }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 className="h1" id={`${id}-title`}>
              {title}
            </h2>
            {blocks.map((block, index) => (
              <DocsBlockView key={index} block={block} />
            ))}
          </section>
        ))}
      </div>
    </main>
  );
}
