import { piecesOf } from '#domain/help-search.ts';

/** A text with what was looked for highlighted. The page's script finds it by its mark and does the same again. */
export const Marked = ({
  as: Tag = 'span',
  text,
  query,
}: {
  as?: 'span' | 'p' | 'li';
  text: string;
  query: string;
}) => (
  <Tag data-text>
    {piecesOf(text, query).map((piece, place) =>
      piece.marked ? <mark key={place}>{piece.text}</mark> : piece.text,
    )}
  </Tag>
);
