import type { HelpArticle, HelpBlock } from '#content/help/help-article.ts';

import { HighlightedText } from './help-marked.tsx';

function ArticleBlock({ block, query }: { block: HelpBlock; query: string }) {
  if (typeof block === 'string') return <HighlightedText as="p" text={block} query={query} />;
  const [List, items] = 'steps' in block ? (['ol', block.steps] as const) : (['ul', block.list] as const);
  return (
    <List>
      {items.map((item) => (
        <HighlightedText key={item} as="li" text={item} query={query} />
      ))}
    </List>
  );
}

type HelpArticleItemProps = { article: HelpArticle; query: string; isFound: boolean; isOpen: boolean };

/** A question with its answer. The id is on the answer, so that browsers open the details for a link to it. */
export const HelpArticleItem = ({ article, query, isFound, isOpen }: HelpArticleItemProps) => (
  <details hidden={!isFound} open={isOpen}>
    <summary>
      <HighlightedText as="h3" text={article.question} query={query} />
    </summary>
    <div className="help-answer" id={article.id}>
      {article.answer.map((block, index) => (
        <ArticleBlock key={index} block={block} query={query} />
      ))}
      {article.links && (
        <p className="help-see">
          {article.links.map(({ label, href }) => (
            <a key={href} className="link" href={href}>
              {label}
            </a>
          ))}
        </p>
      )}
    </div>
  </details>
);
