import { piecesOf } from '#domain/help-search.ts';

/** A text with what was looked for highlighted. The page's script does the same again. */
export const Marked = ({ as: Tag, text, query }: { as: 'h3' | 'p' | 'li'; text: string; query: string }) => (
  <Tag>
    {piecesOf(text, query).map((piece, place) =>
      piece.marked ? <mark key={place}>{piece.text}</mark> : piece.text,
    )}
  </Tag>
);
