import type { ReactNode } from 'react';

import { EmailBlockView } from './email-blocks.tsx';
import type { EmailFooter, EmailTheme, EmailContent } from './email-content.ts';
import { EmailHeader } from './email-header.tsx';
import { createPalette, PaletteProvider, usePalette } from './email-palette.ts';

/** A centered column of at most 600 pixels. */
const EmailLayout = ({ children }: { children: ReactNode }) => {
  const { background: fill, light } = usePalette();
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      border={0}
      {...fill('counter')}
      style={{ background: light('counter') }}
    >
      <tbody>
        <tr>
          {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a layout cell */}
          <td align="center" style={{ padding: '24px 12px' }}>
            <table
              role="presentation"
              width={600}
              cellPadding={0}
              cellSpacing={0}
              border={0}
              align="center"
              style={{ width: '100%', maxWidth: 600, textAlign: 'left' }}
            >
              <tbody>{children}</tbody>
            </table>
          </td>
        </tr>
      </tbody>
    </table>
  );
};

type EmailDocumentProps = { content: EmailContent; footer: EmailFooter; theme: EmailTheme };

const FONT = "Archivo,'Helvetica Neue',Helvetica,Arial,sans-serif";

const EmailBody = ({ content: { title, blocks } }: Pick<EmailDocumentProps, 'content'>) => {
  const { background: fill, light } = usePalette();
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
        {blocks.map((block, index) => (
          <EmailBlockView key={index} block={block} />
        ))}
      </td>
    </tr>
  );
};

const FooterRow = ({ footer: { lines, links } }: Pick<EmailDocumentProps, 'footer'>) => {
  const { light } = usePalette();
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
const PreviewText = ({ text }: { text: string }) => (
  <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden', fontSize: 1, lineHeight: '1px' }}>{text}</div>
);

export const EmailDocument = ({ content, footer, theme }: EmailDocumentProps) => {
  const palette = createPalette(theme);
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <title>{content.subject}</title>
        <style>{palette.stylesheet}</style>
      </head>
      <body className="b-counter" style={{ margin: 0, padding: 0, background: palette.light('counter') }}>
        <PreviewText text={content.preview} />
        <PaletteProvider value={palette}>
          <EmailLayout>
            <EmailHeader theme={theme} />
            <EmailBody content={content} />
            <FooterRow footer={footer} />
          </EmailLayout>
        </PaletteProvider>
      </body>
    </html>
  );
};
