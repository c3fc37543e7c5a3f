import { Fragment } from 'react';

import { WEBHOOK_DOCS, webhookDocs, type DocsBlock, type DocsSection } from '#content/webhook-docs.ts';
import type { WebhookReference } from '#domain/webhook-event.ts';

/** Code between backquotes, and links as `[words](https://…)`. */
const MARKED = /(`[^`]+`|\[[^\]]+\]\(https:\/\/[^)\s]+\))/;
const LINK = /^\[(.+)\]\((.+)\)$/;

const Words = ({ children }: { children: string }) =>
  children.split(MARKED).map((part, place) => {
    const [, words, href] = LINK.exec(part) ?? [];
    if (place % 2 === 0) return <Fragment key={place}>{part}</Fragment>;
    if (href)
      return (
        <a key={place} className="link" href={href}>
          {words}
        </a>
      );
    return <code key={place}>{part.slice(1, -1)}</code>;
  });

/** What may be wider than the screen can be moved along in a place of its own, by keys too. */
const Code = ({ caption, code }: Extract<DocsBlock, { kind: 'code' }>) => (
  <figure className="hooks-code">
    <figcaption className="small">{caption}</figcaption>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and keys must reach that */}
    <pre tabIndex={0} role="region" aria-label={caption}>
      <code>{code}</code>
    </pre>
  </figure>
);

const Table = ({ caption, heads, rows }: Extract<DocsBlock, { kind: 'table' }>) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and keys must reach that
  <div className="hooks-table" tabIndex={0} role="region" aria-label={caption}>
    <table>
      <caption className="sr">{caption}</caption>
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
  <nav className="legal-contents" aria-labelledby="contents-title">
    <h2 className="h3" id="contents-title">
      Contents
    </h2>
    <ol className="small">
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ol>
  </nav>
);

/** How sellers' programs are told of things, from the figures that are in force. */
export function WebhookDocs({ reference }: { reference: WebhookReference }) {
  const sections = webhookDocs(reference);
  return (
    <main id="main" className="legal hooks wrap">
      <div className="legal-top">
        <h1 className="d2">{WEBHOOK_DOCS.title}</h1>
        <p className="lead muted">{WEBHOOK_DOCS.description}</p>
      </div>
      <Contents sections={sections} />
      <div className="legal-text">
        {sections.map(({ id, title, blocks }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 className="h2" id={`${id}-title`}>
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
