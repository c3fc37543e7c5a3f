import { Fragment } from 'react';

import type { LegalBlock, LegalDocument } from '#content/legal/legal-document.ts';

/** Email addresses and the Stripe URL, which become links. */
const LINKED = /([\w.+-]+@[\w-]+\.[\w.-]*\w|stripe\.com\/[\w/]*\w)/;

const Text = ({ children }: { children: string }) =>
  children.split(LINKED).map((part, place) =>
    place % 2 === 0 ? (
      <Fragment key={place}>{part}</Fragment>
    ) : (
      <a key={place} className="link" href={part.includes('@') ? `mailto:${part}` : `https://${part}`}>
        {part}
      </a>
    ),
  );

const Block = ({ block }: { block: LegalBlock }) =>
  typeof block === 'string' ? (
    <p>
      <Text>{block}</Text>
    </p>
  ) : (
    <ul>
      {block.list.map((line) => (
        <li key={line}>
          <Text>{line}</Text>
        </li>
      ))}
    </ul>
  );

const Contents = ({ sections }: Pick<LegalDocument, 'sections'>) => (
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

type Props = { document: LegalDocument; today: { iso: string; text: string } };

/** A legal document: summary, contents and numbered sections. */
export const Legal = ({ document: { title, inShort, sections }, today }: Props) => (
  <main id="main" className="legal wrap">
    <div className="legal-top">
      <h1 className="d2">{title}</h1>
      <p className="muted">
        Last updated: <time dateTime={today.iso}>{today.text}</time>
      </p>
    </div>
    <Contents sections={sections} />
    <div className="legal-text">
      <section className="sheet legal-short" aria-labelledby="short-title">
        <h2 className="h3" id="short-title">
          In short
        </h2>
        <ul>
          {inShort.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
      {sections.map(({ id, title: heading, blocks }, place) => (
        <section key={id} id={id} aria-labelledby={`${id}-title`}>
          <h2 className="h2" id={`${id}-title`}>
            {place + 1}. {heading}
          </h2>
          {blocks.map((block, at) => (
            <Block key={at} block={block} />
          ))}
        </section>
      ))}
    </div>
  </main>
);
