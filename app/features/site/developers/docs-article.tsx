import type { DocsBlock, DocsSection as DocsSectionContent } from '#content/docs-block.ts';

import { CodeBlock, InlineMarkup } from './code.tsx';
import { DOCS_PAGES, DocsPage, DocsSection, SectionLinks } from './docs-page.tsx';

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

type ArticleProps = { path: string; title: string; lead: string; sections: readonly DocsSectionContent[] };

/** A documentation page that consists of texts, lists, tables and code. */
export function DocsArticle({ path, title, lead, sections }: ArticleProps) {
  return (
    <DocsPage
      title={title}
      lead={lead}
      pages={DOCS_PAGES.filter(({ href }) => href !== path)}
      contents={<SectionLinks sections={sections} />}
      className="dev hooks wrap"
    >
      {sections.map(({ id, title, blocks }) => (
        <DocsSection key={id} id={id} title={title}>
          {blocks.map((block, index) => (
            <DocsBlockView key={index} block={block} />
          ))}
        </DocsSection>
      ))}
    </DocsPage>
  );
}
