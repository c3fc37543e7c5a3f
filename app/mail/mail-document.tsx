import { MailHead } from './mail-heads.tsx';
import { MailPiece } from './mail-piece.tsx';
import { paintOf, PaintProvider, usePaint } from './mail-style.ts';
import type { MailFoot, MailLook, MailWords } from './mail-words.ts';
import { Sheet } from './sheet.tsx';

type MailDocumentProps = { words: MailWords; foot: MailFoot; look: MailLook };

const FONT = "Archivo,'Helvetica Neue',Helvetica,Arial,sans-serif";

const Letter = ({ words: { title, blocks } }: Pick<MailDocumentProps, 'words'>) => {
  const { fill, light } = usePaint();
  return (
    <tr>
      <td
        {...fill('paper', 'c-ink pad')}
        style={{
          background: light('paper'),
          color: light('ink'),
          padding: '32px 32px 16px',
          borderRadius: '0 0 4px 4px',
          font: `400 16px/1.6 ${FONT}`,
        }}
      >
        <h1
          className="c-ink"
          style={{
            margin: '0 0 16px',
            color: light('ink'),
            font: `700 26px/1.2 ${FONT}`,
            letterSpacing: '-0.02em',
            textWrap: 'balance',
          }}
        >
          {title}
        </h1>
        {blocks.map((block, at) => (
          <MailPiece key={at} block={block} />
        ))}
      </td>
    </tr>
  );
};

const Foot = ({ foot: { lines, links } }: Pick<MailDocumentProps, 'foot'>) => {
  const { light } = usePaint();
  return (
    <tr>
      <td
        className="c-ink-3 pad"
        style={{ padding: '20px 32px 8px', color: light('ink-3'), font: `400 13px/1.6 ${FONT}` }}
      >
        {lines.join(' ')}
        {links.map(([label, href]) => (
          <span key={label}>
            <br />
            <a
              className="c-ink-2"
              href={href}
              target="_blank"
              rel="noreferrer"
              style={{ color: light('ink-2'), textDecoration: 'underline' }}
            >
              {label}
            </a>
          </span>
        ))}
      </td>
    </tr>
  );
};

/** Preview text that inboxes show after the subject. */
const Preview = ({ text }: { text: string }) => (
  <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden', fontSize: 1, lineHeight: '1px' }}>
    {text}
  </div>
);

export const MailDocument = ({ words, foot, look }: MailDocumentProps) => {
  const paint = paintOf(look);
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <title>{words.subject}</title>
        <style>{paint.style}</style>
      </head>
      <body className="b-counter" style={{ margin: 0, padding: 0, background: paint.light('counter') }}>
        <Preview text={words.preview} />
        <PaintProvider value={paint}>
          <Sheet>
            <MailHead look={look} />
            <Letter words={words} />
            <Foot foot={foot} />
          </Sheet>
        </PaintProvider>
      </body>
    </html>
  );
};
