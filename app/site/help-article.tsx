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

/** A question with its answer. The id is on the answer, so that browsers open the details for a link to it. */
export const Article = ({ article, query, found, open }: Props) => (
  <details hidden={!found} open={open}>
    <summary>
      <Marked as="h3" text={article.question} query={query} />
    </summary>
    <div className="help-answer" id={article.id}>
      {article.answer.map((block, place) => (
        <Block key={place} block={block} query={query} />
      ))}
      {article.see && (
        <p className="help-see">
          {article.see.map(({ label, href }) => (
            <a key={href} className="link" href={href}>
              {label}
            </a>
          ))}
        </p>
      )}
    </div>
  </details>
);
