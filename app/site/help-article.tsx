import type { HelpArticle, HelpBlock } from '#content/help/help-article.ts';

import { Marked } from './help-marked.tsx';

function Block({ block, query }: { block: HelpBlock; query: string }) {
  if (typeof block === 'string') return <Marked as="p" text={block} query={query} />;
  const [List, lines] = 'steps' in block ? (['ol', block.steps] as const) : (['ul', block.list] as const);
  return (
    <List>
      {lines.map((line) => (
        <Marked key={line} as="li" text={line} query={query} />
      ))}
    </List>
  );
}

type Props = { article: HelpArticle; query: string; found: boolean; open: boolean };

/** A question with its answer. The id stands at the answer: a browser that is led there opens it by itself. */
export const Article = ({ article, query, found, open }: Props) => (
  <details data-article hidden={!found} open={open}>
    <summary>
      <h3>
        <Marked text={article.question} query={query} />
      </h3>
    </summary>
    <div className="help-answer" id={article.id}>
      {article.answer.map((block, place) => (
        <Block key={place} block={block} query={query} />
      ))}
      <p className="help-see small">
        {article.see?.map(({ label, href }) => (
          <a key={href} className="link" href={href}>
            {label}
          </a>
        ))}
        <a className="help-self" href={`/help#${article.id}`}>
          Link to this answer
        </a>
      </p>
    </div>
  </details>
);
