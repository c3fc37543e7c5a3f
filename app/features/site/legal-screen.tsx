import { Fragment } from 'react';

import { RichText } from '#app/components/rich-text.tsx';
import type { LegalBlock, LegalDocument } from '#content/legal/legal-document.ts';
import { legalMessages } from '#content/messages/legal.ts';

/** Email addresses and the Stripe URL, which become links. */
const LINK_PATTERN = /([\w.+-]+@[\w-]+\.[\w.-]*\w|stripe\.com\/[\w/]*\w)/;

const LinkedText = ({ children }: { children: string }) =>
  children.split(LINK_PATTERN).map((segment, index) =>
    index % 2 === 0 ? (
      <Fragment key={index}>{segment}</Fragment>
    ) : (
      <a key={index} className="link" href={segment.includes('@') ? `mailto:${segment}` : `https://${segment}`}>
        {segment}
      </a>
    ),
  );

const LegalBlockView = ({ block }: { block: LegalBlock }) =>
  typeof block === 'string' ? (
    <p>
      <LinkedText>{block}</LinkedText>
    </p>
  ) : (
    <ul>
      {block.list.map((line) => (
        <li key={line}>
          <LinkedText>{line}</LinkedText>
        </li>
      ))}
    </ul>
  );

const TableOfContents = ({ sections }: Pick<LegalDocument, 'sections'>) => (
  <nav className="legal__contents" aria-labelledby="contents-title">
    <h2 className="h3" id="contents-title">
      {legalMessages.contents}
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
export const LegalScreen = ({ document: { title, summary: inShort, sections }, today }: Props) => (
  <main id="main" className="legal wrap">
    <div className="legal__header">
      <h1 className="d2">{title}</h1>
      <p className="muted">
        <RichText text={legalMessages.updated} tags={{ date: () => <time dateTime={today.iso}>{today.text}</time> }} />
      </p>
    </div>
    <TableOfContents sections={sections} />
    <div className="legal__text">
      <section className="sheet legal__summary" aria-labelledby="short-title">
        <h2 className="h3" id="short-title">
          {legalMessages.summary}
        </h2>
        <ul>
          {inShort.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
      {sections.map(({ id, title: heading, blocks }, index) => (
        <section key={id} id={id} aria-labelledby={`${id}-title`}>
          <h2 className="h2" id={`${id}-title`}>
            {index + 1}. {heading}
          </h2>
          {blocks.map((block, blockIndex) => (
            <LegalBlockView key={blockIndex} block={block} />
          ))}
        </section>
      ))}
    </div>
  </main>
);
