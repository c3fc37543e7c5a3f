import { piecesOf } from '#domain/help-search.ts';

/** Text with the matches of the query highlighted. `help-search.ts` applies the same highlighting. */
export const Marked = ({ as: Tag, text, query }: { as: 'h3' | 'p' | 'li'; text: string; query: string }) => (
  <Tag>
    {piecesOf(text, query).map((piece, place) =>
      piece.marked ? <mark key={place}>{piece.text}</mark> : piece.text,
    )}
  </Tag>
);
