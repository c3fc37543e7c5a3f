import { SITE } from '#content/site.ts';

import { MailPiece } from './mail-piece.tsx';
import { fill, light, MAIL_STYLE } from './mail-style.ts';
import type { MailFoot, MailWords } from './mail-words.ts';
import { Sheet } from './sheet.tsx';

type MailDocumentProps = { words: MailWords; foot: MailFoot };

const FONT = "Archivo,'Helvetica Neue',Helvetica,Arial,sans-serif";

/** Drawn with cells: pictures are blocked in most letter boxes. */
const Mark = () => (
  <table role="presentation" cellPadding={0} cellSpacing={0} border={0} aria-hidden="true">
    <tbody>
      <tr>
        <td
          width={32}
          height={32}
          align="center"
          valign="middle"
          style={{
            width: 32,
            height: 32,
            borderRadius: 8,
            background: light('brass'),
            color: light('on-brass'),
            font: `800 21px/32px ${FONT}`,
          }}
        >
          T
        </td>
      </tr>
    </tbody>
  </table>
);

const Head = () => (
  <tr>
    <td {...fill('enamel')} style={{ background: light('enamel'), borderRadius: '16px 16px 0 0' }}>
      <table role="presentation" cellPadding={0} cellSpacing={0} border={0}>
        <tbody>
          <tr>
            <td className="pad-left" style={{ padding: '18px 0 18px 32px' }}>
              <Mark />
            </td>
            <td
              style={{
                padding: '18px 32px 18px 10px',
                color: light('on-enamel'),
                font: `700 18px/32px ${FONT}`,
                letterSpacing: '-0.02em',
              }}
            >
              {SITE.name}
            </td>
          </tr>
        </tbody>
      </table>
    </td>
  </tr>
);

/** The bar that the paper comes out of. */
const Slot = () => (
  <tr>
    <td
      {...fill('enamel-deep')}
      height={8}
      style={{ height: 8, background: light('enamel-deep'), fontSize: 0, lineHeight: 0 }}
    >
      &nbsp;
    </td>
  </tr>
);

export const MailDocument = ({ words, foot }: MailDocumentProps) => (
  <html lang="en" dir="ltr">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
      <title>{words.subject}</title>
      <style>{MAIL_STYLE}</style>
    </head>
    <body className="b-counter" style={{ margin: 0, padding: 0, background: light('counter') }}>
      <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden', fontSize: 1, lineHeight: '1px' }}>
        {words.preview}
      </div>
      <Sheet>
        <Head />
        <Slot />
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
              {words.title}
            </h1>
            {words.blocks.map((block, at) => (
              <MailPiece key={at} block={block} />
            ))}
          </td>
        </tr>
        <tr>
          <td
            className="c-ink-3 pad"
            style={{ padding: '20px 32px 8px', color: light('ink-3'), font: `400 13px/1.6 ${FONT}` }}
          >
            {foot.lines.join(' ')}
            <br />
            <a
              className="c-ink-2"
              href={foot.href}
              target="_blank"
              rel="noreferrer"
              style={{ color: light('ink-2'), textDecoration: 'underline' }}
            >
              {foot.label}
            </a>
          </td>
        </tr>
      </Sheet>
    </body>
  </html>
);
