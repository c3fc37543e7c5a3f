import { splitByHighlights } from '#domain/help-search.ts';

/** Text with the matches of the query highlighted. `help-search.ts` applies the same highlighting. */
export const HighlightedText = ({ as: Tag, text, query }: { as: 'h3' | 'p' | 'li'; text: string; query: string }) => (
  <Tag>
    {splitByHighlights(text, query).map((segment, index) =>
      segment.highlighted ? <mark key={index}>{segment.text}</mark> : segment.text,
    )}
  </Tag>
);
